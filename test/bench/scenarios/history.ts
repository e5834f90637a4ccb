import { databaseBytes, temporaryDatabase, uncompacted, vacuum } from "../support/Postgres.ts"
import { type Figures, measure, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { start } from "../support/Program.ts"
import { roundsSaid } from "../support/Plan.ts"

const wantedDays = 30

export const monthByHours = "in windows of 1 h"

export const history: Scenario = {
  name: "history",
  about: `up to ${wantedDays} days of a sample a second, filled by a bridge's backlog, read over REST`,
  run: async (plan) => {
    const fillMs = plan.pick(240_000, 6000)
    const databaseUrl = await temporaryDatabase()
    const server = await startOurs(databaseUrl === null ? {} : { databaseUrl })
    const load = await start("loads/recording.ts", { core: "load" })
    await load.ask("open", { facts: server.facts, count: 1, days: wantedDays })
    const size = () => (databaseUrl === null ? Number.NaN : databaseBytes(databaseUrl))
    const before = await size()
    const most = wantedDays * 86_400
    const filled = await load.ask<Figures>("record", { ms: fillMs, serverPid: server.pid, most })
    const { missing } = await load.ask<{ readonly missing: number }>("missing")
    const times = plan.pick(10, 2)
    await server.ask("compact")
    if (databaseUrl !== null) await vacuum(databaseUrl)
    const loose = databaseUrl === null ? null : await uncompacted(databaseUrl)
    const read = (width: string) => ({
      name: `in windows of ${width}`,
      run: () => load.ask<Figures>("read", { width, times })
    })
    const reads = await measure([read("1h"), read("1d"), read("30m")].map(named), plan.rounds())
    const samples = reads[0]!.median["days"]! * 86_400
    const fill = { ...filled, missing, bytes_per_sample: ((await size()) - before) / samples }
    return {
      rows: [{ name: "filling", median: fill, runs: [fill] }, ...reads],
      notes: [
        `${databaseUrl === null ? "On the embedded database" : "On Postgres"}. ${roundsSaid(plan.rounds())} of ${times} reads.`,
        `Filling stops after ${fillMs / 1000} s: the column days says how many there are, of ${wantedDays} wanted.`,
        `Read after its compaction${loose === null ? "" : `; ${loose} samples were left`}.`,
        "bytes_per_sample is how much the whole database grew."
      ],
      ratios: {}
    }
  }
}

/** "1h" is the wire's, "1 h" a reader's. */
const named = <A extends { readonly name: string }>(subject: A): A => ({
  ...subject,
  name: subject.name.replace(/(\d+)([hmd])$/, "$1 $2")
})
