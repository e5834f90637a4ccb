import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"

/** What a bridge answers under the same request_id. */
export type Question = Extract<CloudMessage, { readonly request_id: string }>
export type Answer = Extract<BridgeMessage, { readonly request_id: string }>
