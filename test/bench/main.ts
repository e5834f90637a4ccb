import { mkdir, writeFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { besideCheckout } from "./support/Checkout.ts"
import { machine } from "./support/Machine.ts"
import type { Outcome, Scenario } from "./support/Measure.ts"
import { pinning, stopAll } from "./support/Program.ts"
import { table } from "./support/Table.ts"
import { bootTime } from "./scenarios/boot.ts"
import { busy } from "./scenarios/busy.ts"
import { commands } from "./scenarios/commands.ts"
import { fanout } from "./scenarios/fanout.ts"
import { ingest } from "./scenarios/ingest.ts"
import { memory } from "./scenarios/memory.ts"
import { rest } from "./scenarios/rest.ts"
import { signIns } from "./scenarios/signIns.ts"

const scenarios: ReadonlyArray<Scenario> = [fanout, ingest, commands, rest, signIns, memory, busy, bootTime]

const usage = `npm run bench -- [--runs 5] [--against <another checkout>] [${scenarios.map(({ name }) => name).join("] [")}]`

const read = () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: "string", default: "5" }, against: { type: "string" } }
  })
  const runs = Number(values.runs)
  const unknown = positionals.filter((name) => !scenarios.some((scenario) => scenario.name === name))
  if (!Number.isInteger(runs) || runs < 1 || unknown.length > 0) {
    console.error(usage)
    process.exit(2)
  }
  return {
    runs,
    against: values.against,
    chosen: scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  }
}

const { against, chosen, runs } = read()
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stopAll().finally(() => process.exit(1)))

const facts = machine()
if (!pinning) console.log("taskset or a second core is missing: servers and loads share the cores they find.")
const outcomes: Record<string, Outcome & { readonly about: string }> = {}
for (const { about, name, run } of chosen) {
  const began = performance.now()
  try {
    const outcome = against === undefined ? await run(runs) : await besideCheckout(against, name, runs)
    outcomes[name] = { about, ...outcome }
    console.log(table(`${name}: ${about}`, outcome))
  } catch (error) {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  } finally {
    await stopAll()
  }
  console.log(`  (${((performance.now() - began) / 1000).toFixed(0)} s)\n`)
}

const folder = new URL("../../bench-results/", import.meta.url)
await mkdir(folder, { recursive: true })
const at = new Date().toISOString()
const file = new URL(`${at.replaceAll(":", "-")}.json`, folder)
await writeFile(file, `${JSON.stringify({ at, runs, machine: facts, scenarios: outcomes }, null, 2)}\n`)
console.log(`Written to bench-results/${file.pathname.split("/").at(-1)}`)
