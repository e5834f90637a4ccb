import { type OurFacts, type PeerFacts, robots } from "../servers/facts.ts"
import { type Figures, measure, type Scenario, type Subject } from "../support/Measure.ts"
import { signingKey, startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { type Program, start } from "../support/Program.ts"

const commandsPerSecond = 20

export const ours = "ours on Postgres"

export const storm: Scenario = {
  name: "storm",
  about: `bridges that come at 250 a second, and ${commandsPerSecond} commands a second meanwhile`,
  run: async (plan) => {
    const count = plan.storm ?? plan.pick(10_000, 1000)
    const ms = count * 4
    const load = await start("loads/storm.ts", { core: "load" })
    const subject = (name: string, url: string, { pid }: Program<unknown>, facts: OurFacts): Subject => ({
      name,
      run: async () => {
        const figures = await load.ask<Figures>("run", {
          url,
          serverKey: facts.serverKey,
          robot: facts.robots[0]!,
          arriving: facts.robots.slice(robots),
          ms,
          commandsPerSecond,
          serverPid: pid
        })
        // Those that left are written down before the next ones come.
        await new Promise((resolve) => setTimeout(resolve, 3000))
        return figures
      }
    })
    const databaseUrl = await temporaryDatabase()
    const subjects: Array<Subject> = []
    if (databaseUrl !== null) {
      const server = await startOurs({ databaseUrl, more: count })
      const env = { DATABASE_URL: databaseUrl, FLEET_SECRET: signingKey }
      const peer = await start<PeerFacts>("servers/handshakePeer.ts", { core: "server", env })
      subjects.push(subject(ours, server.facts.url, server, server.facts))
      subjects.push(subject("ws + postgres.js, one query a hello", peer.facts.url, peer, server.facts))
    }
    const embedded = await startOurs({ more: count })
    subjects.push(subject("ours on the embedded database", embedded.facts.url, embedded, embedded.facts))
    const rows = await measure(subjects, 1)
    return {
      rows,
      notes: [
        `One round: ${count} bridges in ${ms / 1000} s, the same backlog of connections (4096) for all.`,
        "Latencies count from when a bridge or command was due. A bridge that is told to wait comes back after 1 to 2 s."
      ],
      ratios: {}
    }
  }
}
