import { matches, patternProblem } from "@fleet/domain/RobotConfig/Pattern"
import { costOf } from "@fleet/domain/RobotConfig/PatternCost"
import { assert, describe, it } from "@effect/vitest"

const refusal =
  "This pattern could take very long: with lookaround, back references, (?i:) or counts over 16, a repeated group may " +
  "not hold optional parts, repetitions or alternatives, and there may be no more ways to match than three unbounded " +
  "repetitions after ^ have."

describe("a pattern is taken", () => {
  it("a pattern is taken up to 1000 characters", () => {
    assert.isNull(patternProblem("a".repeat(1000)))
    assert.deepStrictEqual(patternProblem("a".repeat(1001)), {
      code: "too_big",
      message: "A pattern has at most 1000 characters."
    })
  })

  it("a pattern is taken when it compiles", () => {
    assert.deepStrictEqual(patternProblem("["), {
      code: "invalid_format",
      message: "This is not a JavaScript regular expression."
    })
  })

  it("a pattern is taken up to 130 million attempts, where it needs backtracking", () => {
    const many = "b{0,499}b{0,499}b{0,39}b{0,12}"
    assert.strictEqual(costOf(`^${many}`).attempts, 130_000_000)
    assert.isNull(patternProblem(`^${many}`))
    assert.deepStrictEqual(patternProblem(`^(?=x)${many}`), { code: "invalid_format", message: refusal })
    assert.deepStrictEqual(patternProblem(many), { code: "invalid_format", message: refusal })
  })

  it("a pattern is taken with three unbounded repetitions after ^, and lookarounds before them", () => {
    assert.isNull(patternProblem("^(?!bad)[a-z]*:[a-z]*/[a-z]*$"))
    assert.isNull(patternProblem(String.raw`^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[!?]).{8,20}$`))
    assert.isNull(patternProblem("^(?:(?!bad).)*$"))
  })

  it("a pattern is taken not when it ran away under the rules of before", () => {
    for (const pattern of [
      "(?i:(a+)+)$",
      "(?!x)(a?a?)*b",
      "(?!x)(a?){40}b",
      `(?!x)${"a{0,500}".repeat(6)}b`,
      `(?!x)${"a?".repeat(40)}b`,
      `(?!x)${"(a|a)".repeat(40)}b`
    ]) {
      assert.deepInclude(patternProblem(pattern), { code: "invalid_format" }, pattern)
    }
  })
})

describe("a value matches", () => {
  it("a value matches where the pattern is found in up to 10,000 characters", () => {
    assert.isTrue(matches("b$", `${"a".repeat(9999)}b`))
    assert.isFalse(matches("b$", `${"a".repeat(10_000)}b`))
    assert.isFalse(matches("b$", "ba"))
  })

  it("a value matches in up to 500 characters where the pattern needs backtracking", () => {
    assert.isTrue(matches("(?<=a)b$", `${"a".repeat(499)}b`))
    assert.isFalse(matches("(?<=a)b$", `${"a".repeat(500)}b`))
  })

  it("no pattern that does not compile, however often it is asked", () => {
    for (const value of ["", "[", "["]) assert.isFalse(matches("[", value))
  })
})

describe("a compiled pattern", () => {
  /** What is compiled when `matches` is asked for these patterns in turn. */
  const compiledOf = (patterns: ReadonlyArray<string>) => {
    const original = globalThis.RegExp
    const made: Array<string> = []
    globalThis.RegExp = class extends original {
      constructor(pattern: string) {
        super(pattern)
        made.push(pattern)
      }
    } as RegExpConstructor
    try {
      for (const pattern of patterns) matches(pattern, "")
    } finally {
      globalThis.RegExp = original
    }
    return made
  }

  it("a compiled pattern is kept until there are a thousand", () => {
    const others = Array.from({ length: 2500 }, (_, index) => `other${index}`)
    const made = compiledOf(others.flatMap((other) => [other, "kept", "kept"]))
    const [, second, third] = made.flatMap((pattern, index) => (pattern === "kept" ? [index] : []))
    assert.strictEqual(third! - second!, 1000)
    assert.lengthOf(new Set(made), 2501)
  })
})
