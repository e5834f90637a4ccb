import { RangeSetBuilder, StateEffect, StateField } from "@codemirror/state"
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  GutterMarker,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate
} from "@codemirror/view"

/** A line that differs from the published text. */
export interface LineChange {
  readonly line: number
  readonly of: "added" | "changed" | "removed"
}

export interface LineMark {
  readonly line: number
  readonly severity: "error" | "warning"
}

const setChanges = StateEffect.define<ReadonlyArray<LineChange>>()
const setLines = StateEffect.define<ReadonlyArray<LineMark>>()

class ChangeMark extends GutterMarker {
  override readonly elementClass: string
  constructor(of: LineChange["of"]) {
    super()
    this.elementClass = `cm-change-${of}`
  }
}
const changeMarks = {
  added: new ChangeMark("added"),
  changed: new ChangeMark("changed"),
  removed: new ChangeMark("removed")
}

const changes = StateField.define({
  create: () => new RangeSetBuilder<GutterMarker>().finish(),
  update: (set, transaction) => {
    let next = set.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (!effect.is(setChanges)) continue
      const builder = new RangeSetBuilder<GutterMarker>()
      for (const { line, of } of effect.value) {
        if (line > transaction.state.doc.lines) continue
        const { from } = transaction.state.doc.line(line)
        builder.add(from, from, changeMarks[of])
      }
      next = builder.finish()
    }
    return next
  }
})

const lineDecorations = {
  error: Decoration.line({ class: "cm-bad-line" }),
  warning: Decoration.line({ class: "cm-warn-line" })
}

const lines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (set, transaction) => {
    let next = set.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (!effect.is(setLines)) continue
      const builder = new RangeSetBuilder<Decoration>()
      let last = 0
      for (const { line, severity } of effect.value.toSorted(
        (a, b) => a.line - b.line || (a.severity === "error" ? -1 : 1)
      )) {
        if (line === last || line > transaction.state.doc.lines) continue
        last = line
        const { from } = transaction.state.doc.line(line)
        builder.add(from, from, lineDecorations[severity])
      }
      next = builder.finish()
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field)
})

/** Marks what a pattern finds in the lines on the screen. */
const marking = (regexp: RegExp, className: string) => {
  const matcher = new MatchDecorator({ regexp, decoration: Decoration.mark({ class: className }) })
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = matcher.createDeco(view)
      }
      update(update: ViewUpdate) {
        this.decorations = matcher.updateDeco(update, this.decorations)
      }
    },
    { decorations: (plugin) => plugin.decorations }
  )
}

/** Placeholders, and plain values that are not text: YAML's own highlighting does not tell them from it. */
export const values = [
  marking(/\$\{[a-z0-9_]+\}/g, "cm-parameter"),
  marking(/(?<=[:,[]\s*|-\s)(?:-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?=\s*(?:[,}\]]|$|\s#))/g, "cm-number")
]

/** Lines with problems, lines that differ from the published text, and values. */
export const marks = [
  changes,
  gutter({ class: "cm-changes", markers: (view) => view.state.field(changes) }),
  lines,
  values
]

export const showChanges = (view: EditorView, list: ReadonlyArray<LineChange>): void =>
  view.dispatch({ effects: setChanges.of(list) })
export const showLines = (view: EditorView, list: ReadonlyArray<LineMark>): void =>
  view.dispatch({ effects: setLines.of(list) })
