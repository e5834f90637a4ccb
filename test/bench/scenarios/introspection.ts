import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { roundsSaid } from "../support/Plan.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"

export const databases = ["Postgres", "embedded"] as const
type Database = (typeof databases)[number]

export const refresh = (database: Database) => `read the graph again, ${database}`
export const draft = (database: Database) => `put a draft, ${database}`
const publish = (database: Database) => `publish it, ${database}`

export const introspection: Scenario = {
  name: "introspection",
  about: "a robot that offers 2,000 topics of 200 types, and a draft that watches 200 of them",
  run: async (plan) => {
    const times = plan.pick(100, 20)
    const rounds = plan.rounds(3)
    const databaseUrl = await temporaryDatabase()
    const servers = [
      ["embedded", await startOurs()] as const,
      ...(databaseUrl === null ? [] : [["Postgres", await startOurs({ databaseUrl })] as const])
    ]
    const subjects: Array<Subject> = []
    for (const [database, { facts, pid }] of servers) {
      const load = await start("loads/introspection.ts", { core: "load" })
      await load.ask("open", facts)
      const ask = (name: string) => () => load.ask<Figures>(name, { times, serverPid: pid })
      // The first of them are not compiled yet.
      for (const name of ["refresh", "publish", "draft"]) await ask(name)()
      subjects.push({ name: refresh(database), run: ask("refresh") })
      subjects.push({ name: draft(database), run: ask("draft") })
      subjects.push({ name: publish(database), run: ask("publish") })
    }
    return {
      rows: await measure(subjects, rounds),
      notes: [
        `Medians of ${roundsSaid(rounds)} of ${times}, one after the other.`,
        "A refresh waits for the bridge, whose answer of some 130 KB is made beforehand. A publish asks it for 200 types first."
      ],
      ratios: {}
    }
  }
}
