import { parseRobotJson } from "@fleet/bridge-protocol/robotJson"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"

/**
 * What a robot wrote, as it can be stored: half surrogate pairs and U+0000, in keys as in values, are U+FFFD, so that every
 * reader gets the same value. Throws where it is no JSON.
 */
export const parseStorable = (text: string): unknown => parseRobotJson(replaceUnstorableChars(text))

/** The JSON object of a bridge's text frame; null where it is not an object. */
export const parseFrame = (text: string): object | null => {
  try {
    const frame = parseStorable(text)
    return typeof frame === "object" && !Array.isArray(frame) ? frame : null
  } catch {
    return null
  }
}
