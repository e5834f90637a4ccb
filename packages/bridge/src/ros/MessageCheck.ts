import { Result } from "effect"
import type { CheckedMessage } from "./CdrWrite.ts"
import { InvalidMessage } from "./GatewayErrors.ts"
import { checkPrimitive } from "./PrimitiveCheck.ts"
import type { Field, RosType } from "./RosType.ts"

const misfit = (field: string, message: string) =>
  new InvalidMessage({ field, message: field === "" ? `The message ${message}.` : `${field} ${message}.` })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value)

const lengthFault = (field: Field, length: number): string | undefined => {
  if (field.arrayLength !== undefined && length !== field.arrayLength) {
    return `must have exactly ${field.arrayLength} items`
  }
  return field.arrayUpperBound !== undefined && length > field.arrayUpperBound
    ? `must have at most ${field.arrayUpperBound} items`
    : undefined
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Bytes travel as base64 text; everything else that is an array is a list. */
const itemsOf = (field: Field, value: unknown, path: string): ReadonlyArray<unknown> | Uint8Array => {
  if (Array.isArray(value)) return value
  if (field.type !== "uint8") throw misfit(path, "must be a list")
  if (value instanceof Uint8Array) return value
  if (typeof value === "string" && base64.test(value)) return Buffer.from(value, "base64")
  throw misfit(path, "must be base64 text or a list of bytes")
}

/**
 * Checks a JSON message against its definition, because a CDR writer wraps numbers and drops fields silently.
 * Missing fields take their default or zero; anything else that does not fit is refused with the field's path.
 */
export const checkMessage = (type: RosType, message: unknown): Result.Result<CheckedMessage, InvalidMessage> => {
  const one = (field: Field, value: unknown, path: string): unknown => {
    if (field.isComplex === true) {
      const fields = type.nested.get(field.type)
      if (fields === undefined) throw misfit(path, `has the unknown type ${field.type}`)
      return struct(fields, value ?? {}, path)
    }
    const checked = checkPrimitive(field, value)
    if (Result.isFailure(checked)) throw misfit(path, checked.failure)
    return checked.success
  }

  const list = (field: Field, value: unknown, path: string): unknown => {
    const absent = Array.from({ length: field.arrayLength ?? 0 }, () => undefined)
    const items = itemsOf(field, value ?? field.defaultValue ?? absent, path)
    const fault = lengthFault(field, items.length)
    if (fault !== undefined) throw misfit(path, fault)
    if (items instanceof Uint8Array) return items
    const checked = items.map((item, index) => one(field, item, `${path}[${index}]`))
    return field.type === "uint8" ? Uint8Array.from(checked as Array<number>) : checked
  }

  const struct = (fields: ReadonlyArray<Field>, value: unknown, path: string): CheckedMessage => {
    if (!isObject(value)) throw misfit(path, "must be an object")
    const at = (name: string) => (path === "" ? name : `${path}.${name}`)
    const unknown = Object.keys(value).find((name) => !fields.some((field) => field.name === name))
    if (unknown !== undefined) throw misfit(at(unknown), "is not a field of the type")
    const checked: Record<string, unknown> = {}
    for (const field of fields) {
      const given = value[field.name]
      if (given === null) throw misfit(at(field.name), "must not be null")
      checked[field.name] =
        field.isArray === true ? list(field, given, at(field.name)) : one(field, given, at(field.name))
    }
    return checked
  }

  try {
    return Result.succeed(struct(type.fields, message, ""))
  } catch (error) {
    if (error instanceof InvalidMessage) return Result.fail(error)
    throw error
  }
}
