import { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { Option, Schema, SchemaAST } from "effect"

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
            return [name, (part) => Option.isSome(read({ [name]: part }))]
          })
      )
    ]
  )
)

/** Without its optional parts that cannot be read; itself where there is none. */
export const withoutUnreadable = (frame: object, onDropped: (part: string) => void): object => {
  const parts = "type" in frame && typeof frame.type === "string" ? optionalParts.get(frame.type) : undefined
  const dropped = Object.entries(frame).flatMap(([name, part]) => (parts?.get(name)?.(part) === false ? [name] : []))
  if (dropped.length === 0) return frame
  for (const name of dropped) onDropped(name)
  return Object.fromEntries(Object.entries(frame).filter(([name]) => !dropped.includes(name)))
}

/** A bridge's message, without the optional parts that cannot be read; none where the rest is no message. */
export const readMessage = (frame: object, onDropped: (part: string) => void): Option.Option<BridgeMessage> => {
  const whole = decode(frame)
  if (Option.isSome(whole)) return whole
  const rest = withoutUnreadable(frame, onDropped)
  return rest === frame ? whole : decode(rest)
}
