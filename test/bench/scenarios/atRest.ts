import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startDemo } from "../support/Demo.ts"
import type { Figures, Row, Scenario } from "../support/Measure.ts"
import { start, removable } from "../support/Program.ts"
import { allProcesses, below } from "../support/Processes.ts"
import { residentBytes } from "../support/Resident.ts"
import { sleep } from "../support/Schedule.ts"

export const server = "npm start: the server and its embedded database"

/** How long it rests before a whole run reads its memory: some of it is given back late. */
export const restS = 60

const row = (name: string, pids: ReadonlyArray<number>, more: Figures = {}): Row => {
  const known = pids.flatMap((pid) => residentBytes(pid) ?? [])
  const sum = (kind: "rss" | "pss" | "anonymous") => known.reduce((total, each) => total + each[kind], 0) / 1e6
  const median = {
    processes: known.length,
    rss_mb: sum("rss"),
    pss_mb: sum("pss"),
    anonymous_mb: sum("anonymous"),
    ...more
  }
  return { name, median, runs: [median] }
}

export const atRest: Scenario = {
  name: "atrest",
  about: "memory of what `npm start` runs, with its demo's two robots, and of the embedded database alone",
  run: async (plan) => {
    const rested_s = plan.pick(restS, 2)
    const folder = await mkdtemp(join(tmpdir(), "fleet-bench-at-rest-"))
    const demo = await startDemo(folder)
    await demo.flowing
    await sleep(rested_s * 1000)
    const rows = [
      row(server, [demo.pid], { rested_s }),
      row(
        "npm start: simulators, bridges, helpers",
        below(demo.pid, allProcesses()).map(({ pid }) => pid)
      )
    ]
    await demo.stop()
    const bare = await start("servers/bareNode.ts", { core: "server", nodeArgs: ["--expose-gc"] })
    await bare.ask("memory")
    rows.push(row("Node alone", [bare.pid]))
    await bare.ask("open", join(folder, "db"))
    // What the compiler of its WebAssembly took is given back some seconds later.
    await sleep(plan.pick(10_000, 5000))
    await bare.ask("memory")
    rows.push(row("Node and PGlite on the same folder", [bare.pid]))
    await bare.stop()
    await removable(() => rm(folder, { recursive: true, force: true }))()
    return {
      rows,
      notes: [`One run; read ${rested_s} s after the demo's data flowed. pss shares out what processes share.`],
      ratios: {}
    }
  }
}
