import type { Work } from "../servers/BusyDatabase.ts"
import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { type Core, pinning, start } from "../support/Program.ts"

const subscribers = 100
const perSecond = 50

export const busy: Scenario = {
  name: "busy",
  about: `${subscribers * perSecond} deliveries per second while the embedded database works`,
  run: async (plan) => {
    const ms = plan.pick(3000, 800)
    const subjects: Array<Subject> = []
    const places: ReadonlyArray<readonly [string, Core]> = [
      ["one core", "server"],
      ...(pinning ? ([["both cores", "any"]] as const) : [])
    ]
    for (const [place, core] of places) {
      const server = await startOurs({ core })
      await server.ask("prepareBusy")
      const load = await start("loads/fanout.ts", { core: "load" })
      await load.ask("open", { target: { kind: "ours", facts: server.facts, inlet: "bridge" }, count: subscribers })
      const during = (kind: Work | null) => async (): Promise<Figures> => {
        const working = kind === null ? 0 : server.ask<number>("busy", { kind, ms: ms + 200 })
        const figures = await load.ask<Figures>("paced", { ms, perSecond, serverPid: server.pid })
        return { ...figures, statements: await working }
      }
      subjects.push(
        { name: `${place}, idle`, run: during(null) },
        { name: `${place}, inserts of 1000 rows`, run: during("inserts") },
        { name: `${place}, aggregates over 50000 rows`, run: during("aggregates") }
      )
    }
    return {
      rows: await measure(subjects, plan.rounds(3)),
      notes: [
        plan.said(plan.rounds(3), ms),
        "On one core the database's thread and the sockets' share it; the load has the other."
      ],
      ratios: {}
    }
  }
}
