import type { PeerFacts } from "../servers/facts.ts"
import { measure, ratio, type Scenario, type Subject } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { temporaryDatabase } from "../support/Postgres.ts"
import { type Program, start } from "../support/Program.ts"

const sockets = 5000
const warming = 500
const nodeArgs = ["--expose-gc"]

interface Memory {
  readonly rss: number
  readonly heap: number
  readonly external: number
}

/** What idle sockets cost a fresh server, after some that only warm it. */
const cost = async (server: Program<PeerFacts>, token: string) => {
  const load = await start("loads/idle.ts", { core: "load" })
  const open = (count: number) =>
    load.ask<{ readonly seconds: number }>("open", { url: server.facts.url, token, count, atOnce: 64 })
  await open(warming)
  const before = await server.ask<Memory>("memory")
  const { seconds } = await open(sockets - warming)
  const after = await server.ask<Memory>("memory")
  const each = (name: keyof Memory) => (after[name] - before[name]) / (sockets - warming)
  await Promise.all([load.stop(), server.stop()])
  return {
    rss_bytes_per_socket: each("rss"),
    heap_bytes_per_socket: each("heap"),
    external_bytes_per_socket: each("external"),
    accepts_per_s: (sockets - warming) / seconds
  }
}

export const memory: Scenario = {
  name: "memory",
  about: `${sockets} sockets that authenticated and then stay silent`,
  run: async (rounds) => {
    const databaseUrl = await temporaryDatabase()
    const ours = (name: string, database: { readonly databaseUrl?: string }): Subject => ({
      name,
      run: async () => {
        const server = await startOurs({ nodeArgs, ...database })
        return cost(server, server.facts.userToken)
      }
    })
    const rows = await measure(
      [
        ours("ours", {}),
        ...(databaseUrl === null ? [] : [ours("ours, on Postgres", { databaseUrl })]),
        {
          name: "bare ws, nothing checked",
          run: async () => cost(await start<PeerFacts>("servers/wsIdle.ts", { core: "server", nodeArgs }), "none")
        }
      ],
      Math.min(rounds, 3)
    )
    return {
      rows,
      notes: [
        "A fresh server for each run. Where the start left room in the heap, the resident size grows less than the heap."
      ],
      ratios: ratio(rows, "rss_bytes_per_socket", "ours", "bare ws, nothing checked")
    }
  }
}
