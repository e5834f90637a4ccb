import type { JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import type { Ending } from "./JobRecord.ts"
import { progressOf } from "./Progress.ts"

/** How a job stands: on its way with its latest feedback, or over with its result. */
export const standing = (
  ending: Ending | null,
  feedback: unknown
): Pick<JobUpdate, "state" | "feedback" | "progress" | "result" | "error"> =>
  ending === null
    ? { state: "running", feedback: feedback ?? null, progress: progressOf(feedback), result: null, error: null }
    : { ...ending, feedback: null, progress: null }
