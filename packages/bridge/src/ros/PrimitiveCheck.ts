import { Result } from "effect"
import type { Field } from "./RosType.ts"

type Checked = Result.Result<unknown, string>

const integers: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295]
}

const wideIntegers: Readonly<Record<string, readonly [bigint, bigint]>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n]
}

const float32Max = 3.4028234663852886e38

const integer = ([min, max]: readonly [number, number], value: unknown): Checked =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
    ? Result.succeed(value + 0)
    : Result.fail(`must be a whole number from ${min} to ${max}`)

/** A number is exact only up to 2^53−1; beyond it the digits come as text. */
const wideInteger = ([min, max]: readonly [bigint, bigint], value: unknown): Checked => {
  const isText = typeof value === "string" && /^-?[0-9]{1,20}$/.test(value)
  const exact = isText || typeof value === "bigint" || Number.isSafeInteger(value)
  const wide = exact ? BigInt(value as string | number | bigint) : undefined
  return wide !== undefined && wide >= min && wide <= max
    ? Result.succeed(wide)
    : Result.fail(`must be a whole number from ${min} to ${max}, as decimal text beyond 2^53-1`)
}

const float = (max: number, value: unknown): Checked =>
  typeof value === "number" && Math.abs(value) <= max
    ? Result.succeed(value)
    : Result.fail(max === float32Max ? "must be a finite number within float32" : "must be a finite number")

const text = (field: Field, value: unknown): Checked => {
  if (typeof value !== "string") return Result.fail("must be text")
  if (!value.isWellFormed() || value.includes("\0")) return Result.fail("must be valid text without U+0000")
  const length = field.type === "string" ? Buffer.byteLength(value) : value.length
  return field.upperBound !== undefined && length > field.upperBound
    ? Result.fail(`must be at most ${field.upperBound} ${field.type === "string" ? "bytes" : "characters"} long`)
    : Result.succeed(value)
}

const isInt = (value: unknown, min: number, max: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= min && value <= max

const time = (value: unknown): Checked => {
  const fault = Result.fail("must be {sec: int32, nanosec: 0..999999999}")
  if (typeof value !== "object" || value === null) return fault
  if (Object.keys(value).some((key) => key !== "sec" && key !== "nanosec")) return fault
  const { sec = 0, nanosec = 0 } = value as { readonly sec?: unknown; readonly nanosec?: unknown }
  return isInt(sec, -2_147_483_648, 2_147_483_647) && isInt(nanosec, 0, 999_999_999)
    ? Result.succeed({ sec, nanosec })
    : fault
}

const zeroOf = (type: string): unknown => {
  if (type === "bool") return false
  if (type === "string" || type === "wstring") return ""
  return type === "time" || type === "duration" ? {} : 0
}

/** Checks one value of a primitive field; undefined takes the field's default or zero. The failure ends a sentence. */
export const checkPrimitive = (field: Field, given: unknown): Checked => {
  const initial = field.isArray === true ? undefined : field.defaultValue
  const value = given === undefined ? (initial ?? zeroOf(field.type)) : given
  const range = integers[field.type]
  if (range !== undefined) return integer(range, value)
  const wideRange = wideIntegers[field.type]
  if (wideRange !== undefined) return wideInteger(wideRange, value)
  switch (field.type) {
    case "bool":
      return typeof value === "boolean" ? Result.succeed(value) : Result.fail("must be true or false")
    case "float32":
      return float(float32Max, value)
    case "float64":
      return float(Number.MAX_VALUE, value)
    case "string":
    case "wstring":
      return text(field, value)
    case "time":
    case "duration":
      return time(value)
    default:
      return Result.fail(`has the unknown type ${field.type}`)
  }
}
