import { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { Option, Schema, SchemaAST } from "effect"
import { deepest, isShallow } from "./isShallow.ts"

const isDeep = (part: unknown): boolean => typeof part === "object" && part !== null && !isShallow(part)

const decode = Schema.decodeUnknownOption(Schema.toCodecJson(BridgeMessage))

/** The optional parts of each type of frame, with whether one can be read. */
const optionalParts: ReadonlyMap<string, ReadonlyMap<string, (part: unknown) => boolean>> = new Map(
  Object.entries<Schema.Struct<Readonly<Record<string, Schema.Codec<unknown, unknown>>>>>(BridgeMessage.cases).map(
    ([type, { fields }]) => [
      type,
      new Map(
        Object.entries(fields)
          .filter(([, field]) => SchemaAST.isOptional(field.ast))
          .map(([name, field]) => {
            const read = Schema.decodeUnknownOption(Schema.toCodecJson(Schema.Struct({ [name]: field })))
            return [name, (part) => !isDeep(part) && Option.isSome(read({ [name]: part }))]
          })
      )
    ]
  )
)

/** Without its optional parts that cannot be read; itself where all can be read. */
export const withoutUnreadable = (frame: object, onDropped: (part: string) => void): object => {
  const parts = "type" in frame && typeof frame.type === "string" ? optionalParts.get(frame.type) : undefined
  const dropped = Object.entries(frame).flatMap(([name, part]) => (parts?.get(name)?.(part) === false ? [name] : []))
  if (dropped.length === 0) return frame
  for (const name of dropped) onDropped(name)
  return Object.fromEntries(Object.entries(frame).filter(([name]) => !dropped.includes(name)))
}

interface JobReport {
  readonly type: unknown
  readonly state?: unknown
  readonly feedback?: unknown
  readonly result?: unknown
}

const tooDeep = { code: "result_failed", message: `Its result nests deeper than ${deepest} levels.` }

/** A report on a job without a feedback and a result that nest too deep: that it ended matters more than how. */
const withoutDeep = (frame: object, onDropped: (part: string) => void): object => {
  if (!("type" in frame) || frame.type !== "job_update") return frame
  const { feedback, result, state }: JobReport = frame
  const [feedbackIsDeep, resultIsDeep] = [isDeep(feedback), isDeep(result)]
  if (feedbackIsDeep) onDropped("feedback")
  if (resultIsDeep) onDropped("result")
  return {
    ...frame,
    ...(feedbackIsDeep ? { feedback: null } : {}),
    ...(resultIsDeep ? { result: null } : {}),
    ...(resultIsDeep && state === "succeeded" ? { state: "failed", error: tooDeep } : {})
  }
}

/** A bridge's message, without the optional parts that cannot be read; none where the rest is no message. */
export const readMessage = (frame: object, onDropped: (part: string) => void): Option.Option<BridgeMessage> => {
  const isWhole = isShallow(frame)
  const whole = isWhole ? decode(frame) : Option.none()
  if (Option.isSome(whole)) return whole
  const rest = withoutUnreadable(isWhole ? frame : withoutDeep(frame, onDropped), onDropped)
  return rest !== frame && isShallow(rest) ? decode(rest) : Option.none()
}
