import { type Figures, medians, type Row, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import type { Plan } from "../support/Plan.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start, withCpu } from "../support/Program.ts"

type Database = "postgres" | "embedded"

const perSecond = 100

export const alone = (database: Database) => `${database}: samples alone`
export const beside = (database: Database) => `${database}: samples beside ${perSecond} stills of 100 KB a second`

/** Samples of one robot, first alone and then beside the stills of 400 cameras. */
const measured = async (database: Database, plan: Plan): Promise<ReadonlyArray<Row>> => {
  const databaseUrl = database === "postgres" ? await temporaryDatabase() : undefined
  if (databaseUrl === null) return []
  const server = await startOurs(databaseUrl === undefined ? {} : { databaseUrl })
  const load = await start("loads/stills.ts", { core: "load" })
  const { cameras } = await load.ask<{ readonly cameras: number }>("open", { facts: server.facts })
  const ms = plan.pick(10_000, 5_000)
  const paced = (stillsPerSecond: number, forMs = ms) =>
    withCpu({ server_cpu: server.pid }, () => load.ask<Figures>("paced", { ms: forMs, stillsPerSecond }))
  // Each camera's first still finds nothing of it.
  await paced(perSecond, 5_000)
  const rounds: Array<readonly [Figures, Figures]> = []
  for (let round = 0; round < plan.rounds(3); round++) rounds.push([await paced(0), await paced(perSecond)])
  const fresh_of_all = (await load.ask<number>("fresh", { withinMs: 12_000 })) / cameras
  await load.stop()
  await server.stop()
  const row = (name: string, runs: ReadonlyArray<Figures>): Row => ({ name, runs, median: medians(runs) })
  return [
    row(
      alone(database),
      rounds.map(([figures]) => figures)
    ),
    row(
      beside(database),
      rounds.map(([before, figures]) => ({
        ...figures,
        p99_more_ms: figures["p99_ms"]! - before["p99_ms"]!,
        server_us_a_still: ((figures["server_cpu"]! - before["server_cpu"]!) / perSecond) * 1e6,
        fresh_of_all
      }))
    )
  ]
}

export const stills: Scenario = {
  name: "stills",
  about: "500 samples a second to 10 readers, and stills of cameras beside them",
  run: async (plan) => ({
    rows: [...(await measured("embedded", plan)), ...(await measured("postgres", plan))],
    notes: ["p99_more_ms is what stills add to the p99 of samples alone, in turns within one run."],
    ratios: {}
  })
}
