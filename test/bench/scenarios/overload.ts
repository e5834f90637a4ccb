import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"

const database = { postgres: "ours on Postgres", embedded: "ours on the embedded database" } as const
/** Fewer connections than the service answers requests at once, so that all are answered; and more, so that some are refused. */
const connections = [512, 2500] as const

const row = (name: string, many: number) => `${name}, ${many} connections`
export const rows = Object.values(database).flatMap((name) => connections.map((many) => row(name, many)))

export const overload: Scenario = {
  name: "overload",
  about: "reads, services and samples from bridges, three times as much as the most that ends well",
  run: async (plan) => {
    const ms = plan.pick(60_000, 5000)
    const databaseUrl = await temporaryDatabase()
    const name = databaseUrl === null ? database.embedded : database.postgres
    const server = await startOurs(databaseUrl === null ? {} : { databaseUrl })
    const subjects = (plan.quick ? connections.slice(0, 1) : connections).map((many): Subject => ({
      name: row(name, many),
      run: async () => {
        const load = await start("loads/overload.ts", { core: "load" })
        const figures = await load.ask<Figures>("overload", {
          facts: server.facts,
          connections: many,
          ms,
          stepMs: plan.pick(3000, 1000),
          factor: plan.pick(1.3, 1.6),
          calmMs: plan.pick(10_000, 3000),
          serverPid: server.pid
        })
        await load.stop()
        return figures
      }
    }))
    return {
      rows: await measure(subjects, 1),
      notes: [
        `One round: ${ms / 1000} s of overload. Of twenty, twelve are reads, seven samples to one subscriber each, one starts a service.`,
        "Latency counts from when something was due; whoever has waited 5 s gives up. Refused: 409 (that service runs), 429 and 503.",
        "Unsent: no connection was free, or 64 KiB of samples waited for the network; nobody waits in a line of the load's own.",
        "_of_peak: what ended well under overload, of what did at the most; least_kind: of reads, commands and samples the least.",
        "per_core: the same for each second of the server's core: what it shows is the service, however busy the machine.",
        "Before and after, a fifth of the most is offered.",
        "recovery_s: until the last half second whose p99 was over twice that of before."
      ],
      ratios: {}
    }
  }
}
