import type { OurFacts } from "../servers/facts.ts"
import { migratedFolder, startBareDatabase } from "../support/BareDatabase.ts"
import { type Figures, measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { type Program, start } from "../support/Program.ts"

const robots = 8
const days = 80

export const on = { postgres: "Postgres", embedded: "the embedded database" } as const
export const ours = (database: string) => `ours on ${database}`
export const bare = (database: string) => `bare unnest insert on ${database}`

export const recording: Scenario = {
  name: "recording",
  about: `backlogs of ${robots} robots, recorded: from the bridge's frame until it is in the database`,
  run: async (plan) => {
    const ms = plan.pick(10_000, 2000)
    const recording = async (server: Program<OurFacts>, name: string): Promise<Subject> => {
      const load = await start("loads/recording.ts", { core: "load" })
      await load.ask("open", { facts: server.facts, count: robots, days })
      return {
        name,
        run: async () => {
          const figures = await load.ask<Figures>("record", { ms, serverPid: server.pid })
          return { ...figures, ...(await load.ask<Figures>("missing")) }
        }
      }
    }
    const inserting = (database: Program<unknown>, name: string): Subject => ({
      name,
      run: () => database.ask<Figures>("unnest", { ms })
    })
    const databaseUrl = await temporaryDatabase()
    const rows = await measure(
      [
        ...(databaseUrl === null
          ? []
          : [
              await recording(await startOurs({ databaseUrl }), ours(on.postgres)),
              inserting(await startBareDatabase({ databaseUrl }), bare(on.postgres))
            ]),
        await recording(await startOurs(), ours(on.embedded)),
        inserting(await startBareDatabase({ migratedFolder: await migratedFolder() }), bare(on.embedded))
      ],
      plan.rounds(2)
    )
    return {
      rows,
      notes: [
        plan.said(plan.rounds(2), ms),
        "unrecorded: dropped and counted by the service; missing: sent and not in the history that it answers, all rounds.",
        "The bare inserts write 5,000 rows a commit to a table with the columns and indexes of the service's."
      ],
      ratios: Object.assign(
        {},
        ...Object.values(on).map((database) => ratio(rows, "samples_per_s", ours(database), bare(database)))
      )
    }
  }
}
