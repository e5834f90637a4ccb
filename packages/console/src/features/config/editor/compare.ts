import { yaml } from "@codemirror/lang-yaml"
import { MergeView, unifiedMergeView } from "@codemirror/merge"
import { EditorState } from "@codemirror/state"
import { EditorView, lineNumbers } from "@codemirror/view"
import { look } from "./look.ts"
import { values } from "./marks.ts"
import { mountIn } from "./Shadow.ts"

const readOnly = (label: string) => [
  lineNumbers(),
  yaml(),
  look,
  values,
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  EditorView.contentAttributes.of({
    "aria-label": label,
    role: "textbox",
    "aria-multiline": "true",
    "aria-readonly": "true",
    tabindex: "0"
  })
]

export interface CompareOptions {
  readonly host: HTMLElement
  readonly before: string
  readonly after: string
  readonly beforeLabel: string
  readonly afterLabel: string
  /** Side by side, where there is room for two. */
  readonly beside: boolean
  /** What stands where equal lines are folded. */
  readonly phrases: Readonly<Record<string, string>>
}

const diffConfig = { scanLimit: 1000 }
const collapseUnchanged = { margin: 3, minSize: 6 }

/** Shows two texts and how they differ. Answers what takes them away. */
export const createCompare = (options: CompareOptions): (() => void) => {
  const { parent, root } = mountIn(options.host)
  const phrases = EditorState.phrases.of(options.phrases)
  if (options.beside) {
    parent.style.overflow = "auto"
    const view = new MergeView({
      root,
      parent,
      a: { doc: options.before, extensions: [...readOnly(options.beforeLabel), phrases] },
      b: { doc: options.after, extensions: [...readOnly(options.afterLabel), phrases] },
      diffConfig,
      collapseUnchanged
    })
    return () => view.destroy()
  }
  const view = new EditorView({
    root,
    parent,
    state: EditorState.create({
      doc: options.after,
      extensions: [
        ...readOnly(options.afterLabel),
        phrases,
        unifiedMergeView({ original: options.before, mergeControls: false, diffConfig, collapseUnchanged })
      ]
    })
  })
  return () => view.destroy()
}
