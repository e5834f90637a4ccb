import type { ParameterType } from "./Parameter.ts"

const safe = Number.MAX_SAFE_INTEGER
const maxFloat32 = 3.4028234663852886e38

/** The integer types with the range they take. JSON carries no more than ±(2^53−1) without loss. */
export const integerRanges: ReadonlyMap<string, readonly [min: number, max: number]> = new Map([
  ["byte", [0, 255]],
  ["char", [0, 255]],
  ["int8", [-128, 127]],
  ["uint8", [0, 255]],
  ["int16", [-32_768, 32_767]],
  ["uint16", [0, 65_535]],
  ["int32", [-2_147_483_648, 2_147_483_647]],
  ["uint32", [0, 4_294_967_295]],
  ["int64", [-safe, safe]],
  ["uint64", [0, safe]]
])

export type TypeClass = "boolean" | "integer" | "float" | "string"

/** What kind of value a ROS primitive holds, null for a type that is no primitive. */
export const classOf = (type: string): TypeClass | null => {
  if (integerRanges.has(type)) return "integer"
  if (type === "bool" || type === "boolean") return "boolean"
  if (type === "float32" || type === "float64") return "float"
  return type === "string" || type === "wstring" ? "string" : null
}

export const isNumeric = (type: string): boolean => {
  const found = classOf(type)
  return found === "integer" || found === "float"
}

/** Whether a JSON value can be a value of the type. Strings end at U+0000 in ROS and are UTF-8 on its wire. */
export const fits = (type: ParameterType, value: unknown): boolean => {
  switch (classOf(type)) {
    case "boolean":
      return typeof value === "boolean"
    case "string":
      return typeof value === "string" && value.isWellFormed() && !value.includes("\0")
    case "float":
      return Number.isFinite(value) && (type === "float64" || Math.abs(value as number) <= maxFloat32)
    case "integer": {
      const [min, max] = integerRanges.get(type)!
      return Number.isInteger(value) && (value as number) >= min && (value as number) <= max
    }
    case null:
      return false
  }
}
