import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { type Budgets, excessOf, judge, lowered, readBudgets, risesOf, usualBudget } from "../../scripts/ci/budgets.ts"
import { measureSlowness } from "../../scripts/ci/slowness.ts"

const root = join(import.meta.dirname, "../..")
const budgets = readBudgets(root)

const git = (...args: ReadonlyArray<string>): string | null => {
  const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
  return status === 0 ? stdout.trim() : null
}

/** The commit that budgets must not rise from: where this branch left main, or on main the one before. */
const base = (): string | null => {
  const head = git("rev-parse", "HEAD")
  const main = ["origin/main", "main"].map((name) => git("merge-base", "HEAD", name)).find((found) => found !== null)
  return main === undefined || main === head ? git("rev-parse", "--verify", "HEAD^") : main!
}

describe("the budgets of test files", () => {
  it("the budgets of test files are of files that are there, and above the usual one", () => {
    for (const [file, budget] of Object.entries(budgets)) {
      assert.isTrue(existsSync(join(root, file)), file)
      assert.isAbove(budget, usualBudget, file)
    }
  })

  it("the budgets of test files only fall", ({ skip }) => {
    const from = base()
    const before = from === null ? null : git("show", `${from}:test/budgets.json`)
    if (from === null || before === null) return skip("There is no earlier commit with budgets here.")
    const wasThere = (file: string) => git("cat-file", "-e", `${from}:${file}`) !== null
    assert.deepStrictEqual(risesOf(budgets, JSON.parse(before), wasThere), [], "Split the file, or make it quicker.")
  })

  it("a budget rises where it is higher than before, or where a file of the usual one gets one", () => {
    const before: Budgets = { "a.test.ts": 40, "b.test.ts": 40 }
    const rises = (now: Budgets) => risesOf(now, before, (file) => file !== "new.test.ts")
    assert.deepStrictEqual(rises({ "a.test.ts": 40, "b.test.ts": 39, "new.test.ts": 60 }), [])
    assert.deepStrictEqual(rises({ "a.test.ts": 41 }), ["a.test.ts: 41 s, was 40 s"])
    assert.deepStrictEqual(rises({ "c.test.ts": 21 }), ["c.test.ts: 21 s, was 20 s"])
  })

  it("budgets are lowered to half as much again as was measured, and never raised", () => {
    const times = [
      { file: "a.test.ts", ms: 0, processorMs: 16_000 },
      { file: "b.test.ts", ms: 0, processorMs: 40_000 },
      { file: "c.test.ts", ms: 0, processorMs: 2_000 }
    ]
    assert.deepStrictEqual(lowered({ "a.test.ts": 30, "b.test.ts": 30, "c.test.ts": 30, "d.test.ts": 30 }, times), {
      "b.test.ts": 30,
      "d.test.ts": 30,
      "a.test.ts": 24
    })
  })

  it("a file takes too much above its budget of processor time, a plain one above 20 s as well", () => {
    const time = { ms: 20_000, processorMs: 20_000 }
    assert.isNull(excessOf({ file: "a.test.ts", ...time }, {}))
    assert.include(excessOf({ file: "a.test.ts", ...time, processorMs: 20_001 }, {})!, "its budget is 20 s")
    assert.isNull(excessOf({ file: "a.test.ts", ...time, processorMs: 20_001 }, { "a.test.ts": 21 }))
    assert.include(excessOf({ file: "a.test.ts", ...time, ms: 20_001 }, {})!, "a plain file may take 20 s")
    assert.isNull(excessOf({ file: "a.program.test.ts", ...time, ms: 20_001 }, {}))
    assert.isNull(excessOf({ file: "a.test.ts", ms: 1 }, {}))
  })

  it("a file that takes too much alone fails the run of a quiet computer only", () => {
    const time = { file: "a.test.ts", ms: 1, processorMs: 20_001 }
    assert.isTrue(judge(time, 0.1, {}).failed)
    assert.isFalse(judge(time, 0.3, {}).failed)
    assert.isFalse(judge(time, null, {}).failed)
    assert.isFalse(judge({ ...time, processorMs: 20_000 }, 0, {}).failed)
  })

  it("a slower computer may take as much more", () => {
    const time = { file: "a.test.ts", ms: 30_000, processorMs: 30_000 }
    assert.isTrue(judge(time, 0, {}, 1.49).failed)
    assert.isFalse(judge(time, 0, {}, 1.5).failed)
    assert.isTrue(judge({ ...time, ms: 30_001 }, 0, {}, 1.5).failed)
    const slowness = measureSlowness()
    assert.isTrue(slowness >= 1 && slowness <= 3)
  })
})
