import type { OurFacts, PeerFacts } from "../servers/facts.ts"
import type { Target } from "../loads/dialects.ts"
import { type Figures, measure, ratio, type Scenario } from "../support/Measure.ts"
import { startNats } from "../support/Nats.ts"
import { startOurs } from "../support/Ours.ts"
import { type Program, start, withCpu } from "../support/Program.ts"

const subscribers = 1000
const window = 64
const ms = 800
/** Deliveries per second that nobody here finds hard. */
const calm = 60_000

interface Lane {
  readonly name: string
  readonly server: number
  readonly load: Program<unknown>
}

const lane = async (name: string, server: number, target: Target): Promise<Lane> => {
  const load = await start("loads/fanout.ts", { core: "load" })
  await load.ask("open", { target, count: subscribers })
  return { name, server, load }
}

const subject = ({ load, name, server }: Lane, question: string, argument: unknown) => ({
  name,
  run: () => withCpu({ server_cpu: server, load_cpu: load.pid }, () => load.ask<Figures>(question, argument))
})

const ours = "ours, samples from a bridge"
const nats = "nats-server WebSocket"

export const fanout: Scenario = {
  name: "fanout",
  about: `${subscribers} subscribers of one datapoint, 150-byte frames, ${window} samples on the way at most`,
  run: async (rounds) => {
    const server = await startOurs()
    const busServer = await startOurs()
    const wsSend = await start<PeerFacts>("servers/wsSend.ts", { core: "server" })
    const wsBatched = await start<PeerFacts>("servers/wsBatched.ts", { core: "server" })
    const socketIo = await start<PeerFacts>("servers/socketIo.ts", { core: "server" })
    const natsServer = await startNats()
    const target = (facts: OurFacts, inlet: "bridge" | "bus") => ({ kind: "ours", facts, inlet }) as const
    const oursLane = await lane(ours, server.pid, target(server.facts, "bridge"))
    const natsLane = natsServer && (await lane(nats, natsServer.pid, { kind: "nats", facts: natsServer.facts }))
    const lanes = [
      oursLane,
      await lane("ours, samples from the bus", busServer.pid, target(busServer.facts, "bus")),
      await lane("ws, shared frame and batching", wsBatched.pid, { kind: "peer", facts: wsBatched.facts }),
      await lane("ws send()", wsSend.pid, { kind: "peer", facts: wsSend.facts }),
      await lane("socket.io", socketIo.pid, { kind: "socketIo", facts: socketIo.facts }),
      ...(natsLane === null ? [] : [natsLane])
    ]
    const saturated = await measure(
      lanes.map((each) => subject(each, "saturate", { ms, window })),
      rounds
    )
    const half = saturated[0]!.median["deliveries_per_s"]! / 2
    const loads = { "at half of our load": half, [`at ${calm} deliveries per second`]: calm }
    const latency = await measure(
      Object.entries(loads).flatMap(([said, deliveries]) =>
        [oursLane, ...(natsLane === null ? [] : [natsLane])].map((each) => ({
          ...subject(each, "paced", { ms, perSecond: deliveries / subscribers }),
          name: `${each.name}, ${said}`
        }))
      ),
      rounds
    )
    const rows = [...saturated, ...latency]
    return {
      rows,
      notes: [
        "Where load_cpu is near 1 the load's core, not the server's, may be the limit.",
        ...(natsServer === null ? ["nats-server is not installed"] : [])
      ],
      ratios: {
        ...ratio(rows, "deliveries_per_s", ours, nats),
        ...ratio(rows, "deliveries_per_s", ours, "socket.io"),
        ...ratio(rows, "p99_ms", `${ours}, at half of our load`, `${nats}, at half of our load`)
      }
    }
  }
}
