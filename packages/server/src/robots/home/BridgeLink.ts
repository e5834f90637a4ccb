import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import type { RobotHome } from "./RobotHome.ts"

/** The connection to a robot's bridge. */
export interface BridgeLink {
  readonly home: RobotHome
  readonly send: (message: CloudMessage) => void
  /** Closes the socket; from then on the bridge counts as disconnected. */
  readonly end: (code: number, reason: string) => void
}

/** What a bridge answers under the same request_id. */
export type Question = Extract<CloudMessage, { readonly request_id: string }>
export type Answer = Extract<BridgeMessage, { readonly request_id: string }>
