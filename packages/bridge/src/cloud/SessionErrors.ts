import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import type { HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import { Data } from "effect"
import type { ConnectFailed, SocketClosed } from "./CloudSocket.ts"

/** The bridge must not come back by itself. */
export class BridgeEnded extends Data.TaggedError("BridgeEnded")<{ readonly message: string }> {}

/** The session is over; another may begin. */
export class SessionLost extends Data.TaggedError("SessionLost")<{
  readonly message: string
  /** The cloud refuses this robot until an operator changes something. */
  readonly mustAct: boolean
  /** How long the cloud asked to be left alone. */
  readonly retryAfterMs: number
}> {}

const lost = (message: string, retryAfterMs = 0) => new SessionLost({ message, mustAct: false, retryAfterMs })
const refused = (message: string) => new SessionLost({ message, mustAct: true, retryAfterMs: 0 })

export const helloTimeout = lost("the cloud did not answer the hello within 10 seconds")
export const silence = lost("nothing came from the cloud for 30 seconds")
export const unreachable = ({ message, retryAfterMs }: ConnectFailed) =>
  lost(`the cloud cannot be reached: ${message}`, retryAfterMs)

/** Why each of `finalCloseCodes` ends the bridge. */
const finalReason: Readonly<Record<number, string>> = {
  [BridgeClose.superseded]: "Another bridge connected with this robot's token and took over.",
  [BridgeClose.robotDeleted]: "The robot was deleted.",
  [BridgeClose.tokenRotated]: "The robot's token was rotated. Start the bridge with the new one."
}

/** What a close of the socket means. */
export const fromClose = ({ code, reason }: SocketClosed): BridgeEnded | SessionLost => {
  const final = finalReason[code]
  if (final !== undefined) return new BridgeEnded({ message: final })
  if (code === BridgeClose.restarting) return lost("the cloud is restarting")
  return lost(`the connection ended (${code}${reason === "" ? "" : `: ${reason}`})`)
}

/** What a refused hello means. */
export const fromHelloError = (code: HelloErrorCode, message: string): BridgeEnded | SessionLost => {
  switch (code) {
    case "invalid_token":
      return new BridgeEnded({ message: `The cloud does not know this token: ${message}` })
    case "bridge_too_old":
    case "protocol_mismatch":
      return refused(`the cloud refuses this bridge's version: ${message}`)
    case "org_locked":
      return refused(`the robot's organization is locked: ${message}`)
    case "invalid_frame":
      return lost(`the cloud refused the hello (${code}): ${message}`)
  }
}
