import type { FleetError } from "../FleetError.ts"
import type { Sample } from "../Values.ts"
import { useFleet } from "./FleetProvider.ts"
import { latestStore } from "./latestStore.ts"
import { useStore } from "./useStore.ts"

/** The newest sample of a datapoint. */
export interface DatapointState<Value> {
  /** Undefined before the first sample. */
  readonly value: Value | undefined
  /** When the robot captured it. It does not say that the value still holds: compare it with `fleet.clock.now()`. */
  readonly at: Date | undefined
  /** Why no sample comes any more, such as `forbidden` or `unknown_datapoint`. */
  readonly error: FleetError | undefined
}

const stateOf = <Value>(sample: Sample<Value> | undefined, error: FleetError | undefined): DatapointState<Value> => ({
  value: sample?.value,
  at: sample?.at,
  error
})

/**
 * The newest sample of a datapoint, and each new one: the component renders at most every `throttleMs` milliseconds, 100
 * by default, and always for the last sample of a burst. With null for robot or slug it subscribes nothing.
 */
export const useDatapoint = <Value = unknown>(
  robotId: string | null,
  slug: string | null,
  { throttleMs = 100 }: { readonly throttleMs?: number } = {}
): DatapointState<Value> => {
  const fleet = useFleet()
  const { error, value } = useStore(
    () =>
      latestStore(
        robotId === null || slug === null ? null : () => fleet.robot(robotId).datapoint<Value>(slug).subscribe(),
        throttleMs
      ),
    [fleet, robotId, slug, throttleMs]
  )
  return stateOf(value, error)
}
