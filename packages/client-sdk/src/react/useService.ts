import { useCallback, useMemo } from "react"
import type { FleetError } from "../FleetError.ts"
import type { CommandOptions, JobUpdate, Params } from "../Values.ts"
import { useFleet } from "./FleetProvider.ts"
import { latestStore } from "./latestStore.ts"
import { unnamed } from "./unnamed.ts"
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

/** The newest call of a robot's service, and each change of it. With null for robot or slug it subscribes nothing, and a call fails. */
export const useService = <Result = unknown>(robotId: string | null, slug: string | null): ServiceState<Result> => {
  const fleet = useFleet()
  const service = useMemo(
    () => (robotId === null || slug === null ? null : fleet.robot(robotId).service<Result>(slug)),
    [fleet, robotId, slug]
  )
  const { error, value: job } = useStore(
    () => latestStore(service === null ? null : () => service.subscribe()),
    [service]
  )
  const call = useCallback<ServiceState<Result>["call"]>(
    async (params, options) => (service ?? unnamed("useService", "service")).call(params, options),
    [service]
  )
  return { job, error, call }
}
