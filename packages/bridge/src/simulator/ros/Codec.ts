import { MessageWriter } from "@foxglove/rosmsg2-serialization"
import { readCdr } from "../../ros/readCdr.ts"
import { parseType } from "../../ros/TypeParser.ts"

/** Reads and writes the messages of one type. Fields that a message leaves out are zero. */
export interface Codec {
  readonly read: (bytes: Uint8Array) => unknown
  readonly write: (message: object) => Uint8Array
}

export const makeCodec = (name: string, text: string): Codec => {
  const type = parseType(name, "ros2msg", text)
  if (type === undefined) throw new Error(`The definition of ${name} cannot be read`)
  const nested = Array.from(type.nested, ([name, fields]) => ({ name, definitions: [...fields] }))
  const writer = new MessageWriter([{ definitions: [...type.fields] }, ...nested])
  return { read: (bytes) => readCdr(type, bytes), write: (message) => writer.writeMessage(message) }
}
