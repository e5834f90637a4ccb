import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { batchSize, runInBatches } from "./batches.ts"
import { openWorlds } from "./openWorlds.ts"
import { runSeed } from "./runSeed.ts"

/** npm run sim -- --seeds 1000 [--from 0], or --seed 0x2a [--trace [file]]. */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    from: { type: "string", default: "0" },
    seed: { type: "string" },
    trace: { type: "boolean", default: false },
    to: { type: "string" },
    twice: { type: "boolean", default: false },
    stop: { type: "boolean", default: false }
  }
})

const all = Number(values.seeds)
if (values.seed === undefined && all > batchSize) {
  const options = [...(values.twice ? ["--twice"] : []), ...(values.stop ? ["--stop"] : [])]
  const failed = runInBatches(fileURLToPath(import.meta.url), Number(values.from), all, options)
  console.log(`${all} seeds, ${failed} groups of ${batchSize} with failures`)
  process.exit(failed === 0 ? 0 : 1)
}

const one = values.seed === undefined ? null : Number(values.seed)
const first = one ?? Number(values.from)
const count = one === null ? Number(values.seeds) : 1
const worlds = await openWorlds()
const began = process.hrtime.bigint()
const failed: Array<number> = []
let steps = 0
let ms = 0

const hex = (seed: number) => `0x${seed.toString(16)}`

for (let seed = first; seed < first + count; seed++) {
  const run = await runSeed(seed, worlds, values.trace)
  steps += run.steps
  ms += run.lastedMs
  if (values.trace) {
    if (values.to === undefined) console.log(run.trace.join("\n"))
    else writeFileSync(values.to, `${run.trace.join("\n")}\n`)
  }
  if (values.twice) {
    const again = await runSeed(seed, worlds, values.trace)
    if (values.trace && values.to !== undefined) writeFileSync(`${values.to}.again`, `${again.trace.join("\n")}\n`)
    if (again.digest !== run.digest) {
      console.log(`seed ${hex(seed)} has two histories: ${run.digest} and ${again.digest}`)
      failed.push(seed)
    }
  }
  if (run.violations.length === 0) continue
  failed.push(seed)
  console.log(`seed ${hex(seed)} breaks a rule:`)
  for (const violation of run.violations) console.log(`  ${violation}`)
  console.log(`  again: npm run sim -- --seed ${hex(seed)} --trace`)
  if (values.stop) break
}

const seconds = Number((process.hrtime.bigint() - began) / 1_000_000n) / 1000
console.log(
  `${count} seeds, ${failed.length} failed, ${(count / seconds).toFixed(2)} seeds/s, ` +
    `${steps} steps, ${Math.round(ms / 60_000)} simulated minutes in ${seconds.toFixed(1)} s`
)
await worlds.close()
process.exitCode = failed.length === 0 ? 0 : 1
