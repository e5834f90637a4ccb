import { busyWhile } from "../../session/busy.ts"

/** Tokens of robots that were made on this page: in memory alone, gone with the tab. */
const tokens = new Map<string, string>()

// Shown once: a page that is loaded anew by itself would lose them.
busyWhile(() => tokens.size > 0)

export const keepToken = (robotId: string, token: string): void => void tokens.set(robotId, token)
export const keptToken = (robotId: string): string | undefined => tokens.get(robotId)
