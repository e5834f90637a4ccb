import { Result } from "effect"
import { writeCdr } from "../../ros/CdrWrite.ts"
import { checkMessage } from "../../ros/MessageCheck.ts"
import type { Field, RosType } from "../../ros/RosType.ts"
import { readCdr } from "../../ros/readCdr.ts"
import { parseType } from "../../ros/TypeParser.ts"

/** The parsed definition. Throws when it cannot be read. */
export const parsed = (name: string, text: string): RosType => {
  const type = parseType(name, "ros2msg", text)
  if (type === undefined) throw new Error(`The definition of ${name} cannot be read`)
  return type
}

const base64 = (view: ArrayBufferView) => Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString("base64")

/** A message as rosbridge writes it: bytes base64, NaN null, but bare in arrays of a fixed size, which is no JSON. */
export const writeMessage = (type: RosType, message: unknown): string => {
  const one = (field: Field, value: unknown): string => {
    if (field.isComplex === true) return struct(type.nested.get(field.type) ?? [], value)
    if (typeof value === "bigint") return value.toString()
    return typeof value === "number" && !Number.isFinite(value) ? "null" : JSON.stringify(value)
  }
  const item = (field: Field, value: unknown): string =>
    field.arrayLength !== undefined && typeof value === "number" && !Number.isFinite(value)
      ? String(value)
      : one(field, value)
  const list = (field: Field, value: unknown): string =>
    value instanceof Uint8Array
      ? JSON.stringify(base64(value))
      : `[${Array.from(value as ArrayLike<unknown>, (each) => item(field, each)).join(",")}]`
  const struct = (fields: ReadonlyArray<Field>, value: unknown): string => {
    const object = value as Readonly<Record<string, unknown>>
    const written = fields.map((field) => {
      const inner = field.isArray === true ? list(field, object[field.name]) : one(field, object[field.name])
      return `${JSON.stringify(field.name)}:${inner}`
    })
    return `{${written.join(",")}}`
  }
  return struct(type.fields, message)
}

/** CDR bytes as rosbridge's JSON. */
export const jsonOf = (type: RosType, bytes: Uint8Array): string => writeMessage(type, readCdr(type, bytes))

/** A client's message as CDR; throws with rosbridge's kind of words when it does not fit. */
export const cdrOf = (type: RosType, message: unknown): Uint8Array => {
  const checked = checkMessage(type, message)
  if (Result.isFailure(checked)) throw new Error(`${type.name} ${checked.failure.message}`)
  return writeCdr(type, checked.success)
}
