import type { ValidationError } from "@fleet/domain/Errors"
import { refusalOf } from "@fleet/domain/Violations"
import { Rule } from "@fleet/domain/Wire"
import { Result } from "effect"

/** No page has so many. */
const maxFields = 100

const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part.replaceAll("+", " "))
  } catch {
    return null
  }
}

/** No database keeps NUL, and the replacement character is what reading left of bytes that were no text. */
const unreadable = /\0|\uFFFD/

const wrong = (field: string, rule: string) => Result.fail(refusalOf({ field, rule }))

/**
 * The fields of an urlencoded body. A browser sends an empty field for what was left out, so those are not there. What
 * is not UTF-8, holds NUL or names a field twice is refused: nothing is guessed. So are more fields than any page has.
 */
export const formFields = (text: string): Result.Result<Readonly<Record<string, string>>, ValidationError> => {
  if (unreadable.test(text)) return wrong("body", Rule.format)
  const fields = new Map<string, string>()
  for (const pair of text.split("&", maxFields + 1)) {
    if (fields.size === maxFields) return wrong("body", Rule.tooLong)
    if (pair === "") continue
    const at = pair.indexOf("=")
    const name = decoded(at === -1 ? pair : pair.slice(0, at))
    const value = at === -1 ? "" : decoded(pair.slice(at + 1))
    if (name === null || value === null || name.includes("\0") || value.includes("\0"))
      return wrong("body", Rule.format)
    if (fields.has(name)) return wrong(name, Rule.duplicate)
    fields.set(name, value)
  }
  return Result.succeed(Object.fromEntries([...fields].filter(([, value]) => value !== "")))
}
