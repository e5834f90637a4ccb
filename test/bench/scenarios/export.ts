import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"
import { roundsSaid } from "../support/Plan.ts"

const formats = ["csv", "ndjson", "mcap"]

/** Two sizes show whether memory grows with the file. */
export const exported = (format: string, samples: number) => `${format}, ${samples / 1e6} million samples`
export const most = 10_000_000
const fewer = 1_000_000

export const exports: Scenario = {
  name: "export",
  about: "recorded samples of a datapoint as one file over REST, as fast as the client takes it",
  run: async (plan) => {
    const databaseUrl = await temporaryDatabase()
    const server = await startOurs(databaseUrl === null ? {} : { databaseUrl })
    const load = await start("loads/download.ts", { core: "load" })
    const { facts, pid } = server
    const sizes = plan.pick([fewer, most], [fewer])
    const subjects: Array<Subject> = []
    for (const [robot, samples] of sizes.entries()) {
      const fromMs = await server.ask<number>("fillBlocks", { robotId: facts.robots[robot]!.id, count: samples })
      for (const format of formats) {
        const run = () => load.ask<Figures>("download", { facts, robot, format, fromMs, samples, serverPid: pid })
        subjects.push({ name: exported(format, samples), run })
      }
    }
    // What a server takes once for all, such as compiled code, is not the file's.
    for (const { run } of subjects.slice(0, formats.length)) await run()
    const rounds = plan.rounds(2)
    return {
      rows: await measure(subjects, rounds),
      notes: [
        `${databaseUrl === null ? "On the embedded database" : "On Postgres"}. ${roundsSaid(rounds)}, after one of the smallest.`,
        "grown_mb is the server's most resident memory during the file, above that before it. Every line was counted."
      ],
      ratios: {}
    }
  }
}
