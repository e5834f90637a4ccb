import { measure, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { type Program, start, withCpu } from "../support/Program.ts"

const bridges = [1, 8]
const ms = 1000

interface Received {
  readonly samples: number
  readonly atMs: number
}

/** Samples that a server took per second while its bridges sent all they could. */
const flooded = async (server: Program<unknown>, load: Program<unknown>) => {
  const flood = load.ask("flood", ms + 600)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const before = await server.ask<Received>("received")
  const figures = await withCpu({ server_cpu: server.pid, load_cpu: load.pid }, async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const after = await server.ask<Received>("received")
    return { samples_per_s: ((after.samples - before.samples) / (after.atMs - before.atMs)) * 1000 }
  })
  await flood
  return figures
}

export const ingest: Scenario = {
  name: "ingest",
  about: "150-byte samples from bridges: validated, kept as latest value, nobody subscribed",
  run: async (rounds) => {
    const server = await startOurs()
    const load = await start("loads/ingest.ts", { core: "load" })
    const rows = await measure(
      bridges.map((count) => ({
        name: `ours, ${count} ${count === 1 ? "bridge" : "bridges"}`,
        run: async () => {
          await load.ask("open", { facts: server.facts, count })
          return flooded(server, load)
        }
      })),
      rounds
    )
    return { rows, notes: [], ratios: {} }
  }
}
