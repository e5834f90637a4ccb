import { measure, ratio, type Scenario } from "../support/Measure.ts"
import { startOurs } from "../support/Ours.ts"
import { robots as first } from "../servers/facts.ts"
import { asked, batched, bun, laneOf, nats, oursAs, startPeers } from "./lanes.ts"

export const robots = 500
export const hertz = 10
export const readers = 4
const perSecond = robots * hertz * readers
const file = "loads/fleet.ts"
const crowd = { count: robots, readers }

export const ours = "ours"
export const saturation = "saturated"
export const pace = `at ${perSecond} deliveries per second`

export const fleet: Scenario = {
  name: "fleet",
  about: `${robots} robots, each read by ${readers} sockets of their own: one sample of each on the way, then ${hertz} Hz each`,
  run: async (plan) => {
    const server = await startOurs({ more: robots - first })
    const { notes, peers } = await startPeers()
    const lanes = []
    for (const serving of [oursAs(ours, server, "bridge"), ...peers]) lanes.push(await laneOf(file, serving, crowd))
    const ms = plan.pick(10_000, 1500)
    const [saturatedRounds, pacedRounds] = [plan.rounds(), plan.rounds(2)]
    const rows = [
      ...(await measure(
        lanes.map((lane) => asked(lane, saturation, "saturate", { ms })),
        saturatedRounds
      )),
      ...(await measure(
        lanes.map((lane) => asked(lane, pace, "paced", { ms, hertz })),
        pacedRounds
      ))
    ]
    return {
      rows,
      notes: [
        `Saturated: ${plan.said(saturatedRounds, ms)} Paced: ${plan.said(pacedRounds, ms)}`,
        "Latency counts from when a sample was due. Each robot and each reader has a socket of its own.",
        "Where load_cpu is near 1 the load's core, not the server's, may be the limit: then compare server_us_each.",
        ...notes
      ],
      ratios: Object.assign(
        {},
        ...[batched, bun, nats].flatMap((peer) => [
          ratio(rows, "deliveries_per_s", `${ours}, ${saturation}`, `${peer}, ${saturation}`),
          ratio(rows, "server_us_each", `${ours}, ${saturation}`, `${peer}, ${saturation}`),
          ratio(rows, "p99_ms", `${ours}, ${pace}`, `${peer}, ${pace}`)
        ])
      )
    }
  }
}
