import type { JobRun } from "@fleet/sdk"

/** How soon a run is read again, in milliseconds: only while it has not ended. One that is not there never is. */
export const askAgainMs = (run: Pick<JobRun, "ended_at"> | null | undefined): number | false =>
  run != null && run.ended_at === null ? 2000 : false
