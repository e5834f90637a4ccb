import type { Work } from "../servers/BusyDatabase.ts"
import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { type Core, pinning, start } from "../support/Program.ts"

const subscribers = 100
const perSecond = 50
const ms = 800

export const busy: Scenario = {
  name: "busy",
  about: `${subscribers * perSecond} deliveries per second while the embedded database works`,
  run: async (rounds) => {
    const subjects: Array<Subject> = []
    const places: ReadonlyArray<readonly [string, Core]> = [
      ["one core", "server"],
      ...(pinning ? ([["both cores", "any"]] as const) : [])
    ]
    for (const [place, core] of places) {
      const server = await startOurs({ core })
      const load = await start("loads/fanout.ts", { core: "load" })
      await load.ask("open", { target: { kind: "ours", facts: server.facts, inlet: "bridge" }, count: subscribers })
      const during = (kind: Work | null) => async (): Promise<Figures> => {
        const working = kind === null ? 0 : server.ask<number>("busy", { kind, ms: ms + 200 })
        const figures = await load.ask<Figures>("paced", { ms, perSecond })
        return { ...figures, statements: await working }
      }
      subjects.push(
        { name: `${place}, idle`, run: during(null) },
        { name: `${place}, inserts of 1000 rows`, run: during("inserts") },
        { name: `${place}, aggregates over 50000 rows`, run: during("aggregates") }
      )
    }
    return {
      rows: await measure(subjects, rounds),
      notes: ["On one core the database's thread and the sockets' share it; the load has the other."],
      ratios: {}
    }
  }
}
