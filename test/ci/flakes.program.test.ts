import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { type Flake, filesOf, outcomeOf, type Report, told } from "../../scripts/ci/report.ts"
import { temporaryFolder } from "../support/Temporary.ts"

type Results = Report["testResults"]

/** A file of a report whose tests have these names and statuses. */
const file = (name: string, tests: Readonly<Record<string, string>>, ms = 10): Results[number] => ({
  name: `/repository/test/${name}`,
  status: Object.values(tests).includes("failed") ? "failed" : "passed",
  message: "",
  startTime: 1000,
  endTime: 1000 + ms,
  assertionResults: Object.entries(tests).map(([fullName, status]) => ({
    fullName,
    status,
    failureMessages: status === "failed" ? ["\u001B[31mError: no\u001B[39m\n  at somewhere"] : []
  }))
})

const filesIn = (...testResults: Results) => filesOf({ testResults }, "/repository")

/** What a run comes to whose failed files were repeated with these results. */
const outcome = (first: Results, again: Results = [], known: ReadonlyArray<Flake> = []) =>
  outcomeOf(filesIn(...first), new Map(filesIn(...again).map((result) => [result.file, result])), known)

describe("a test file that failed", () => {
  it("a test file that failed and passes alone is flaky, and counts once, by its repeat", () => {
    const first = [file("a.test.ts", { one: "passed", two: "failed" }), file("b.test.ts", { three: "passed" })]
    const { failed, flakes, passed } = outcome(first, [file("a.test.ts", { one: "passed", two: "passed" })])
    assert.deepStrictEqual([passed, failed], [3, 0])
    assert.deepStrictEqual(flakes, [{ file: "test/a.test.ts", test: "two", error: "Error: no", known: false }])
  })

  it("a test file that failed and fails again has failed", () => {
    const broken = [file("a.test.ts", { one: "failed", two: "failed" })]
    const { failed, flakes, passed } = outcome(broken, [file("a.test.ts", { one: "passed", two: "failed" })])
    assert.deepStrictEqual([passed, failed, flakes], [1, 1, []])
  })

  it("a test file that failed and is not among what its repeat ran, or runs nothing there, has failed", () => {
    const broken = [file("a.test.ts", { one: "passed", two: "failed" })]
    for (const again of [[], [file("a.test.ts", {})]]) {
      const { failed, flakes, passed } = outcome(broken, again)
      assert.deepStrictEqual([passed, failed, flakes], [1, 1, []])
    }
  })

  it("a test file that failed without a test, because it did not load, is one failure with what it said", () => {
    const unloaded = { ...file("a.test.ts", {}), status: "failed", message: "SyntaxError: what\n  at there" }
    const [result] = filesIn(unloaded)
    assert.deepInclude(result, { passed: 0, failed: 1 })
    assert.deepStrictEqual(result?.first, { file: "test/a.test.ts", test: "", error: "SyntaxError: what" })
  })

  it("a test file that failed is told under FLAKY as a line for test/flaky.json, and as known where it stands there", () => {
    const first = [file("a.test.ts", { one: "failed" }), file("b.test.ts", { two: "failed" })]
    const again = [file("a.test.ts", { one: "passed" }), file("b.test.ts", { two: "passed" })]
    const known = [{ file: "test/b.test.ts", test: "another", error: "Error: once" }]
    const lines = told(outcome(first, again, known))
    const heading = lines.findIndex((line) => line.startsWith("FLAKY"))
    assert.deepStrictEqual(lines.slice(heading + 1), [
      '{"file":"test/a.test.ts","test":"one","error":"Error: no"}',
      'known: {"file":"test/b.test.ts","test":"two","error":"Error: no"}'
    ])
  })

  it("no test file is reported as failed where none failed", () => {
    assert.notInclude(told(outcome([file("a.test.ts", { one: "passed", two: "skipped" })])).join("\n"), "FLAKY")
  })
})

describe("the ten slowest files", () => {
  const files = (...ms: ReadonlyArray<number>) => ms.map((each, at) => file(`${at}.test.ts`, { one: "passed" }, each))

  it("the ten slowest files are listed at the end of a run, the slowest first", () => {
    const lines = told(outcome(files(...Array.from({ length: 12 }, (_, at) => at * 1000))))
    assert.deepStrictEqual(lines.slice(1, 3), [
      "The slowest files, and their processor time:",
      "    11.0 s   test/11.test.ts"
    ])
    assert.lengthOf(lines.slice(2), 10)
  })

  it("the ten slowest files are listed with their processor time, and how much of the time was loading", () => {
    const times = [
      { file: "test/a.test.ts", ms: 3000, processorMs: 1500, loadMs: 500 },
      { file: "test/b.test.ts", ms: 1000, processorMs: 900, loadMs: 500 }
    ]
    assert.deepStrictEqual(told(outcome([]), times).slice(2), [
      "     3.0 s      1.5 s  test/a.test.ts",
      "     1.0 s      0.9 s  test/b.test.ts",
      "Loading files took 20 % of the workers' time."
    ])
  })

  it("the ten slowest files are not listed for a run of one file", () => {
    assert.deepStrictEqual(told(outcome(files(70_000))), [""])
  })
})

const runner = join(import.meta.dirname, "../../scripts/ci/tests.ts")

/** Runs the runner over a project of these files, and answers with its end, its counts and its words. */
const ci = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>) {
  const cwd = yield* temporaryFolder
  return yield* Effect.sync(() => {
    for (const [name, text] of Object.entries({
      "vitest.config.mjs": "export default { test: { globals: true } }",
      ...files
    })) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true })
      writeFileSync(join(cwd, name), text)
    }
    const env = { PATH: process.env.PATH, CI: "true", NO_COLOR: "1" }
    const { status, stdout } = spawnSync(process.execPath, [runner, "counts"], { cwd, env, encoding: "utf8" })
    return { status, counts: readFileSync(join(cwd, "counts"), "utf8"), stdout }
  })
})

/** A test that fails in its file's first run only. */
const failsOnce = `
  import { existsSync, writeFileSync } from "node:fs"
  test("fails once", () => {
    const ran = existsSync("ran")
    writeFileSync("ran", "")
    expect(ran).toBe(true)
  })
  test("passes", () => {})`

describe("the runner of the tests in CI", () => {
  it.live("the runner of the tests in CI is green over a flaky test, whose file it repeats alone and names", () =>
    Effect.gen(function* () {
      const { counts, status, stdout } = yield* ci({
        "test/flaky.test.mjs": failsOnce,
        "test/sound.test.mjs": `test("is sound", () => {})`
      })
      assert.deepStrictEqual([status, counts], [0, "3 0"])
      assert.include(stdout, "Once more, alone: test/flaky.test.mjs")
      assert.include(stdout, '{"file":"test/flaky.test.mjs","test":"fails once","error":"AssertionError')
      assert.notInclude(stdout, "known:")
    })
  )

  it.live(
    "the runner of the tests in CI is red over a test that fails twice, and says of a known flake that it is known",
    () =>
      Effect.gen(function* () {
        const { counts, status, stdout } = yield* ci({
          "test/flaky.json": `[{ "file": "test/flaky.test.mjs", "test": "fails once", "error": "" }]`,
          "test/flaky.test.mjs": failsOnce,
          "test/broken.test.mjs": `test("is broken", () => { throw new Error("always") })`
        })
        assert.deepStrictEqual([status, counts], [1, "2 1"])
        assert.include(stdout, 'known: {"file":"test/flaky.test.mjs"')
      })
  )

  it.live("the runner of the tests in CI is red over an error outside the tests, though every test passes", () =>
    Effect.gen(function* () {
      const { counts, status } = yield* ci({
        "test/stray.test.mjs": `test("passes", () => void setTimeout(() => { throw new Error("stray") }))
          test("waits", () => new Promise((resolve) => setTimeout(resolve, 50)))`
      })
      assert.deepStrictEqual([status, counts], [1, "2 1"])
    })
  )

  it.live("the runner of the tests in CI repeats a file alone that took more than its budget, and judges that", () =>
    Effect.gen(function* () {
      const measured = join(import.meta.dirname, "../support/processorTime.ts")
      const { stdout } = yield* ci({
        "vitest.config.mjs": `export default { test: { globals: true, setupFiles: [${JSON.stringify(measured)}] } }`,
        "test/budgets.json": `{ "test/greedy.test.mjs": 0.1 }`,
        "test/greedy.test.mjs": `
          const spent = () => process.cpuUsage().user + process.cpuUsage().system
          test("works", () => { for (const end = spent() + 400_000; spent() < end;); })`,
        "test/modest.test.mjs": `test("is quick", () => {})`
      })
      assert.include(stdout, "Once more, alone, for its time: test/greedy.test.mjs")
      assert.match(
        stdout,
        /(?:TOO SLOW|Not judged, as the computer had other work): test\/greedy.test.mjs took 0\.\d s/
      )
      assert.notInclude(stdout, "for its time: test/modest.test.mjs")
    })
  )
})
