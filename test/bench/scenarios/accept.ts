import type { Arriving } from "../loads/accept.ts"
import { type OurFacts, type PeerFacts, robots } from "../servers/facts.ts"
import { type Figures, measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { signingKey, startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { type Program, start } from "../support/Program.ts"
import { roundsSaid } from "../support/Plan.ts"

export const ours = "ours on Postgres"
export const peer = "ws + postgres.js, one query"
export const by = { key: "server key", user: "app user", bridge: "bridges with hello" } as const

/** So many of each kind come to each server twice before anything is measured. */
const warming = 500

const fewOf = (arriving: Arriving): Arriving =>
  arriving.kind === "clients"
    ? { ...arriving, count: Math.min(arriving.count, warming) }
    : { ...arriving, robots: arriving.robots.slice(0, warming) }

/** What opens sockets of one kind at one server; answers their cost. */
type Lane = Subject & { readonly warm: () => Promise<Figures> }

export const accept: Scenario = {
  name: "accept",
  about: "sockets that open and authenticate, and bridges that open and greet, 64 at once",
  run: async (plan) => {
    const count = plan.pick(4000, 500)
    const load = await start("loads/accept.ts", { core: "load" })
    const databaseUrl = await temporaryDatabase()
    const subject = (name: string, { facts, pid }: Program<PeerFacts>, arriving: Arriving): Lane => {
      const ask = (some: Arriving) => load.ask<Figures>("accept", { url: facts.url, serverPid: pid, arriving: some })
      return { name, run: () => ask(arriving), warm: () => ask(fewOf(arriving)) }
    }
    const arrivals = (facts: OurFacts) =>
      [
        [by.key, { kind: "clients", token: facts.serverKey, count }],
        [by.user, { kind: "clients", token: facts.userToken, count }],
        [by.bridge, { kind: "bridges", robots: facts.robots.slice(robots) }]
      ] as const
    const subjects: Array<Lane> = []
    if (databaseUrl !== null) {
      const server = await startOurs({ databaseUrl, more: count })
      const env = { DATABASE_URL: databaseUrl, FLEET_SECRET: signingKey }
      const other = await start<PeerFacts>("servers/handshakePeer.ts", { core: "server", env })
      for (const [said, arriving] of arrivals(server.facts)) {
        subjects.push(subject(`${ours}, ${said}`, server, arriving))
        subjects.push(subject(`${peer}, ${said}`, other, arriving))
      }
    }
    const embedded = await startOurs({ more: count })
    for (const [said, arriving] of arrivals(embedded.facts)) {
      subjects.push(subject(`ours on the embedded database, ${said}`, embedded, arriving))
    }
    const bare = await start<PeerFacts>("servers/wsBare.ts", { core: "server" })
    subjects.push(subject("bare ws, nothing checked", bare, { kind: "clients", token: "none", count }))
    const firsts: Array<string> = []
    for (const { name, warm } of subjects) {
      const { server_us_each } = await warm()
      firsts.push(`${name} ${server_us_each!.toFixed(0)}`)
      await warm()
    }
    const rows = await measure(subjects, plan.rounds())
    return {
      rows,
      notes: [
        `Medians of ${roundsSaid(plan.rounds())} of ${count} sockets each, on servers that have compiled what they run.`,
        `Before, processor microseconds each of the first ${warming} of their kind: ${firsts.join(", ")}.`,
        ...(databaseUrl === null ? ["no Postgres: no peer that checks"] : [])
      ],
      ratios: Object.assign(
        {},
        ...Object.values(by).flatMap((said) =>
          ["accepts_per_s", "server_us_each"].map((figure) =>
            ratio(rows, figure, `${ours}, ${said}`, `${peer}, ${said}`)
          )
        )
      )
    }
  }
}
