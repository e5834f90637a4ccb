import type { FleetError } from "../FleetError.ts"
import type { Observers } from "../Reports.ts"
import type { ClientIdentity, RealtimeServerMessage } from "../types.gen.ts"
import type { LinkStatus } from "./ConnectionStatus.ts"
import type { ClockKeeper } from "./ServiceClock.ts"

/** A bearer, whose it is where that is known, and when it ends by this machine's clock. */
export interface Credential {
  readonly accessToken: string
  readonly user?: ClientIdentity
  readonly expiresAt: number | null
}

/** Where a connection reports to, and what it asks. */
export interface Connected extends Pick<Observers, "onFrame"> {
  /** A bearer that is good for at least `goodForMs`. */
  readonly credential: (goodForMs: number) => Promise<Credential>
  /** A credential other than the one that was refused as expired or unknown. */
  readonly renew: ((refused: string) => Promise<string>) | undefined
  /** The service's clock, to be kept right. */
  readonly clock: ClockKeeper
  /** How often the service is asked whether the link lives, in milliseconds; after 30 s of silence where it is absent. */
  readonly heartbeatMs: number | undefined
  readonly onState: (status: LinkStatus) => void
  /** The credential was accepted: on a new socket, or on the one that was paused, which goes on with what it was asked. */
  readonly onReady: (isNew: boolean) => void
  readonly onMessage: (message: RealtimeServerMessage) => void
  /** The socket is gone. Where `fatal` is set it is not tried again. */
  readonly onLost: (fatal: FleetError | undefined) => void
  /** The service ended the session of this bearer. */
  readonly onSessionEnded: (accessToken: string) => void
}
