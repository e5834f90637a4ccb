import { useCallback } from "react"
import type { FleetError } from "../FleetError.ts"
import type { JobHandle } from "../JobHandle.ts"
import type { Job } from "../types.gen.ts"
import type { CommandOptions, JobUpdate, Params } from "../Values.ts"
import { useFleet } from "./FleetProvider.ts"
import { latestStore } from "./latestStore.ts"
import { useStore } from "./useStore.ts"

/** The newest job of an action, and how to start and cancel one. */
export interface JobState {
  /** The newest job, no matter who started it, with its feedback and progress. Undefined where there was none. */
  readonly job: JobUpdate | undefined
  /** Why no change comes any more, such as `forbidden` or `unknown_slug`. */
  readonly error: FleetError | undefined
  /** As `Action.start`: fails with `busy` while a job runs. The same function as long as robot and slug are the same. */
  readonly start: (params?: Params, options?: CommandOptions) => Promise<JobHandle>
  /** As `Action.cancel`: whatever runs on the slug. */
  readonly cancel: () => Promise<Job | null>
}

/** The newest job of a robot's action, and each change of it. */
export const useJob = (robotId: string, slug: string): JobState => {
  const fleet = useFleet()
  const { error, value: job } = useStore(
    () => latestStore(() => fleet.robot(robotId).action(slug).subscribe()),
    [fleet, robotId, slug]
  )
  const start = useCallback<JobState["start"]>(
    (params, options) => fleet.robot(robotId).action(slug).start(params, options),
    [fleet, robotId, slug]
  )
  const cancel = useCallback(() => fleet.robot(robotId).action(slug).cancel(), [fleet, robotId, slug])
  return { job, error, start, cancel }
}
