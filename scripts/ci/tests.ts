// node scripts/run.mjs scripts/ci/tests.ts <file for the counts> [arguments of vitest]: runs the tests, and each file
// that failed once more alone. Writes "<passed> <failed>" to the file, and ends with code 0 if nothing failed for good.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { filesOf, type Flake, outcomeOf, told } from "./report.ts"

const vitest = join(import.meta.dirname, "../../node_modules/vitest/vitest.mjs")
const [counts = "", ...args] = process.argv.slice(2)
const root = process.cwd()
const folder = mkdtempSync(join(tmpdir(), "fleet-tests-"))

/** One run of vitest: what its files came to, and whether it ended well. */
const run = (name: string, more: ReadonlyArray<string>) => {
  const report = join(folder, `${name}.json`)
  const faults = join(folder, `${name}.faults`)
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    `--reporter=${join(import.meta.dirname, "faults.ts")}`
  ]
  const env = { ...process.env, FLEET_TEST_FAULTS: faults }
  const { status } = spawnSync(process.execPath, [vitest, "run", ...args, ...reporters, ...more], {
    stdio: "inherit",
    env
  })
  try {
    const files = filesOf(JSON.parse(readFileSync(report, "utf8")), root)
    return { files, faults: Number(readFileSync(faults, "utf8")), ended: status }
  } catch {
    return { files: [], faults: 1, ended: status }
  }
}

const knownFlakes = (): ReadonlyArray<Flake> => {
  try {
    return JSON.parse(readFileSync(join(root, "test/flaky.json"), "utf8"))
  } catch {
    return []
  }
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
  console.log(told(outcome).join("\n"))
  writeFileSync(counts, `${outcome.passed} ${outcome.failed + broken}`)
  process.exitCode = outcome.failed + broken === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
