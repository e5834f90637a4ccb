import type { Datapoint, Numeric } from "@fleet/domain/RobotConfig/Datapoint"
import { extractField, parseFieldPath } from "../../ros/FieldPath.ts"
import { toJson } from "../../ros/MessageJson.ts"

const scaled = (value: unknown, { scale = 1, offset = 0 }: Numeric): unknown =>
  typeof value === "number" || typeof value === "bigint" ? Number(value) * scale + offset : value

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
