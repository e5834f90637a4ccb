import type { Command, Way } from "../loads/commands.ts"
import { inFlight, type PeerFacts } from "../servers/facts.ts"
import { migratedFolder, startBareDatabase } from "../support/BareDatabase.ts"
import { type Figures, measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { type Program, start } from "../support/Program.ts"

const all: ReadonlyArray<Command> = ["service", "publish"]

export const onPostgres = "service, ours over realtime, on Postgres"
export const embedded = "service, ours over realtime"
export const bareRelay = "service, bare ws relay"
export const inserts = {
  postgres: "two bare INSERT and COMMIT, Postgres",
  embedded: "two bare INSERT and COMMIT, PGlite"
}

export const commands: Scenario = {
  name: "commands",
  about: `client, cloud, robot and back: one after the other, then ${inFlight} in flight (per_s, crowded_p99_ms)`,
  run: async (plan) => {
    const ms = plan.pick(2500, 600)
    const databaseUrl = await temporaryDatabase()
    const [server, stored] = await Promise.all([startOurs(), databaseUrl === null ? null : startOurs({ databaseUrl })])
    const relay = await start<PeerFacts>("servers/relay.ts", { core: "server" })
    const robot = await start("loads/echoBridge.ts", { core: "load" })
    await robot.ask("ours", server.facts)
    await robot.ask("relay", relay.facts)
    const load = await start("loads/commands.ts", { core: "load" })
    const subject = (name: string, serverPid: number, way: Way, command: Command): Subject => ({
      name: `${command}, ${name}`,
      run: () => load.ask<Figures>("measure", { way, command, ms, serverPid })
    })
    if (stored !== null) await robot.ask("ours", stored.facts)
    const bare = (name: string, database: Program<unknown>): Subject => ({
      name,
      run: () => database.ask<Figures>("inserts", { ms })
    })
    const ways = (command: Command) => [
      subject("ours over realtime", server.pid, { kind: "realtime", facts: server.facts }, command),
      subject("ours over REST", server.pid, { kind: "rest", facts: server.facts }, command),
      ...(stored === null
        ? []
        : [subject("ours over realtime, on Postgres", stored.pid, { kind: "realtime", facts: stored.facts }, command)]),
      subject("bare ws relay", relay.pid, { kind: "relay", facts: relay.facts }, command)
    ]
    const services = [
      ...ways("service"),
      bare(inserts.embedded, await startBareDatabase({ migratedFolder: await migratedFolder() })),
      ...(databaseUrl === null ? [] : [bare(inserts.postgres, await startBareDatabase({ databaseUrl }))])
    ]
    const [rounds, publishRounds] = [plan.rounds(), plan.rounds(1)]
    const rows = [...(await measure(services, rounds)), ...(await measure(ways("publish"), publishRounds))]
    const ratios = all.flatMap((command) =>
      ["p50_ms", "p99_ms", "per_s", "server_us_each"].map((figure) =>
        ratio(rows, figure, `${command}, ours over realtime`, `${command}, bare ws relay`)
      )
    )
    return {
      rows,
      notes: [
        `Services and inserts: ${plan.said(rounds, ms)} Publishing: ${plan.said(publishRounds, ms)}`,
        "On the embedded database where nothing else is said. The robot shares the load's core.",
        "The bare inserts write a row like that of a job, twice, each committed, from the server's core."
      ],
      ratios: Object.assign({}, ...ratios)
    }
  }
}
