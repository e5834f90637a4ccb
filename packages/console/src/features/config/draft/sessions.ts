import { busyWhile } from "../../../session/busy.ts"
import { fleet } from "../../../session/client.ts"
import { isOwnSession } from "../../../session/useSession.ts"
import { DraftSession } from "./DraftSession.ts"
import { draftServiceOf } from "./service.ts"

const sessions = new Map<string, DraftSession>()

/** The draft of a robot: one for as long as the page lasts, so that nothing typed goes with an editor. */
export const draftSessionOf = (robotId: string): DraftSession => {
  const known = sessions.get(robotId)
  if (known !== undefined) return known
  const made = new DraftSession(robotId, draftServiceOf(robotId))
  sessions.set(robotId, made)
  return made
}

const each = (run: (session: DraftSession) => void) => {
  for (const session of sessions.values()) run(session)
}

// What one person typed is not saved as another.
fleet.auth.onChange(() => each((draft) => draft.setSignedIn(isOwnSession())))
addEventListener("online", () => each((draft) => draft.setOnline(true)))
addEventListener("offline", () => each((draft) => draft.setOnline(false)))
addEventListener("pagehide", () => each((draft) => draft.left()))
addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") each((draft) => draft.left())
})
const isUnsaved = () => [...sessions.values()].some(({ unsaved }) => unsaved)
busyWhile(isUnsaved)
addEventListener("beforeunload", (event) => {
  each((draft) => draft.left())
  if (isUnsaved()) event.preventDefault()
})
