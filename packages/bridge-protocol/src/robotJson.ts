import { parseExactly } from "@fleet/domain/exactJson"

const quote = 0x22
const backslash = 0x5c

/** The index behind the string that begins at `at`; the end of the text where it never ends. */
const behindString = (text: string, at: number): number => {
  for (let index = at + 1; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === quote) return index + 1
    if (code === backslash) index++
  }
  return text.length
}

const tokens = ["NaN", "Infinity", "-Infinity"]
const beginnings = new Set(tokens.map((token) => token.charCodeAt(0)))

/** The text with null for every NaN, Infinity and -Infinity outside of strings. Each character is looked at once. */
const withoutTokens = (text: string): string => {
  let plain = ""
  let kept = 0
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    const token = beginnings.has(code) ? tokens.find((each) => text.startsWith(each, at)) : undefined
    if (token !== undefined) {
      plain += `${text.slice(kept, at)}null`
      at += token.length
      kept = at
    } else at = code === quote ? behindString(text, at) : at + 1
  }
  return plain + text.slice(kept)
}

/**
 * JSON as robots write it: NaN, Infinity and -Infinity, which their writers put for numbers that are not finite, are null.
 * Throws where it is no JSON all the same.
 */
export const parseRobotJson = (json: string): unknown => {
  try {
    return parseExactly(json)
  } catch {
    return parseExactly(withoutTokens(json))
  }
}
