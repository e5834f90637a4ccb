/** A pattern may try so many places on a text before it is left to the service. */
const mostAttempts = 2_000_000
const longestPattern = 1000

/** The parts of a pattern that cost time: a repetition without an end, an optional part, a group, alternatives. */
interface Group {
  /** Whether something in it may match in several ways. */
  isAmbiguous: boolean
}

/**
 * How long a pattern may take on a text of `length` characters, in places tried; Infinity where that cannot be bounded:
 * a repeated group with repetitions, optional parts or alternatives in it, a back reference, a look around.
 */
export const costOf = (pattern: string, length: number): number => {
  if (/\\[1-9k]|\(\?(?!:|<[A-Za-z])/.test(pattern)) return Infinity
  // Without an anchor, each place of the text is tried as a beginning.
  let cost = pattern.startsWith("^") ? 1 : length + 1
  const open: Array<Group> = []
  let closed: Group | undefined
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!
    const group = closed
    closed = undefined
    if (character === "\\") at += 1
    else if (character === "[") {
      const end = classEnd(pattern, at)
      if (end < 0) return Infinity
      at = end
    } else if (character === "(") open.push({ isAmbiguous: false })
    else if (character === ")") {
      closed = open.pop()
      const outer = open.at(-1)
      if (closed?.isAmbiguous === true && outer !== undefined) outer.isAmbiguous = true
    } else if (character === "|") {
      cost *= 2
      for (const each of open) each.isAmbiguous = true
    } else {
      const repeated = repetitionAt(pattern, at)
      if (repeated === undefined) continue
      if (group?.isAmbiguous === true) return Infinity
      cost *= Math.min(length + 1, repeated.ways)
      for (const each of open) each.isAmbiguous = true
      at = repeated.end
    }
  }
  return cost
}

const classEnd = (pattern: string, begin: number): number => {
  for (let at = begin + 1; at < pattern.length; at++) {
    if (pattern[at] === "\\") at += 1
    else if (pattern[at] === "]") return at
  }
  return -1
}

/** A quantifier at a place: in how many ways it may match, and where it ends; `?` behind it included. */
const repetitionAt = (pattern: string, at: number): { readonly ways: number; readonly end: number } | undefined => {
  const found = /^(?:([*+])|(\?)|\{(\d+)(,(\d*))?\})\??/.exec(pattern.slice(at, at + 24))
  if (found === null) return undefined
  const [whole, star, optional, least, comma, most] = found
  const end = at + whole.length - 1
  if (star !== undefined || (comma !== undefined && most === "")) return { ways: Infinity, end }
  if (optional !== undefined) return { ways: 2, end }
  // An exact count matches in one way, but a long one is long.
  return { ways: comma === undefined ? Math.max(1, Number(least)) : Number(most) - Number(least) + 1, end }
}

const compiled = new Map<string, RegExp | null>()

const compile = (pattern: string): RegExp | null => {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  let made: RegExp | null = null
  try {
    made = new RegExp(pattern)
  } catch {
    // The service reads it another way.
  }
  if (compiled.size > 500) compiled.clear()
  compiled.set(pattern, made)
  return made
}

/**
 * Whether a text has the pattern; undefined where finding that out could take too long for a page. The service decides
 * then.
 */
export const matchesPattern = (pattern: string, text: string): boolean | undefined => {
  if (pattern.length > longestPattern || costOf(pattern, text.length) * Math.max(1, text.length) > mostAttempts)
    return undefined
  const regex = compile(pattern)
  return regex === null ? undefined : regex.test(text)
}
