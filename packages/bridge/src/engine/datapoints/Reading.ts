import type { Datapoint, Numeric } from "@fleet/domain/RobotConfig/Datapoint"
import { extractField, parseFieldPath } from "../../ros/FieldPath.ts"
import { toJson } from "../../ros/MessageJson.ts"

/** 64-bit integers stay exact under whole numbers. A fraction makes a double of them, with a double's 53 bits. */
const scaledLong = (value: bigint, scale: number, offset: number): bigint | number => {
  if (!Number.isInteger(scale)) return Number(value) * scale + offset
  const product = value * BigInt(scale)
  return Number.isInteger(offset) ? product + BigInt(offset) : Number(product) + offset
}

const scaled = (value: unknown, { scale = 1, offset = 0 }: Numeric): unknown => {
  if (typeof value === "bigint") return scaledLong(value, scale, offset)
  return typeof value === "number" ? value * scale + offset : value
}

/** How a decoded message becomes the datapoint's value as JSON text; undefined is no sample. */
export const readingOf = ({ field, numeric }: Datapoint): ((message: unknown) => string | undefined) => {
  const path = field === undefined ? [] : parseFieldPath(field)
  const isScaled = numeric?.scale !== undefined || numeric?.offset !== undefined
  return (message) => {
    const raw = path === undefined ? undefined : extractField(message, path)
    if (raw === undefined) return undefined
    return JSON.stringify(toJson(isScaled ? scaled(raw, numeric) : raw))
  }
}
