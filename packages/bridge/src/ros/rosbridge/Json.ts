import { parseExactly } from "@fleet/domain/exactJson"

const specials = /"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g

/** Bare NaN and Infinity, which Python writes and JSON does not have, as null. Texts are left as they are. */
const withoutSpecials = (text: string): string => text.replace(specials, (token) => (token[0] === '"' ? token : "null"))

type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown

const exactly: Reviver = (_, value, { source }) =>
  typeof value === "number" && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value

/** Only a text with this many digits in a row can hold an integer that a number does not. */
const manyDigits = /\d{16}/

const parse = (text: string): unknown => (manyDigits.test(text) ? parseExactly(text, exactly) : parseExactly(text))

/** Reads what rosbridge writes: integers beyond ±(2^53−1) become bigints, NaN and Infinity null. Throws a SyntaxError. */
export const parseRosJson = (text: string): unknown => {
  try {
    return parse(text)
  } catch {
    return parse(withoutSpecials(text))
  }
}

const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => unknown }

/** Writes a checked message: bigints as bare digits, bytes as base64, as rosbridge takes them. */
export const writeRosJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === "bigint") return rawJSON(each.toString())
    return each instanceof Uint8Array
      ? Buffer.from(each.buffer, each.byteOffset, each.byteLength).toString("base64")
      : each
  })
