import { formatNumber, noValue } from "../format/numbers.ts"
import { wordsNow } from "../i18n/words.ts"
import { visible } from "../kit/visible.ts"
import { liveWords } from "./liveWords.ts"

/** Longer texts are cut where one line shows them. */
const longest = 120

/** Whether a value is an integer that no double holds: the service sends those as text. */
const isBigInteger = (value: unknown): boolean => typeof value === "string" && /^-?\d{16,20}$/.test(value)

/** A value in one line, in the page's language. A robot's NaN and infinities arrive as null. */
export const valueText = (value: unknown, decimals?: number | null): string => {
  const t = wordsNow(liveWords)
  if (value === undefined) return noValue
  if (value === null) return t.notANumber
  if (typeof value === "number") return formatNumber(value, decimals ?? undefined)
  if (typeof value === "boolean") return value ? t.on : t.off
  if (typeof value === "string") {
    const text = visible(value)
    return text.length > longest ? `${text.slice(0, longest)}…` : text
  }
  return Array.isArray(value) ? t.items(value.length) : t.keys(Object.keys(value).length)
}

/** What kind of thing a value is: rarely another one, so that a page may be laid out by it. */
export type Shape = "none" | "number" | "boolean" | "text" | "big" | "structure"

export const shapeOf = (value: unknown): Shape => {
  if (value === undefined) return "none"
  // Not a number at the moment.
  if (value === null || typeof value === "number") return "number"
  if (typeof value === "boolean") return "boolean"
  if (typeof value === "string") return isBigInteger(value) ? "big" : "text"
  return "structure"
}
