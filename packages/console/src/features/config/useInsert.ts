import type { TypeDefinition } from "@fleet/sdk"
import type { RefObject } from "react"
import { useWords } from "../../i18n/words.ts"
import type { Analysis } from "./analysis.ts"
import type { DraftSession, DraftView } from "./draft/DraftSession.ts"
import type { Editor } from "./editor/createEditor.ts"
import type { GraphThing } from "./graphBlock.ts"
import { graphWords } from "./graphWords.ts"
import type { Robot } from "./ros.ts"
import type { Insight } from "./useInsight.ts"
import { words } from "./words.ts"

/** Puts things of the robot's graph into the text, and says why that cannot be done now. */
export const useInsert = ({
  analysis,
  draft,
  editor,
  insight,
  onDone,
  robot,
  view
}: {
  readonly analysis: Analysis
  readonly draft: DraftSession
  readonly editor: RefObject<Editor | null>
  readonly insight: Insight | null
  readonly robot: Robot
  readonly view: DraftView
  /** The text has it. */
  readonly onDone: () => void
}): {
  /** Answers whether the text had a place for it. */
  readonly insert: (thing: GraphThing, definition: TypeDefinition) => boolean
  readonly insertBlocked: string | undefined
} => {
  const t = useWords(words)
  const g = useWords(graphWords)
  const isRead = insight !== null && analysis.text === draft.text
  const insertBlocked =
    view.status === "conflict"
      ? g.graphConflict
      : !isRead
        ? t.checking
        : analysis.fault !== null
          ? g.graphNotYaml
          : undefined
  return {
    insertBlocked,
    insert: (thing, definition) => {
      if (editor.current === null || !isRead || insertBlocked !== undefined) return false
      const types = new Map(robot.types).set(definition.name, definition)
      const inserted = insight.insertThing(draft.text, analysis.root, thing, { ...robot, types })
      if (inserted === null) return false
      const at = Math.min(...inserted.edits.map(({ from }) => from))
      editor.current.apply(inserted.edits)
      editor.current.goTo(at + 1)
      draft.left()
      onDone()
      return true
    }
  }
}
