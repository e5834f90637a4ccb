import { parseExactly } from "@fleet/domain/exactJson"

/**
 * Puts `parseExactly` in the place of JSON.parse, for this whole process: drivers, the HTTP API and libraries read with it,
 * and each of them meets keys that robots and people chose.
 */
export const mendJsonParse = (): void => {
  JSON.parse = parseExactly as typeof JSON.parse
}
