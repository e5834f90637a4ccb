import type { PeerFacts } from "../servers/facts.ts"
import { measure, ratio, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { start } from "../support/Program.ts"
import { asked, batched, bun, laneOf, nats, oursAs, startPeers } from "./lanes.ts"

const subscribers = 1000
const windows = [1, 8, 64]
/** Deliveries per second that nobody here finds hard. */
const calm = 60_000
const crowd = { count: subscribers }
const file = "loads/fanout.ts"

export const ours = "ours, samples from a bridge"
export const atWindow = (name: string, window: number) => `${name}, window ${window}`

export const fanout: Scenario = {
  name: "fanout",
  about: `${subscribers} subscribers of one datapoint, 150-byte frames, as many samples on the way as the window says`,
  run: async (plan) => {
    const [server, busServer] = await Promise.all([startOurs(), startOurs()])
    const { notes, peers } = await startPeers()
    const [oursLane, ...peerLanes] = [
      await laneOf(file, oursAs(ours, server, "bridge"), crowd),
      ...(await Promise.all(peers.map((peer) => laneOf(file, peer, crowd))))
    ] as const
    const wsSend = await start<PeerFacts>("servers/wsSend.ts", { core: "server" })
    const socketIo = await start<PeerFacts>("servers/socketIo.ts", { core: "server" })
    const others = [
      await laneOf(file, oursAs("ours, samples from the bus", busServer, "bus"), crowd),
      await laneOf(file, { name: "ws send()", pid: wsSend.pid, target: { kind: "peer", facts: wsSend.facts } }, crowd),
      await laneOf(
        file,
        { name: "socket.io", pid: socketIo.pid, target: { kind: "socketIo", facts: socketIo.facts } },
        crowd
      )
    ]
    const saturated = []
    const said = []
    for (const window of windows) {
      const narrow = window === 1
      const [ms, rounds] = [plan.pick(narrow ? 10_000 : 5000, narrow ? 1500 : 800), plan.rounds(narrow ? 5 : 1)]
      const lanes = [oursLane, ...peerLanes, ...(window === 64 ? others : [])]
      saturated.push(
        ...(await measure(
          lanes.map((lane) => asked(lane, `window ${window}`, "saturate", { ms, window })),
          rounds
        ))
      )
      said.push(`Window ${window}: ${plan.said(rounds, ms)}`)
    }
    const half = saturated.find(({ name }) => name === atWindow(ours, 64))!.median["deliveries_per_s"]! / 2
    const paces = { "at half of our most": half, [`at ${calm} deliveries per second`]: calm }
    const ms = plan.pick(5000, 800)
    const latency = await measure(
      Object.entries(paces).flatMap(([pace, deliveries]) =>
        [oursLane, ...peerLanes].map((lane) => asked(lane, pace, "paced", { ms, perSecond: deliveries / subscribers }))
      ),
      plan.rounds(1)
    )
    const rows = [...saturated, ...latency]
    return {
      rows,
      notes: [
        ...said,
        `Latency: ${plan.said(plan.rounds(1), ms)} It counts from when a sample was due.`,
        "Where load_cpu is near 1 the load's core, not the server's, may be the limit.",
        ...notes
      ],
      ratios: Object.assign(
        {},
        ...windows.flatMap((window) =>
          [batched, bun, nats].flatMap((peer) =>
            ["deliveries_per_s", "server_us_each"].map((each) =>
              ratio(rows, each, atWindow(ours, window), atWindow(peer, window))
            )
          )
        ),
        ratio(rows, "p99_ms", `${ours}, at half of our most`, `${nats}, at half of our most`)
      )
    }
  }
}
