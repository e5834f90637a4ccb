import type { RosMessage } from "./RosGateway.ts"
import type { RosType } from "./RosType.ts"
import { readCdr } from "./readCdr.ts"

/** A message with its bytes. It is decoded once, however many listeners ask. */
export class ReceivedMessage implements RosMessage {
  readonly timestampMs: number
  readonly type: RosType
  readonly payload: Uint8Array
  #read: { readonly value: unknown } | undefined

  constructor(timestampMs: number, type: RosType, payload: Uint8Array) {
    this.timestampMs = timestampMs
    this.type = type
    this.payload = payload
  }

  readonly decode = (): unknown => (this.#read ??= { value: decodeAs(this.type, this) }).value
}

/** The message read by another view of its type; undefined when the bytes do not fit. */
export const decodeAs = (type: RosType, message: ReceivedMessage): unknown => {
  try {
    return readCdr(type, message.payload)
  } catch {
    return undefined
  }
}
