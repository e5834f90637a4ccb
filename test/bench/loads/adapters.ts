import { rosbridgeDefaults, rosbridgeFace } from "@fleet/bridge/simulator/rosbridge/RosbridgeFace"
import { makeGraph } from "@fleet/bridge/simulator/ros/Graph"
import { advertise } from "@fleet/bridge/simulator/server/Advertised"
import { attachClient, type Client } from "@fleet/bridge/simulator/server/Client"
import { noFaults } from "@fleet/bridge/simulator/server/Faults"
import type { RobotFace, RobotServer } from "@fleet/bridge/simulator/server/RobotServer"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import type { OurFacts } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs, cpuSeconds } from "../support/Cpu.ts"
import type { RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { mark, stampDigits, subscriber } from "./dialects.ts"
import { settled } from "./settled.ts"
import { StampReader } from "./StampReader.ts"

/** Characters of a message's text, its stamp first. */
const textLength = 100

/** The simulated robot's two servers over one topic, and the cloud's subscriber: one clock measures both ends. */
const clients = new Set<Client>()
const faces: Array<RobotFace> = []
const graph = makeGraph((topic, payload) => {
  const timeNs = BigInt(Date.now()) * 1_000_000n
  for (const client of clients) client.deliver(advertised.channelOf(topic), payload, timeNs)
  for (const face of faces) face.onMessage(topic, payload, timeNs)
})
const reading = graph.topic("/reading", "std_msgs/msg/String")
const advertised = advertise(graph, 0)

const connect = (socket: WebSocket): void => {
  const client = attachClient(socket, {
    advertised,
    lagMs: () => 0,
    isAlive: () => true,
    assetOf: () => undefined,
    onGraphAsked: (asking) => asking.send(advertised.connections(() => true))
  })
  clients.add(client)
  socket.on("close", () => clients.delete(client))
  client.send({
    op: "serverInfo",
    name: "bench",
    capabilities: ["connectionGraph"],
    supportedEncodings: ["cdr"],
    metadata: { ROS_DISTRO: "jazzy" },
    sessionId: "bench"
  })
  client.send({ op: "advertise", channels: advertised.channels })
}

const robot: RobotServer = {
  graph: () => graph,
  isAlive: () => true,
  publishedBytes: () => 0,
  attach: (face) => void faces.push(face),
  connect,
  faults: () => noFaults,
  change: () => noFaults,
  viewers: new Set(),
  stop: () => undefined
}

const serve = async (onConnection: (socket: WebSocket) => void, chosen: (offered: Set<string>) => string | false) => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false, handleProtocols: chosen })
  server.on("connection", onConnection)
  await once(server, "listening")
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const urls = {
  foxglove: await serve(connect, (offered) => [...offered][0] ?? false),
  rosbridge: await serve(rosbridgeFace(robot, rosbridgeDefaults).connect, () => false)
}

let socket: RawWebSocket | undefined
let waits: Array<number> = []
const now = () => Math.round(performance.now() * 1000)
const reader = new StampReader((sentAt) => waits.push((now() - sentAt) / 1000))

const publish = (dueMs: number) => {
  const stamp = `${mark}${String(Math.round(dueMs * 1000)).padStart(stampDigits, "0")}`
  reading.publish({ data: stamp.padEnd(textLength, ".") })
}

/** Follows a robot, and waits until what the robot publishes comes through. */
const follow = async ({ facts, index }: { readonly facts: OurFacts; readonly index: number }) => {
  socket?.close()
  socket = await subscriber(facts, index)
  socket.onMessage = (data, from, to) => reader.read(data, from, to)
  waits = []
  while (waits.length === 0) {
    publish(performance.now())
    await sleep(50)
  }
  await sleep(500)
}

interface Paced {
  readonly ms: number
  readonly hertz: number
  readonly bridgePid: number
  readonly serverPid: number
}

const paced = async ({ bridgePid, hertz, ms, serverPid }: Paced) => {
  waits = []
  const cost = costs(serverPid)
  const before = cpuSeconds(bridgePid)
  const { count, seconds } = await steadily(ms, hertz, (_, dueMs) => publish(dueMs))
  await settled(count, () => waits.length)
  const came = Math.max(1, waits.length)
  const { p50, p99 } = latencies(waits)
  return {
    samples_per_s: waits.length / seconds,
    lost_share: 1 - waits.length / count,
    bridge_us_each: ((cpuSeconds(bridgePid) - before) * 1e6) / came,
    ...cost(came),
    p50_ms: p50,
    p99_ms: p99
  }
}

answer(urls, { follow, paced })
