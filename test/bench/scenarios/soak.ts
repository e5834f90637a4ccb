import { robots as first } from "../servers/facts.ts"
import type { Figures, Row, Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"
import { slope } from "../support/Stats.ts"
import { hertz, readers, robots } from "./fleet.ts"

/** Of each minute; what is left is for the collector and the look at memory. */
const measuredMs = 58_000

interface Memory {
  readonly rss: number
  readonly heap: number
}

export const soak: Scenario = {
  name: "soak",
  about: `${robots} robots at ${hertz} Hz with ${readers} readers each, minute by minute`,
  run: async (plan) => {
    const databaseUrl = await temporaryDatabase()
    const more = robots - first
    const nodeArgs = ["--expose-gc"]
    const server = await startOurs(databaseUrl === null ? { more, nodeArgs } : { more, nodeArgs, databaseUrl })
    const load = await start("loads/fleet.ts", { core: "load" })
    const target = { kind: "ours", facts: server.facts, inlet: "bridge" }
    await load.ask("open", { target, count: robots, readers })
    const minutes: Array<Row> = []
    for (let minute = 1; minute <= plan.minutes; minute++) {
      const paced = await load.ask<Figures>("paced", { ms: plan.pick(measuredMs, 5000), hertz, serverPid: server.pid })
      const { heap, rss } = await server.ask<Memory>("memory")
      const median = { ...paced, heap_mb: heap / 1e6, rss_mb: rss / 1e6 }
      minutes.push({ name: `minute ${minute}`, median, runs: [median] })
      console.log(
        `  minute ${minute}: heap ${(heap / 1e6).toFixed(1)} MB, RSS ${(rss / 1e6).toFixed(1)} MB, ` +
          `p50 ${paced["p50_ms"]!.toFixed(2)} ms, p99 ${paced["p99_ms"]!.toFixed(2)} ms, lost ${paced["lost"]}`
      )
    }
    const perHour = (figure: string) =>
      60 * slope(minutes.map(({ median }, minute) => [minute, median[figure]!] as const))
    const steepness = {
      heap_mb_per_h: perHour("heap_mb"),
      rss_mb_per_h: perHour("rss_mb"),
      p99_ms_per_h: perHour("p99_ms")
    }
    return {
      rows: [...minutes, { name: "slope", median: steepness, runs: [steepness] }],
      notes: [
        `${databaseUrl === null ? "On the embedded database" : "On Postgres"}. Memory is read after a collection, at the end of each minute.`
      ],
      ratios: {}
    }
  }
}
