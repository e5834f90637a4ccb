import { type Ref, useEffect, useImperativeHandle, useRef } from "react"
import { createEditor, type Editor, type EditorOptions } from "../editor/createEditor.ts"

/** The text box of a configuration. React draws its host once; the text is the editor's own. */
export const EditorHost = ({ ref, ...options }: Omit<EditorOptions, "host"> & { readonly ref: Ref<Editor | null> }) => {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const latest = useRef(options)
  latest.current = options
  const { label, readOnly } = options
  useEffect(() => {
    if (host.current === null) return undefined
    const made = createEditor({
      host: host.current,
      text: latest.current.text,
      label,
      readOnly,
      onText: (text) => latest.current.onText(text),
      onLeave: () => latest.current.onLeave(),
      onCursor: (offset) => latest.current.onCursor(offset),
      suggest: (context) => latest.current.suggest(context),
      describe: (pattern) => latest.current.describe(pattern),
      hint: (offset) => latest.current.hint(offset)
    })
    editor.current = made
    return () => {
      editor.current = null
      made.destroy()
    }
  }, [label, readOnly])
  // The handle goes through the ref: an editor may be made anew.
  useImperativeHandle(
    ref,
    (): Editor => ({
      text: () => editor.current?.text() ?? latest.current.text,
      setText: (text) => editor.current?.setText(text),
      apply: (edits) => editor.current?.apply(edits),
      goTo: (from, to) => editor.current?.goTo(from, to),
      focus: () => editor.current?.focus(),
      cursor: () => editor.current?.cursor() ?? 0,
      mark: (list) => editor.current?.mark(list),
      markChanges: (list) => editor.current?.markChanges(list),
      destroy: () => editor.current?.destroy()
    }),
    []
  )
  return <div ref={host} className="config-editor" />
}
