import { maxBridgeFrame } from "./CloseCodes.ts"
import type { CloudMessage } from "./CloudMessages.ts"

/** Whether a frame's text has at most the bytes that a bridge takes. */
export const isForBridge = (text: string): boolean =>
  // A UTF-16 unit is three bytes of UTF-8 at most.
  text.length * 3 <= maxBridgeFrame || new TextEncoder().encode(text).length <= maxBridgeFrame

/** Whether a message can be sent to a bridge. */
export const fitsBridge = (message: CloudMessage): boolean => isForBridge(JSON.stringify(message))
