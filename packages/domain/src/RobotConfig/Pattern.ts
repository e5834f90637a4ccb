import { costOf, maxBacktrackedLength, type PatternCost } from "./PatternCost.ts"

/** The longest value a pattern is tried on. A longer one does not match. */
export const maxTestedLength = 10_000
const maxPatternLength = 1000
/** A little more than three unbounded repetitions after `^` need. */
const maxAttempts = 130_000_000

interface Compiled {
  readonly regex: RegExp
  readonly cost: PatternCost
}

const cached = 1000
const compiled = new Map<string, Compiled | null>()

/** The pattern as JavaScript reads it, null when it cannot. */
const compile = (pattern: string): Compiled | null => {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  if (compiled.size >= cached) compiled.clear()
  let made: Compiled | null = null
  try {
    made = { regex: new RegExp(pattern), cost: costOf(pattern) }
  } catch {
    // null says it
  }
  compiled.set(pattern, made)
  return made
}

/**
 * Why a pattern is refused, null when it is taken. Patterns come from developers and run on every call, so one that
 * the linear-time engine cannot run (lookaround, back references, `(?i:`, counts over 16) must not be able to run away
 * either.
 */
export const patternProblem = (
  pattern: string
): { readonly code: "invalid_format" | "too_big"; readonly message: string } | null => {
  if (pattern.length > maxPatternLength) {
    return { code: "too_big", message: `A pattern has at most ${maxPatternLength} characters.` }
  }
  const cost = compile(pattern)?.cost
  if (cost === undefined) {
    return { code: "invalid_format", message: "This is not a JavaScript regular expression." }
  }
  if (cost.linear || cost.attempts <= maxAttempts) return null
  return {
    code: "invalid_format",
    message:
      "This pattern could take very long: with lookaround, back references, (?i:) or counts over 16, a repeated group " +
      "may not hold optional parts, repetitions or alternatives, and there may be no more ways to match than three " +
      "unbounded repetitions after ^ have."
  }
}

/**
 * Whether the pattern is found anywhere in the value. A value longer than 10,000 characters does not match, nor one
 * longer than 500 where the pattern needs backtracking.
 */
export const matches = (pattern: string, value: string): boolean => {
  const found = compile(pattern)
  if (found === null) return false
  return value.length <= (found.cost.linear ? maxTestedLength : maxBacktrackedLength) && found.regex.test(value)
}
