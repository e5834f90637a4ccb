import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"

/** An alert moves once a second at most, and there are eight. */
const perSecond = 6

export const onEmbedded = "on the embedded database"
export const onPostgres = "on Postgres"
export const rows: ReadonlyArray<string> = [onPostgres, onEmbedded]

export const alerts: Scenario = {
  name: "alerts",
  about: `from a sample that fires or ends an alert to its org event, ${perSecond} a second`,
  run: async (plan) => {
    const ms = plan.pick(10_000, 1500)
    const databaseUrl = await temporaryDatabase()
    const servers = [
      [onEmbedded, await startOurs()] as const,
      ...(databaseUrl === null ? [] : [[onPostgres, await startOurs({ databaseUrl })] as const])
    ]
    const subjects: Array<Subject> = []
    for (const [name, { facts, pid }] of servers) {
      const load = await start("loads/alerts.ts", { core: "load" })
      await load.ask("open", facts)
      // The first of them are not compiled yet.
      await load.ask("moves", { ms: 1500, perSecond, serverPid: pid })
      subjects.push({ name, run: () => load.ask<Figures>("moves", { ms, perSecond, serverPid: pid }) })
    }
    const rounds = plan.rounds(2)
    return {
      rows: await measure(subjects, rounds),
      notes: [plan.said(rounds, ms), "An event is sent after the state, its audit event and its history are stored."],
      ratios: {}
    }
  }
}
