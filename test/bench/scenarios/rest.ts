import { type OurFacts, type PeerFacts, reading } from "../servers/facts.ts"
import { type Figures, measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { signingKey, startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start, withCpu } from "../support/Program.ts"

const ms = 1500

const bearers = { "server key": "serverKey", "app user": "userToken" } as const

export const rest: Scenario = {
  name: "rest",
  about: "the newest value of a datapoint over 32 keep-alive connections, bearer, robot list, grant and slug checked",
  run: async (rounds) => {
    const load = await start("loads/rest.ts", { core: "load" })
    const subjects: Array<Subject> = []
    const add = (name: string, pid: number, url: string, facts: OurFacts) => {
      for (const [kind, bearer] of Object.entries(bearers)) {
        subjects.push({
          name: `${name}, ${kind}`,
          run: () =>
            withCpu({ server_cpu: pid }, () =>
              load.ask<Figures>("read", {
                url: `${url}/${facts.robots[0]!.id}/datapoints/${reading}`,
                bearer: facts[bearer],
                ms
              })
            )
        })
      }
    }
    const embedded = await startOurs()
    await load.ask("feed", embedded.facts)
    add("ours on the embedded database", embedded.pid, `${embedded.facts.url}/api/robots`, embedded.facts)

    const databaseUrl = await temporaryDatabase()
    if (databaseUrl !== null) {
      const server = await startOurs({ databaseUrl })
      await load.ask("feed", server.facts)
      const env = { DATABASE_URL: databaseUrl, FLEET_SECRET: signingKey }
      const peer = await start<PeerFacts>("servers/restPeer.ts", { core: "server", env })
      add("ours on Postgres", server.pid, `${server.facts.url}/api/robots`, server.facts)
      add("fastify + postgres.js", peer.pid, `${peer.facts.url}/memory`, server.facts)
      add("fastify + postgres.js, nothing in memory", peer.pid, `${peer.facts.url}/database`, server.facts)
    }
    const rows = await measure(subjects, rounds)
    const compared = Object.keys(bearers).map((kind) =>
      ratio(rows, "requests_per_s", `ours on Postgres, ${kind}`, `fastify + postgres.js, ${kind}`)
    )
    return {
      rows,
      notes: databaseUrl === null ? ["no Postgres: no peer"] : ["Postgres itself runs on whichever core is free."],
      ratios: Object.assign({}, ...compared)
    }
  }
}
