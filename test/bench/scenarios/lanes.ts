import type { Target } from "../loads/dialects.ts"
import type { OurFacts, PeerFacts } from "../servers/facts.ts"
import { bunBinary, bunNotes } from "../support/Bun.ts"
import type { Figures, Subject } from "../support/Measure.ts"
import { startNats } from "../support/Nats.ts"
import { type Program, start } from "../support/Program.ts"

/** A server, and a load of its own that has its sockets open. */
export interface Lane {
  readonly name: string
  readonly serverPid: number
  readonly load: Program<unknown>
}

export const batched = "ws, batched"
export const bun = "Bun WebSocket"
export const nats = "nats-server WebSocket"

type Serving = { readonly name: string; readonly pid: number; readonly target: Target }

export const oursAs = (name: string, { facts, pid }: Program<OurFacts>, inlet: "bridge" | "bus"): Serving => ({
  name,
  pid,
  target: { kind: "ours", facts, inlet }
})

/** The peers that have topics, and why one of them is missing. */
export const startPeers = async (): Promise<{
  readonly peers: ReadonlyArray<Serving>
  readonly notes: ReadonlyArray<string>
}> => {
  const asPeer = (name: string, { facts, pid }: Program<PeerFacts>): Serving => ({
    name,
    pid,
    target: { kind: "peer", facts }
  })
  const natsServer = await startNats()
  return {
    peers: [
      asPeer(batched, await start<PeerFacts>("servers/wsBatched.ts", { core: "server" })),
      ...(bunBinary() === null
        ? []
        : [asPeer(bun, await start<PeerFacts>("servers/bun.ts", { core: "server", runtime: "bun" }))]),
      ...(natsServer === null
        ? []
        : [{ name: nats, pid: natsServer.pid, target: { kind: "nats", facts: natsServer.facts } as const }])
    ],
    notes: [...bunNotes(), ...(natsServer === null ? ["nats-server is not installed"] : [])]
  }
}

export const laneOf = async (file: string, { name, pid, target }: Serving, opening: object): Promise<Lane> => {
  const load = await start(file, { core: "load" })
  await load.ask("open", { target, ...opening })
  return { name, serverPid: pid, load }
}

/** Asks a lane's load one question, under the lane's name and what is said of it. */
export const asked = ({ load, name, serverPid }: Lane, said: string, question: string, argument: object): Subject => ({
  name: `${name}, ${said}`,
  run: () => load.ask<Figures>(question, { ...argument, serverPid })
})
