import { measure, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { type Program, start, withCpu } from "../support/Program.ts"

const bridges = [1, 8]

interface Received {
  readonly samples: number
  readonly atMs: number
}

/** Samples that a server took per second while its bridges sent all they could. */
const flooded = async (server: Program<unknown>, load: Program<unknown>, ms: number) => {
  const flood = load.ask("flood", ms + 600)
  await new Promise((resolve) => setTimeout(resolve, 300))
  const before = await server.ask<Received>("received")
  const figures = await withCpu({ server_cpu: server.pid, load_cpu: load.pid }, async () => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    const after = await server.ask<Received>("received")
    return { samples_per_s: ((after.samples - before.samples) / (after.atMs - before.atMs)) * 1000 }
  })
  const each = { server_us_each: (figures.server_cpu * 1e6) / figures.samples_per_s }
  await flood
  return { ...figures, ...each }
}

export const ingest: Scenario = {
  name: "ingest",
  about: "150-byte samples from bridges: validated, kept as latest value, nobody subscribed",
  run: async (plan) => {
    const ms = plan.pick(5000, 1000)
    const server = await startOurs()
    const load = await start("loads/ingest.ts", { core: "load" })
    const rows = await measure(
      bridges.map((count) => ({
        name: `ours, ${count} ${count === 1 ? "bridge" : "bridges"}`,
        run: async () => {
          await load.ask("open", { facts: server.facts, count })
          return flooded(server, load, ms)
        }
      })),
      plan.rounds(3)
    )
    return { rows, notes: [plan.said(plan.rounds(3), ms)], ratios: {} }
  }
}
