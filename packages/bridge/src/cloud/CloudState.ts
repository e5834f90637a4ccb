import { Context } from "effect"

/** How the way to the cloud is, as the status page tells it. */
export interface CloudState {
  connected: boolean
  /** The robot this bridge is, once a hello was accepted. */
  robotId: string | null
  /** Since when it is connected or not, in milliseconds since the epoch. */
  sinceMs: number | null
  /** Why the last connection ended, or none came about. */
  lastError: string | null
  /** Connections that ended or did not come about. */
  losses: number
}

export const newCloudState = (): CloudState => ({
  connected: false,
  robotId: null,
  sinceMs: null,
  lastError: null,
  losses: 0
})

/** Written by the link to the cloud. Who wants to read it provides one of its own. */
export const CloudStateRef = Context.Reference<CloudState>("@fleet/bridge/CloudState", {
  defaultValue: newCloudState
})
