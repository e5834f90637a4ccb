import { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { parseExactly } from "@fleet/domain/exactJson"
import { Option, Predicate, Result, Schema } from "effect"

const decodeMessage = Schema.decodeUnknownResult(Schema.toCodecJson(CloudMessage))
const parse = Option.liftThrowable((text: string) => parseExactly(text))

/** A frame of the cloud: a message, one of a type this version does not know, or one that breaks the contract. */
export type Incoming =
  | { readonly kind: "message"; readonly message: CloudMessage }
  | { readonly kind: "unknown"; readonly type: string }
  | { readonly kind: "malformed"; readonly reason: string }

/** Reads a text frame. */
export const readFrame = (text: string): Incoming => {
  const frame = Option.getOrUndefined(parse(text))
  if (!Predicate.hasProperty(frame, "type") || typeof frame.type !== "string") {
    return { kind: "malformed", reason: "not a JSON object with a type" }
  }
  if (!Object.hasOwn(CloudMessage.cases, frame.type)) return { kind: "unknown", type: frame.type }
  const decoded = decodeMessage(frame)
  return Result.isSuccess(decoded)
    ? { kind: "message", message: decoded.success }
    : { kind: "malformed", reason: `${frame.type}: ${decoded.failure.message}` }
}
