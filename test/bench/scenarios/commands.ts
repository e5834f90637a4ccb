import type { Command, Way } from "../loads/commands.ts"
import { inFlight, type PeerFacts } from "../servers/facts.ts"
import { type Figures, measure, ratio, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { start } from "../support/Program.ts"

const ms = 500
const all: ReadonlyArray<Command> = ["service", "publish"]

export const commands: Scenario = {
  name: "commands",
  about: `client, cloud, robot and back: one after the other, then ${inFlight} in flight (per_s, crowded_p99_ms)`,
  run: async (rounds) => {
    const server = await startOurs()
    const relay = await start<PeerFacts>("servers/relay.ts", { core: "server" })
    const robot = await start("loads/echoBridge.ts", { core: "load" })
    await robot.ask("ours", server.facts)
    await robot.ask("relay", relay.facts)
    const load = await start("loads/commands.ts", { core: "load" })
    const subject = (name: string, way: Way, command: Command) => ({
      name: `${command}, ${name}`,
      run: () => load.ask<Figures>("measure", { way, command, ms })
    })
    const databaseUrl = await temporaryDatabase()
    const onPostgres = databaseUrl === null ? null : await startOurs({ databaseUrl })
    if (onPostgres !== null) await robot.ask("ours", onPostgres.facts)
    const rows = await measure(
      all.flatMap((command) => [
        subject("ours over realtime", { kind: "realtime", facts: server.facts }, command),
        subject("ours over REST", { kind: "rest", facts: server.facts }, command),
        ...(onPostgres === null
          ? []
          : [subject("ours over realtime, on Postgres", { kind: "realtime", facts: onPostgres.facts }, command)]),
        subject("bare ws relay", { kind: "relay", facts: relay.facts }, command)
      ]),
      rounds
    )
    const ratios = all.flatMap((command) =>
      ["p50_ms", "p99_ms", "per_s"].map((figure) =>
        ratio(rows, figure, `${command}, ours over realtime`, `${command}, bare ws relay`)
      )
    )
    return {
      rows,
      notes: ["On the embedded database where nothing else is said. The robot shares the load's core."],
      ratios: Object.assign({}, ...ratios)
    }
  }
}
