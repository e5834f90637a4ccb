import type { Target } from "../loads/dialects.ts"
import type { OurFacts, PeerFacts } from "../servers/facts.ts"
import { bunBinary, bunNotes } from "../support/Bun.ts"
import { measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { type Program, start } from "../support/Program.ts"
import { roundsSaid } from "../support/Plan.ts"
import { sleep } from "../support/Schedule.ts"

const warming = 500
const nodeArgs = ["--expose-gc"]

export const ours = "ours"
export const onPostgres = "ours, on Postgres"

interface Memory {
  readonly rss: number
  readonly heap: number
  readonly external: number
}

/** What idle sockets cost a fresh server, after some that only warm it. */
const cost = async (server: Program<unknown>, target: Target, sockets: number, settlingMs: number) => {
  const load = await start("loads/idle.ts", { core: "load" })
  const open = (count: number) => load.ask<{ readonly seconds: number }>("open", { target, count, atOnce: 64 })
  await open(warming)
  // What compilers took during the start is given back some seconds later.
  await sleep(settlingMs)
  const before = await server.ask<Memory>("memory")
  const { seconds } = await open(sockets)
  const after = await server.ask<Memory>("memory")
  const each = (name: keyof Memory) => (after[name] - before[name]) / sockets
  await Promise.all([load.stop(), server.stop()])
  return {
    rss_bytes_per_socket: each("rss"),
    heap_bytes_per_socket: each("heap"),
    external_bytes_per_socket: each("external"),
    subscribed_per_s: sockets / seconds
  }
}

export const memory: Scenario = {
  name: "memory",
  about: "idle sockets that subscribe to one datapoint and then stay silent",
  run: async (plan) => {
    const sockets = plan.pick(4000, 2000)
    const settlingMs = plan.pick(10_000, 2500)
    const databaseUrl = await temporaryDatabase()
    const own = (name: string, database: { readonly databaseUrl?: string }): Subject => ({
      name,
      run: async () => {
        const server: Program<OurFacts> = await startOurs({ nodeArgs, ...database })
        return cost(server, { kind: "ours", facts: server.facts, inlet: "bridge" }, sockets, settlingMs)
      }
    })
    const peer = (name: string, options: { readonly file: string; readonly runtime: "node" | "bun" }): Subject => ({
      name,
      run: async () => {
        const { file, runtime } = options
        const server = await start<PeerFacts>(file, { core: "server", nodeArgs, runtime })
        return cost(server, { kind: "peer", facts: server.facts }, sockets, settlingMs)
      }
    })
    const rows = await measure(
      [
        own(ours, {}),
        ...(databaseUrl === null ? [] : [own(onPostgres, { databaseUrl })]),
        peer("ws, nothing checked", { file: "servers/wsBatched.ts", runtime: "node" }),
        ...(bunBinary() === null
          ? []
          : [peer("Bun WebSocket, nothing checked", { file: "servers/bun.ts", runtime: "bun" })])
      ],
      plan.rounds(2)
    )
    return {
      rows,
      notes: [
        `Medians of ${roundsSaid(plan.rounds(2))} of ${sockets} sockets on a fresh server each.`,
        "Where the start left room in the heap, the resident size grows less than the heap. Bun counts its heap otherwise.",
        ...bunNotes()
      ],
      ratios: {
        ...ratio(rows, "rss_bytes_per_socket", ours, "ws, nothing checked"),
        ...ratio(rows, "heap_bytes_per_socket", ours, "ws, nothing checked")
      }
    }
  }
}
