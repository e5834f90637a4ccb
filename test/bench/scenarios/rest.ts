import { type OurFacts, type PeerFacts, reading } from "../servers/facts.ts"
import { type Figures, measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { signingKey, startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"

export const bearers = { "server key": "serverKey", "app user": "userToken" } as const
export type Bearer = keyof typeof bearers

export const ours = (bearer: Bearer) => `ours on Postgres, ${bearer}`
export const peer = (bearer: Bearer) => `fastify + postgres.js, ${bearer}`

export const rest: Scenario = {
  name: "rest",
  about: "the newest value of a datapoint over 32 keep-alive connections; credential and access version in one query",
  run: async (plan) => {
    const ms = plan.pick(10_000, 1000)
    const load = await start("loads/rest.ts", { core: "load" })
    const subject = (name: string, serverPid: number, url: string, facts: OurFacts, bearer: Bearer): Subject => ({
      name,
      run: () =>
        load.ask<Figures>("read", {
          url: `${url}/api/robots/${facts.robots[0]!.id}/datapoints/${reading}`,
          bearer: facts[bearers[bearer]],
          ms,
          serverPid
        })
    })
    const kinds = Object.keys(bearers) as ReadonlyArray<Bearer>
    const databaseUrl = await temporaryDatabase()
    const compared: Array<Subject> = []
    if (databaseUrl !== null) {
      const server = await startOurs({ databaseUrl })
      await load.ask("feed", server.facts)
      const env = { DATABASE_URL: databaseUrl, FLEET_SECRET: signingKey }
      const fastify = await start<PeerFacts>("servers/restPeer.ts", { core: "server", env })
      for (const kind of kinds) {
        compared.push(subject(ours(kind), server.pid, server.facts.url, server.facts, kind))
        compared.push(subject(peer(kind), fastify.pid, fastify.facts.url, server.facts, kind))
      }
    }
    const embedded = await startOurs()
    await load.ask("feed", embedded.facts)
    const alone = kinds.map((kind) =>
      subject(`ours on the embedded database, ${kind}`, embedded.pid, embedded.facts.url, embedded.facts, kind)
    )
    const rows = [...(await measure(compared, plan.rounds())), ...(await measure(alone, plan.rounds(1)))]
    return {
      rows,
      notes: [
        `${plan.said(plan.rounds(), ms)} On the embedded database ${plan.rounds(1)}.`,
        ...(databaseUrl === null
          ? ["no Postgres: no peer"]
          : ["server_cpu is without Postgres itself, which runs on whichever core is free, for both alike."])
      ],
      ratios: Object.assign(
        {},
        ...kinds.flatMap((kind) =>
          ["requests_per_s", "server_us_each"].map((figure) => ratio(rows, figure, ours(kind), peer(kind)))
        )
      )
    }
  }
}
