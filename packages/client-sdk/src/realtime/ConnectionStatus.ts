/**
 * `idle`: nothing asks for a socket. `connecting`, `connected`, and `disconnected` while it waits to try again.
 * `closed`: the service ended the session, or the client was closed.
 */
export type ConnectionState = "idle" | "connecting" | "connected" | "disconnected" | "closed"

/** How the socket fares. A new object with each change. */
export interface ConnectionStatus {
  readonly state: ConnectionState
  /**
   * Why it is not connected, until it is: `offline` where this machine has no network, `silent` where nothing came any more,
   * `restarting` where the service said so, `connection_lost` otherwise, or the code of what the service or a renewal of
   * the credential answered, such as `token_revoked`, `org_locked`, `signed_out`. Null before anything went wrong.
   */
  readonly reason: string | null
  /** When the next try begins, by this machine's clock; null while none is waited for. */
  readonly retryAt: Date | null
  /** How long the service took to answer last, in milliseconds; null where it was not asked on this socket yet. */
  readonly roundTripMs: number | null
  /** Robots and slugs that are subscribed, presence included: a socket takes 500. */
  readonly subscriptions: number
}

/** What a connection knows of itself. */
export type LinkStatus = Omit<ConnectionStatus, "subscriptions">
