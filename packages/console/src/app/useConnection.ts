import { useSyncExternalStore } from "react"
import { serviceNow } from "../format/ticking.ts"
import { fleet } from "../session/client.ts"

/** The link behind live values, as people see it. */
export interface Link {
  readonly state: "live" | "connecting" | "lost"
  /** Since when, by the service's clock. */
  readonly since: number
  /** It was live before. */
  readonly wasLive: boolean
  readonly roundTripMs: number | null
  /** When it is tried again, by this machine's clock. */
  readonly retryAt: number | null
}

const isSame = (one: Link, other: Link) =>
  one.state === other.state && one.roundTripMs === other.roundTripMs && one.retryAt === other.retryAt

let current: Link = { state: "connecting", since: serviceNow(), wasLive: false, roundTripMs: null, retryAt: null }
const listeners = new Set<() => void>()

const follow = () => {
  const { retryAt, roundTripMs, state: raw } = fleet.realtime.status
  const shown =
    raw === "connected" || raw === "idle" ? "live" : raw === "disconnected" || raw === "closed" ? "lost" : "connecting"
  // A try between two losses is no end of the loss.
  const state = shown === "connecting" && current.state === "lost" ? "lost" : shown
  const next: Link = {
    state,
    since: state === current.state ? current.since : serviceNow(),
    wasLive: current.wasLive || state === "live",
    roundTripMs: roundTripMs === null ? null : Math.round(roundTripMs),
    retryAt: retryAt?.getTime() ?? null
  }
  if (isSame(current, next)) return
  current = next
  for (const listener of listeners) listener()
}
fleet.realtime.onStatus(follow)
follow()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useLink = (): Link => useSyncExternalStore(subscribe, () => current)
