import { useSyncExternalStore } from "react"
import { serviceNow } from "../format/ticking.ts"
import { fleet } from "../session/client.ts"

/** The link behind live values, as people are told it. */
export interface Link {
  readonly state: "live" | "connecting" | "lost"
  /** Since when, by the service's clock. */
  readonly since: number
  /** It was live before. */
  readonly wasLive: boolean
}

let current: Link = { state: "connecting", since: serviceNow(), wasLive: false }
const listeners = new Set<() => void>()

const follow = () => {
  const raw = fleet.realtime.state
  const state =
    raw === "connected" || raw === "idle" ? "live" : raw === "disconnected" || raw === "closed" ? "lost" : "connecting"
  // A try between two losses is no end of the loss.
  const next = state === "connecting" && current.state === "lost" ? "lost" : state
  if (next === current.state) return
  current = { state: next, since: serviceNow(), wasLive: current.wasLive || next === "live" }
  for (const listener of listeners) listener()
}
fleet.realtime.onState(follow)
follow()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLink = (): Link => useSyncExternalStore(subscribe, () => current)
