import { useEffect, useSyncExternalStore } from "react"
import { draftSessionOf } from "./draft/sessions.ts"

/** The draft of a robot: read when the page opens, and looked at again when one comes back to it. */
export const useDraft = (robotId: string) => {
  const draft = draftSessionOf(robotId)
  const view = useSyncExternalStore(draft.subscribe, draft.view)
  useEffect(() => {
    const look = () => void draft.open().catch(() => undefined)
    look()
    addEventListener("focus", look)
    return () => {
      removeEventListener("focus", look)
      draft.left()
    }
  }, [draft])
  return { draft, view }
}
