import type { LiveSessionReason } from "@fleet/domain/Cameras"
import type { Caller } from "@fleet/domain/Caller"
import type { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { MediaClose } from "@fleet/domain/media/MediaMessages"
import type { Seat } from "../../../media/MediaHub.ts"

/** Why and how a session ends. */
export interface Ending {
  readonly reason: LiveSessionReason
  readonly detail?: string | null
  /** The caller's own credential is good no more. */
  readonly isCredential?: boolean
}

/** One caller's permission to watch one camera, from its request to its end. */
export interface LiveSession {
  readonly id: string
  readonly caller: Caller
  readonly orgId: OrgId
  readonly robotId: RobotId
  readonly robotName: string
  readonly slug: string
  readonly createdMs: number
  /** Null until the camera publishes. */
  seat: Seat | null
  /** Whether its row is written and its caller has it, or will. */
  isStored: boolean
  /** When the first picture was sent to it, and until when its time was counted. */
  firstMs: number | null
  countedMs: number
  ending: Ending | null
}

/** The app that a session's time belongs to; null for the console's. */
export const appOf = ({ caller }: Pick<LiveSession, "caller">): AppId | null =>
  caller.kind === "developer" ? null : caller.appId

/** With what its socket is closed. */
export const closeOf = ({ isCredential = false, reason }: Ending): readonly [MediaClose, string] => [
  isCredential ? MediaClose.sessionEnded : MediaClose.liveEnded,
  reason
]
