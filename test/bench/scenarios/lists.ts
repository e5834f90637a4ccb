import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"
import { roundsSaid } from "../support/Plan.ts"

const sizes = [1000, 10_000]

export const cold = (count: number) => `${count} robots, first time`
export const warm = (count: number) => `${count} robots, again`

/** One of them, and as many as have their configurations already. */
const beside = 9

export const lists: Scenario = {
  name: "lists",
  about: "GET /api/robots of an org with many robots, each with a configuration, on Postgres where there is one",
  run: async (plan) => {
    const load = await start("loads/lists.ts", { core: "load" })
    const subjects: Array<Subject> = []
    const rounds = plan.rounds(3)
    for (const count of sizes) {
      let runs: { readonly first: Figures; readonly again: Figures } | undefined
      const fresh = async () => {
        const databaseUrl = await temporaryDatabase()
        const more = count - beside
        const server = await startOurs(databaseUrl === null ? { more } : { more, databaseUrl })
        const first = await load.ask<Figures>("list", { facts: server.facts, times: 1 })
        const again = await load.ask<Figures>("list", { facts: server.facts, times: plan.pick(40, 10) })
        await server.stop()
        return (runs = { first, again })
      }
      subjects.push({
        name: cold(count),
        run: async () => {
          const { items, p50_ms } = (await fresh()).first as { readonly items: number; readonly p50_ms: number }
          return { items, p50_ms }
        }
      })
      subjects.push({ name: warm(count), run: async () => runs!.again })
    }
    return {
      rows: await measure(subjects, rounds),
      notes: [
        `Medians of ${roundsSaid(rounds)}, each with a fresh server whose memory knows none of the robots; then ${plan.pick(40, 10)} more.`
      ],
      ratios: {}
    }
  }
}
