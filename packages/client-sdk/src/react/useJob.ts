import { useCallback, useMemo } from "react"
import type { FleetError } from "../FleetError.ts"
import type { JobHandle } from "../JobHandle.ts"
import type { Job } from "../types.gen.ts"
import type { CommandOptions, JobUpdate, Params } from "../Values.ts"
import { useFleet } from "./FleetProvider.ts"
import { latestStore } from "./latestStore.ts"
import { unnamed } from "./unnamed.ts"
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

/** The newest job of a robot's action, and each change of it. With null for robot or slug it subscribes nothing, and a start fails. */
export const useJob = (robotId: string | null, slug: string | null): JobState => {
  const fleet = useFleet()
  const action = useMemo(
    () => (robotId === null || slug === null ? null : fleet.robot(robotId).action(slug)),
    [fleet, robotId, slug]
  )
  const { error, value: job } = useStore(() => latestStore(action === null ? null : () => action.subscribe()), [action])
  const start = useCallback<JobState["start"]>(
    async (params, options) => (action ?? unnamed("useJob", "action")).start(params, options),
    [action]
  )
  const cancel = useCallback(async () => (action ?? unnamed("useJob", "action")).cancel(), [action])
  return { job, error, start, cancel }
}
