// npm run test:all -- [plain] [pg] [program]: the lanes as CI runs them, one after the other, each on its database.
// With --nightly each lane runs on both databases, with all that takes longer than a change may wait for.
// With --counts <file> it writes "<passed> <failed>" there.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir, totalmem } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { type Lane, lanes } from "../../test/support/lanes.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { nightly: { type: "boolean", default: false }, counts: { type: "string" } }
})
const chosen = positionals.length === 0 ? lanes : lanes.filter((lane) => positionals.includes(lane))
const unknown = positionals.filter((name) => !lanes.some((lane) => lane === name))
if (unknown.length > 0) {
  console.error(`There is no lane "${unknown[0]}": ${lanes.join(", ")}.`)
  process.exit(2)
}

const address = process.env["TEST_DATABASE_URL"] || "postgres://postgres@127.0.0.1:5432/postgres"
const answers = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port || 5432), hostname, () => resolve(socket.destroy() !== undefined))
  socket.once("error", () => resolve(false))
})

interface Step {
  readonly lane: Lane
  readonly database: "embedded" | "Postgres"
}

const inCi = (lane: Lane): Step => ({ lane, database: lane === "pg" && answers ? "Postgres" : "embedded" })
const other = ({ database, lane }: Step): ReadonlyArray<Step> =>
  database === "Postgres" ? [{ lane, database: "embedded" }] : answers ? [{ lane, database: "Postgres" }] : []

const first = chosen.map(inCi)
const steps = values.nightly ? [...first, ...first.flatMap(other)] : first
const folder = mkdtempSync(join(tmpdir(), "fleet-lanes-"))
let passed = 0
let failed = 0

/** Programs and browsers are mostly waited for: more files at a time keep two cores busy. Each may take 2 GB. */
const workersOf = (lane: Lane): ReadonlyArray<string> =>
  lane === "program" && totalmem() > 16e9 ? ["--maxWorkers", "6"] : []

/** Runs a part in a process of its own, under a heading, and says how long it took. */
const part = (name: string, program: string, args: ReadonlyArray<string>, env: NodeJS.ProcessEnv = {}) => {
  const began = performance.now()
  console.log(`\n=== ${name}`)
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, "../..", program), ...args], {
    stdio: "inherit",
    env: { ...process.env, ...env }
  })
  console.log(`(${Math.round((performance.now() - began) / 1000)} s)`)
  return status === 0
}

/** Adds what vitest counted; a run that broke without a failed test is one failure. */
const run = ({ database, lane }: Step) => {
  const counts = join(folder, `${lane}-${database}`)
  const ended = part(
    `tests of the lane "${lane}", on ${database === "Postgres" ? "Postgres" : "the embedded database"}`,
    "scripts/ci/tests.ts",
    [counts, "--config", "test/vitest.config.ts", "--project", lane, ...workersOf(lane)],
    {
      TEST_DATABASE_URL: database === "Postgres" ? address : undefined,
      TEST_EFFORT: values.nightly ? "nightly" : "ci"
    }
  )
  let counted: ReadonlyArray<number> = [0, 0]
  try {
    counted = readFileSync(counts, "utf8").split(" ").map(Number)
  } catch {
    // The run ended before it counted.
  }
  const [good = 0, bad = 0] = counted
  passed += good
  failed += !ended && bad === 0 ? 1 : bad
}

const began = performance.now()
try {
  if (!answers) console.log(`No Postgres answers: the lane "pg" runs on the embedded database.`)
  for (const step of steps) run(step)
  if (values.nightly && chosen.includes("plain")) {
    const held = part("simulation of 5,000 seeds", "test/simulation/main.ts", ["--seeds", "5000"])
    if (held) passed++
    else failed++
  }
} finally {
  rmSync(folder, { recursive: true })
}
if (values.counts === undefined) {
  console.log(`\nAll of it took ${Math.round((performance.now() - began) / 1000)} s.`)
  console.log(`${passed} passed, ${failed} failed`)
} else {
  writeFileSync(values.counts, `${passed} ${failed}`)
}
process.exitCode = failed === 0 ? 0 : 1
