import { useCallback } from "react"
import type { FleetError } from "../FleetError.ts"
import type { CommandOptions, JobUpdate, Params } from "../Values.ts"
import { useFleet } from "./FleetProvider.ts"
import { latestStore } from "./latestStore.ts"
import { useStore } from "./useStore.ts"

/** The newest call of a service, and how to make one. */
export interface ServiceState<Result> {
  /** The newest call, no matter who made it, as a job. Undefined where there was none. */
  readonly job: JobUpdate | undefined
  /** Why no change comes any more, such as `forbidden` or `unknown_slug`. */
  readonly error: FleetError | undefined
  /** As `Service.call`: answers the result. The same function as long as robot and slug are the same. */
  readonly call: (params?: Params, options?: CommandOptions) => Promise<Result>
}

/** The newest call of a robot's service, and each change of it. */
export const useService = <Result = unknown>(robotId: string, slug: string): ServiceState<Result> => {
  const fleet = useFleet()
  const { error, value: job } = useStore(
    () => latestStore(() => fleet.robot(robotId).service(slug).subscribe()),
    [fleet, robotId, slug]
  )
  const call = useCallback<ServiceState<Result>["call"]>(
    (params, options) => fleet.robot(robotId).service<Result>(slug).call(params, options),
    [fleet, robotId, slug]
  )
  return { job, error, call }
}
