// node scripts/run.mjs scripts/ci/tests.ts <file for the counts> [arguments of vitest]: runs the tests, and each file
// that failed, or took longer than it may, once more alone. Writes "<passed> <failed>" to the file, and ends with code 0
// if nothing failed for good.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { excessOf, judge, readBudgets, type Time } from "./budgets.ts"
import { watchOtherWork } from "./otherWork.ts"
import type { Recorded } from "./record.ts"
import { filesOf, type Flake, outcomeOf, told } from "./report.ts"
import { measureSlowness } from "./slowness.ts"

const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs")
const [counts = "", ...args] = process.argv.slice(2)
const root = process.cwd()
const folder = mkdtempSync(join(tmpdir(), "fleet-tests-"))

/** One run of vitest: what its files came to, and whether it ended well. */
const run = (name: string, more: ReadonlyArray<string>) => {
  const report = join(folder, `${name}.json`)
  const record = join(folder, `${name}.record`)
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--reporter=${join(import.meta.dirname, "record.ts")}`
  ]
  const env = { ...process.env, FLEET_TEST_RECORD: record }
  const { status } = spawnSync(process.execPath, [vitest, "run", ...args, ...reporters, ...more], {
    stdio: "inherit",
    env
  })
  try {
    const files = filesOf(JSON.parse(readFileSync(report, "utf8")), root)
    const { faults, times }: Recorded = JSON.parse(readFileSync(record, "utf8"))
    return { files, faults, times, ended: status }
  } catch {
    return { files: [], faults: 1, times: [], ended: status }
  }
}

const knownFlakes = (): ReadonlyArray<Flake> => {
  try {
    return JSON.parse(readFileSync(join(root, "test/flaky.json"), "utf8"))
  } catch {
    return []
  }
}

/** How many files are run again for their time. */
const judged = 10

/** Runs again, alone, the files that took too much: how many took too much then, too. */
const tooSlow = (times: ReadonlyArray<Time>): number => {
  const budgets = readBudgets(root)
  const slowness = measureSlowness()
  // Beside other files each takes longer than alone: one that keeps its budget here keeps it alone, too.
  const over = times
    .filter((time) => excessOf(time, budgets, slowness) !== null)
    .toSorted((left, right) => right.ms - left.ms)
  if (over.length === 0) return 0
  console.log(`\nThis computer needs ${slowness.toFixed(2)} times the processor time that budgets were measured with.`)
  return over.slice(0, judged).filter(({ file }, at) => {
    console.log(`\nOnce more, alone, for its time: ${file}`)
    const otherWork = watchOtherWork()
    const alone = run(`time-${at}`, [join(root, file)]).times.find((time) => time.file === file)
    if (alone === undefined) return false
    const { failed, words } = judge(alone, otherWork(), budgets, slowness)
    console.log(words)
    return failed
  }).length
}

/** Keeps what files took, so that `npm run budgets` can lower what they may take. */
const keepTimes = (times: ReadonlyArray<Time>) => {
  const cache = join(root, "node_modules/.cache")
  const kept = join(cache, "test-times.json")
  let before: Record<string, Time> = {}
  try {
    before = JSON.parse(readFileSync(kept, "utf8"))
  } catch {
    // There is none yet.
  }
  mkdirSync(cache, { recursive: true })
  for (const time of times) before[time.file] = time
  writeFileSync(kept, JSON.stringify(before))
}

try {
  const first = run("run", [])
  const failing = first.files.filter((result) => result.first !== undefined)
  let faults = first.faults
  const repeats = new Map(
    failing.map(({ file }, at) => {
      console.log(`\nOnce more, alone: ${file}`)
      const again = run(`repeat-${at}`, [join(root, file)])
      faults += again.faults
      return [file, again.files.find((result) => result.file === file)] as const
    })
  )
  const outcome = outcomeOf(first.files, repeats, knownFlakes())
  // A run can break without a failed file: of an error outside the tests, or of a process that died.
  const broken = faults > 0 ? faults : first.ended !== 0 && failing.length === 0 ? 1 : 0
  if (broken > 0) console.log(`\nErrors outside the tests: ${broken}`)
  const failed = outcome.failed + broken + tooSlow(first.times)
  keepTimes(first.times)
  console.log(told(outcome, first.times).join("\n"))
  writeFileSync(counts, `${outcome.passed} ${failed}`)
  process.exitCode = failed === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
