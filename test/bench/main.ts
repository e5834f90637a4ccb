import { mkdir, writeFile } from "node:fs/promises"
import { readArguments } from "./support/Arguments.ts"
import { besideCheckout } from "./support/Checkout.ts"
import { machine } from "./support/Machine.ts"
import type { Outcome, Scenario } from "./support/Measure.ts"
import { watchOthers } from "./support/Others.ts"
import { Plan } from "./support/Plan.ts"
import { dropTemplate } from "./support/Postgres.ts"
import { pinning, stopAll } from "./support/Program.ts"
import { table } from "./support/Table.ts"
import { judge, verdicts } from "./support/Targets.ts"
import { inQuickRun, onRequest, scenarios } from "./scenarios/all.ts"
import { targets } from "./scenarios/targets.ts"

const names = (some: ReadonlyArray<Scenario>) => some.map(({ name }) => name)
const usage =
  "npm run bench -- [--quick] [--runs 5] [--against <another checkout>] [--minutes 30] [--storm 10000] [--memory 90] " +
  `[${[...names(scenarios), ...names(onRequest)].join("] [")}]\n` +
  `Without names all run but ${names(onRequest).join(", ")}; --minutes is for soak.\n` +
  `A quick run without names has ${names(inQuickRun).join(", ")}.\n` +
  "--storm says how many bridges come in the scenario of that name, 250 a second.\n" +
  "--memory says for how many seconds the scenario console watches the page's memory."

const asked = readArguments(process.argv.slice(2), names(scenarios), names(onRequest), names(inQuickRun))
if (asked === null) {
  console.error(usage)
  process.exit(2)
}
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(
    signal,
    () =>
      void stopAll()
        .then(dropTemplate)
        .finally(() => process.exit(1))
  )

const facts = machine()
const plan = new Plan(asked)
const began = performance.now()
if (!pinning) console.log("taskset or a second core is missing: servers and loads share the cores they find.")
if (facts.busy_at_start) console.log(`BUSY: the load average is ${facts.load_average[0]!.toFixed(2)} at the start.`)
const outcomes: Record<string, Outcome & { readonly about: string }> = {}
for (const { about, name, run } of [...scenarios, ...onRequest].filter(({ name }) => asked.chosen.includes(name))) {
  const scenarioBegan = performance.now()
  const others = watchOthers()
  try {
    const outcome = asked.against === undefined ? await run(plan) : await besideCheckout(asked.against, name, plan)
    outcomes[name] = { about, ...outcome, around: others() }
    console.log(table(`${name}: ${about}`, outcomes[name]))
  } catch (error) {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  } finally {
    await stopAll()
  }
  console.log(`  (${((performance.now() - scenarioBegan) / 1000).toFixed(0)} s)\n`)
}

await dropTemplate()
const busy = facts.busy_at_start || Object.values(outcomes).some(({ around }) => around?.busy === true)
const ours = targets.filter(({ scenario }) => asked.against === undefined && asked.chosen.includes(scenario))
const judged = ours.map((target) => judge(target, outcomes))
if (judged.length > 0) console.log(`${verdicts(judged)}\n`)
if (busy) console.log("BUSY: the machine had other work; the run is marked so.")
const folder = new URL("../../bench-results/", import.meta.url)
await mkdir(folder, { recursive: true })
const at = new Date().toISOString()
const file = new URL(`${at.replaceAll(":", "-")}.json`, folder)
const seconds = Math.round((performance.now() - began) / 1000)
const result = { at, quick: plan.quick, rounds: plan.rounds(), seconds, busy, machine: facts }
await writeFile(file, `${JSON.stringify({ ...result, targets: judged, scenarios: outcomes }, null, 2)}\n`)
console.log(`Written to bench-results/${file.pathname.split("/").at(-1)} after ${seconds} s`)
