import { useCallback, useSyncExternalStore } from "react"
import type { ConnectionStatus } from "../realtime/ConnectionStatus.ts"
import { useFleet } from "./FleetProvider.ts"

/** How the socket behind subscriptions and commands fares: `fleet.realtime.status`, kept up to date. */
export const useConnection = (): ConnectionStatus => {
  const { realtime } = useFleet()
  const subscribe = useCallback((changed: () => void) => realtime.onStatus(changed), [realtime])
  const get = () => realtime.status
  return useSyncExternalStore(subscribe, get, get)
}
