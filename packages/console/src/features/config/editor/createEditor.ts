import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion,
  type CompletionContext,
  completionKeymap,
  startCompletion
} from "@codemirror/autocomplete"
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands"
import { yaml } from "@codemirror/lang-yaml"
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language"
import { type Diagnostic, setDiagnostics } from "@codemirror/lint"
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search"
import { Annotation, EditorState, type Transaction, type TransactionSpec } from "@codemirror/state"
import {
  activateHover,
  closeHoverTooltips,
  drawSelection,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
  ViewPlugin
} from "@codemirror/view"
import type { Edit } from "../text/edits.ts"
import { type Context, contextAt } from "../text/context.ts"
import type { Suggestion } from "./completions.ts"
import { look } from "./look.ts"
import { type LineChange, type LineMark, marks, showChanges, showLines } from "./marks.ts"
import { mountIn } from "./Shadow.ts"

/** A problem as the text shows it. */
export interface Mark {
  readonly from: number
  readonly to: number
  readonly severity: "error" | "warning"
  readonly message: string
}

export interface EditorOptions {
  readonly host: HTMLElement
  readonly text: string
  /** The name of the text box. */
  readonly label: string
  readonly readOnly: boolean
  readonly onText: (text: string) => void
  readonly onLeave: () => void
  readonly onCursor: (offset: number) => void
  readonly suggest: (context: Context) => ReadonlyArray<Suggestion>
  /** What a place of the grammar means, in words. */
  readonly describe: (pattern: string) => string | undefined
  /** What is known of the key or value at an offset: built of nodes, never of markup. */
  readonly hint: (offset: number) => Promise<HTMLElement | null> | null
}

/** The editor of one text, for the page around it. */
export interface Editor {
  readonly text: () => string
  readonly setText: (text: string) => void
  readonly apply: (edits: ReadonlyArray<Edit>) => void
  readonly goTo: (from: number, to?: number) => void
  readonly focus: () => void
  readonly cursor: () => number
  readonly mark: (list: ReadonlyArray<Mark>) => void
  readonly markChanges: (list: ReadonlyArray<LineChange>) => void
  readonly destroy: () => void
}

/** A text from outside, which was not typed here. */
const fromOutside = Annotation.define<true>()

const completionOf = ({ detail, from, insert, pattern, text }: Suggestion, options: EditorOptions): Completion => {
  const info = pattern === null ? undefined : options.describe(pattern)
  return {
    label: text,
    detail,
    type: from === "robot" ? "variable" : from === "document" ? "constant" : "property",
    ...(info === undefined ? {} : { info }),
    apply: (view, _completion, at, to) => {
      const line = view.state.doc.lineAt(at)
      const indent = " ".repeat(
        line.text.length - line.text.trimStart().length + (line.text.trimStart().startsWith("- ") ? 2 : 0)
      )
      // A map begins on a line of its own, two columns further.
      const written = insert.endsWith("\n") ? `${insert}${indent}  ` : insert
      const closes = insert.endsWith("{ ") ? " }" : insert.endsWith("[") ? "]" : ""
      view.dispatch({
        changes: { from: at, to, insert: written + closes },
        selection: { anchor: at + written.length },
        userEvent: "input.complete"
      })
      if (insert.endsWith(": ") || insert.endsWith("\n") || closes !== "") startCompletion(view)
    }
  }
}

const completing = (options: EditorOptions) => (context: CompletionContext) => {
  const { doc } = context.state
  const line = doc.lineAt(context.pos)
  const before = line.text.slice(0, context.pos - line.from)
  const found = contextAt((number) => doc.line(number + 1).text, line.number - 1, before)
  if (found === null || (!context.explicit && found.word === "" && found.part === "key")) return null
  const from = line.from + found.from
  const suggestions = options.suggest(found)
  if (suggestions.length === 0) return null
  return { from, options: suggestions.map((each) => completionOf(each, options)), validFor: /^["$\w/.{-]*$/ }
}

/** Any help over the text goes by Control, or by Escape, which does besides what it does without: it is what stops robots. */
const closingHelp = ViewPlugin.define((view) => {
  const close = ({ key }: KeyboardEvent) => {
    if ((key === "Control" || key === "Escape") && hasHoverTooltips(view.state))
      view.dispatch({ effects: closeHoverTooltips })
  }
  document.addEventListener("keydown", close, true)
  return { destroy: () => document.removeEventListener("keydown", close, true) }
})

const hovering = (options: EditorOptions) => [
  closingHelp,
  hoverTooltip(async (_view, pos): Promise<Tooltip | null> => {
    const dom = await options.hint(pos)
    if (dom === null) return null
    dom.classList.add("cm-hint")
    return { pos, above: true, create: () => ({ dom }) }
  }),
  // The same help for the place of the caret.
  keymap.of([
    {
      key: "Mod-Shift-Space",
      run: (view) => {
        const until = ({ docChanged, selection }: Transaction) => docChanged || selection !== undefined
        activateHover(view, view.state.selection.main.head, 1, { until })
        return true
      }
    }
  ])
]

/** Where the caret stands after a text was replaced: in the same line and column as far as there are any. */
const changeFor = (state: EditorState, text: string): TransactionSpec => {
  const old = state.doc.toString()
  let from = 0
  const most = Math.min(old.length, text.length)
  while (from < most && old.charCodeAt(from) === text.charCodeAt(from)) from++
  let end = 0
  while (end < most - from && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++
  return { changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) } }
}

/** Mounts an editor in a shadow root of its host. */
export const createEditor = (options: EditorOptions): Editor => {
  const { parent, root } = mountIn(options.host)
  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        marks,
        lineNumbers(),
        foldGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        highlightSelectionMatches(),
        indentOnInput(),
        indentUnit.of("  "),
        bracketMatching(),
        closeBrackets(),
        yaml(),
        look,
        EditorState.readOnly.of(options.readOnly),
        EditorView.editable.of(!options.readOnly),
        EditorView.contentAttributes.of({
          "aria-label": options.label,
          "aria-multiline": "true",
          role: "textbox",
          spellcheck: "false",
          autocapitalize: "off",
          tabindex: "0",
          ...(options.readOnly ? { "aria-readonly": "true" } : {})
        }),
        autocompletion({ override: [completing(options)], icons: false, interactionDelay: 30, maxRenderedOptions: 60 }),
        hovering(options),
        keymap.of([
          // Tab leaves the editor as it leaves any field, unless a completion is open.
          { key: "Tab", run: acceptCompletion },
          { key: "Mod-]", run: indentMore },
          { key: "Mod-[", run: indentLess },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...searchKeymap,
          ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter")
        ]),
        EditorView.updateListener.of((update) => {
          const isTyped = !update.transactions.some((transaction) => transaction.annotation(fromOutside) === true)
          if (update.docChanged && isTyped) options.onText(update.state.doc.toString())
          if (update.selectionSet || update.docChanged) options.onCursor(update.state.selection.main.head)
        }),
        EditorView.domEventHandlers({ blur: () => options.onLeave() })
      ]
    })
  })
  const inside = (offset: number) => Math.max(0, Math.min(offset, view.state.doc.length))
  return {
    text: () => view.state.doc.toString(),
    setText: (text) => view.dispatch({ ...changeFor(view.state, text), annotations: fromOutside.of(true) }),
    apply: (edits) => {
      if (edits.length === 0) return
      view.dispatch({
        changes: edits.map(({ from, insert, to }) => ({ from: inside(from), to: inside(to), insert })),
        userEvent: "input.fix"
      })
    },
    goTo: (from, to = from) => {
      view.dispatch({
        selection: { anchor: inside(from), head: inside(to) },
        effects: EditorView.scrollIntoView(inside(from), { y: "center" })
      })
      view.focus()
    },
    focus: () => view.focus(),
    cursor: () => view.state.selection.main.head,
    mark: (list) => {
      const diagnostics = list.map(({ from, message, severity, to }): Diagnostic => ({
        from: inside(from),
        to: Math.max(inside(from), inside(to)),
        severity,
        message
      }))
      view.dispatch(setDiagnostics(view.state, diagnostics))
      const lines: Array<LineMark> = list.map(({ from, severity }) => ({
        line: view.state.doc.lineAt(inside(from)).number,
        severity
      }))
      showLines(view, lines)
    },
    markChanges: (list) => showChanges(view, list),
    destroy: () => view.destroy()
  }
}
