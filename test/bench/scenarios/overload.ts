import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"

export const ours = "ours on Postgres"
export const embedded = "ours on the embedded database"

export const overload: Scenario = {
  name: "overload",
  about: "reads of a newest value, three times as many as the most it answers, over 512 connections",
  run: async (plan) => {
    const ms = plan.pick(60_000, 6000)
    const subject = async (name: string, databaseUrl: string | null): Promise<Subject> => {
      const server = await startOurs(databaseUrl === null ? {} : { databaseUrl })
      const feeder = await start("loads/rest.ts", { core: "load" })
      await feeder.ask("feed", server.facts)
      const load = await start("loads/overload.ts", { core: "load" })
      return {
        name,
        run: () =>
          load.ask<Figures>("overload", {
            facts: server.facts,
            ms,
            peakMs: plan.pick(5000, 1500),
            serverPid: server.pid
          })
      }
    }
    const databaseUrl = await temporaryDatabase()
    const subjects = databaseUrl === null ? [await subject(embedded, null)] : [await subject(ours, databaseUrl)]
    return {
      rows: await measure(subjects, 1),
      notes: [
        `One round: ${ms / 1000} s of overload. Latency counts from when a read was due; a reader gives up after 5 s.`,
        "recovery_s: until the last read that took over twice as long as before, at a fifth of the most."
      ],
      ratios: {}
    }
  }
}
