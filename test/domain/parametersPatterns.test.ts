import { setFlagsFromString } from "node:v8"
import { costOf } from "@fleet/domain/RobotConfig/PatternCost"
import { assert, describe, it } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"

/** V8's own flag, which refuses what it cannot run in linear time. */
const linearTime = "l"

const runsLinear = (pattern: string) => {
  setFlagsFromString("--enable-experimental-regexp-engine")
  try {
    return new RegExp(pattern, linearTime).flags === linearTime
  } catch {
    return false
  }
}

const compiles = (pattern: string) => {
  try {
    return new RegExp(pattern).source !== ""
  } catch {
    return false
  }
}

const linear: ReadonlyArray<string> = [
  "a",
  "(a+)+$",
  "^(?:a|aa)*$",
  String.raw`\b[a-z]+\d*?`,
  // Characters that mean something elsewhere.
  String.raw`\(?=a`,
  String.raw`\\1`,
  String.raw`[(?=\]{17}\1]`,
  String.raw`[\]]{2}[(?!]`,
  String.raw`\0`,
  "k<a>",
  "a{,17}",
  "a{x17}",
  // Groups that only look like lookaround or ignored case.
  "(?:=i)",
  "(?<i>a)",
  "(?<in>a)=",
  "(?s:.)",
  "(?-i:a)",
  "(?s-i:a)",
  // Up to 16 copies.
  "a{16}b{16}",
  "a{0,16}",
  "a{15,}",
  "(a{4}){4}",
  "(a{16})*",
  "(a{8})+",
  "(a{16})?",
  "(a{16}){0,1}",
  "(a{4})b{5}",
  "(a{4}|b){4}"
]

const backtracking: ReadonlyArray<string> = [
  "(?=a)",
  "(?!a)",
  "(?<=a)",
  "(?<!a)",
  "a(?=b)c",
  String.raw`(a)\1`,
  String.raw`(?:)(a)(b)(c)(d)(e)(f)(g)(h)(i)\9`,
  String.raw`(?<n>a)\k<n>`,
  "(?i:a)",
  "(?is:a)",
  "(?si:a)",
  "(?i-s:a)",
  "a{17}",
  "a{0,17}",
  "a{16,}",
  "a{17}?",
  "(a{4}){5}",
  "(a{9})+",
  "(a{4}b{2}){5}",
  "(b{2}a{4}){5}",
  "((a{4})b){5}",
  "(?:a{9}|b){2}",
  "(a{17}|b)c"
]

const veryMany = 1e12

/** How many attempts each pattern may take. */
const attempts: ReadonlyArray<readonly [pattern: string, attempts: number]> = [
  ["^a", 1],
  ["a", 500],
  ["(?:^a)", 500],
  ["^a|b", 1000],
  ["^(?:a|b|c)", 3],
  ["^(?<name>a|b)", 2],
  ["^a?", 2],
  ["^a*", 501],
  ["^a+", 500],
  ["^a*?", 501],
  ["^a??", 2],
  ["^a{3}", 1],
  ["^a{3}?", 1],
  ["^a{3,}", 498],
  ["^a{3,9}", 7],
  ["^a{10,12}", 3],
  ["^a{0,600}", 501],
  ["^a{600}", 1],
  ["^a{600,}", 1],
  ["^a{0}", 1],
  ["^a{,9}", 1],
  [String.raw`^\*\|\?(?:\()`, 1],
  ["^[(|*]", 1],
  [String.raw`^[\ |*]`, 1],
  [String.raw`^[\]|*]`, 1],
  [String.raw`^[\]]*`, 501],
  // One after another, they multiply; alternatives add.
  ["^a?b?", 4],
  ["^(a?)(b?)", 4],
  ["^(?:a|b)(?:c|d)", 4],
  ["^(?:a?b|c{0,9})", 12],
  ["^((?:a|b)c|d)", 3],
  ["^(?:a|b)c*", 1002],
  ["^(?:a|b) *", 1002],
  ["^(?:a+)?", 1000],
  ["^(?:a+){1}", 500],
  ["^(?:a|b)(c)*", 1002],
  // What repeats can match in one way only.
  ["^(?:a{3})*", 501],
  ["^(?:a?){2}", veryMany],
  ["^(?:a+)+", veryMany],
  ["^(?:a|b)*", veryMany],
  ["^(?:(?:a|b)c){0,2}", veryMany],
  ["^a*a*a*a*a*", veryMany],
  ["a*a*a*a*", veryMany],
  // A lookaround that has matched is not tried again.
  ["^(?!a)b", 2],
  ["^(?!a|b)", 3],
  ["^(?=a*)b*", 1002],
  ["^(?=a*)(?!b*)", 1003],
  ["^(?<=a*)(?<!b*)", 1003],
  ["^(?=(?=a*)b*)", 1003],
  ["^a*(?=b*)", 501 + 501 * 501],
  ["^(?:(?=a*)b|c)", 503],
  ["^(?:(?=a)b)?", 4],
  ["^(?:(?=a*)b)*", 501 + 501 * 500 + 501],
  ["^(?:(?=a*)b){600}", 501 + 501 * 500 + 1],
  ["^(?=a|b)*", veryMany + 2]
]

const parts = String.raw`a b . ^ $ | [a-z] [(] [\]] \d \b \( \1 \k<n> \u{2} ( (?: (?= (?! (?<= (?<! (?<n> (?i: (?s: (?-i: (?m-i: ) )) * + ? *? {2} {3,} {0,5} {17} {4,16} { =`
const pattern = Arbitrary.schema(Schema.Array(Schema.Literals(parts.split(" "))).check(Schema.isMaxLength(9))).pipe(
  Arbitrary.map((chosen) => chosen.join(""))
)

describe("a pattern", () => {
  it.each(linear)("a pattern takes linear time: %s", (pattern) => {
    assert.isTrue(costOf(pattern).linear)
    assert.isTrue(runsLinear(pattern))
  })

  it.each(backtracking)("a pattern may backtrack: %s", (pattern) => assert.isFalse(costOf(pattern).linear))

  it.effect.prop("a pattern that V8 cannot run in linear time is never called linear", { pattern }, ({ pattern }) =>
    Effect.sync(() => {
      if (compiles(pattern) && costOf(pattern).linear) assert.isTrue(runsLinear(pattern), pattern)
    })
  )

  it.each(attempts)("a pattern is tried in so many ways: %s", (pattern, expected) =>
    assert.strictEqual(costOf(pattern).attempts, Math.min(expected, veryMany))
  )
})
