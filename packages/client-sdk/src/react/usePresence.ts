import type { FleetError } from "../FleetError.ts"
import type { Viewer } from "../Values.ts"
import { useFleet } from "./FleetProvider.ts"
import { latestStore } from "./latestStore.ts"
import { useStore } from "./useStore.ts"

/** Who looks at a robot. */
export interface PresenceState {
  /** Undefined until the service has answered. */
  readonly viewers: ReadonlyArray<Viewer> | undefined
  readonly error: FleetError | undefined
}

/** Who looks at a robot now. With null it subscribes nothing. */
export const usePresence = (robotId: string | null): PresenceState => {
  const fleet = useFleet()
  const { error, value: viewers } = useStore(
    () => latestStore(robotId === null ? null : () => fleet.robot(robotId).presence()),
    [fleet, robotId]
  )
  return { viewers, error }
}
