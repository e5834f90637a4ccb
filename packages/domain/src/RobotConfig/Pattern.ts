/** The longest value a pattern is tried on. A longer one does not match. */
export const maxTestedLength = 10_000
const maxBacktrackedLength = 500
const maxPatternLength = 1000
const maxLinearReplication = 16
const maxBacktrackedRepeats = 3

const cached = 1000
const compiled = new Map<string, RegExp | null>()

/** The pattern as JavaScript reads it, null when it cannot. */
const compile = (pattern: string): RegExp | null => {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  if (compiled.size >= cached) compiled.clear()
  let regex: RegExp | null = null
  try {
    regex = new RegExp(pattern)
  } catch {
    // null says it
  }
  compiled.set(pattern, regex)
  return regex
}

interface Group {
  /** How often the linear-time engine would copy the most repeated part. */
  replication: number
  repeats: boolean
  alternates: boolean
}

const emptyGroup = (): Group => ({ replication: 1, repeats: false, alternates: false })

/** One step of a pattern: an escape, a class, a group's opening, a quantifier, or any one character. */
const token =
  /\\k<|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?(?:<?[=!]|:|<[^>]*>))?|[*+?]\??|\{(\d+)(,(\d*))?\}\??|[\s\S]/gu

const isQuantifier = (text: string) => /^(?:[*+?]|\{\d)/.test(text)

const limits = (text: string, min: string | undefined, comma: string | undefined, max: string | undefined) => {
  if (text[0] === "?") return { min: 0, max: 1 }
  if (text[0] === "*") return { min: 0, max: Infinity }
  if (text[0] === "+") return { min: 1, max: Infinity }
  const least = Number(min)
  return { min: least, max: comma === undefined ? least : max ? Number(max) : Infinity }
}

interface Traits {
  /** V8's linear-time engine can run it, so that backtracking is bounded where that engine is switched on. */
  readonly linear: boolean
  /** Repetitions without an upper bound. */
  readonly unbounded: number
  /** A repeated group holds a repetition or alternatives: exponential time when backtracking. */
  readonly nested: boolean
}

const traitsOf = (pattern: string): Traits => {
  let linear = true
  let unbounded = 0
  let nested = false
  const open: Array<Group> = [emptyGroup()]
  let last = emptyGroup()
  for (const [text, min, comma, max] of pattern.matchAll(token)) {
    const group = open.at(-1)!
    if (text[0] === "(") {
      if (/[=!]$/.test(text)) linear = false
      open.push(emptyGroup())
    } else if (text === ")") {
      last = open.length > 1 ? open.pop()! : group
      const outer = open.at(-1)!
      outer.replication = Math.max(outer.replication, last.replication)
      outer.repeats ||= last.repeats
      outer.alternates ||= last.alternates
    } else if (isQuantifier(text)) {
      const bounds = limits(text, min, comma, max)
      if (bounds.max === Infinity) unbounded++
      if (bounds.max > 1) {
        if (last.repeats || last.alternates) nested = true
        group.repeats = true
      }
      const copies = last.replication * Math.max(1, bounds.max === Infinity ? bounds.min + 1 : bounds.max)
      group.replication = Math.max(group.replication, copies)
      if (copies > maxLinearReplication) linear = false
      last = emptyGroup()
    } else {
      if (/^\\(?:[1-9]|k<)/.test(text)) linear = false
      if (text === "|") group.alternates = true
      last = emptyGroup()
    }
  }
  return { linear, unbounded, nested }
}

/**
 * Why a pattern is refused, null when it is taken. Patterns come from developers and run on every call, so one that
 * the linear-time engine cannot run (lookaround, back references, counts over 16) must not be able to run away either.
 */
export const patternProblem = (
  pattern: string
): { readonly code: "invalid_format" | "too_big"; readonly message: string } | null => {
  if (pattern.length > maxPatternLength) {
    return { code: "too_big", message: `A pattern has at most ${maxPatternLength} characters.` }
  }
  if (compile(pattern) === null) {
    return { code: "invalid_format", message: "This is not a JavaScript regular expression." }
  }
  const { linear, unbounded, nested } = traitsOf(pattern)
  if (linear || (!nested && unbounded <= maxBacktrackedRepeats)) return null
  return {
    code: "invalid_format",
    message:
      "This pattern could take very long: with lookaround, back references or counts over 16, a repeated group may " +
      `not hold repetitions or alternatives, and at most ${maxBacktrackedRepeats} repetitions may be unbounded.`
  }
}

const testedLengths = new Map<string, number>()

const testedLength = (pattern: string): number => {
  const known = testedLengths.get(pattern)
  if (known !== undefined) return known
  if (testedLengths.size >= cached) testedLengths.clear()
  const length = traitsOf(pattern).linear ? maxTestedLength : maxBacktrackedLength
  testedLengths.set(pattern, length)
  return length
}

/**
 * Whether the pattern is found anywhere in the value. A value longer than 10,000 characters does not match, nor one
 * longer than 500 where the pattern needs backtracking.
 */
export const matches = (pattern: string, value: string): boolean =>
  value.length <= testedLength(pattern) && compile(pattern)?.test(value) === true
