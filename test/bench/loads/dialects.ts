import { RawWebSocket } from "../support/RawWebSocket.ts"
import { type OurFacts, type PeerFacts, reading } from "../servers/facts.ts"

/** The bytes of one delivered sample, as JSON text. */
const frameBytes = 150
/** A stamp is this mark and 16 digits: microseconds. */
export const mark = "@"
export const stampDigits = 16

const stamp = (microseconds: number) => `${mark}${String(microseconds).padStart(stampDigits, "0")}`

/** How one server is spoken to. */
export interface Dialect {
  readonly subscribe: (topic: number) => Promise<RawWebSocket>
  readonly publisher: (topic: number) => Promise<RawWebSocket>
  /** What the topic's publisher sends for one sample. */
  readonly sample: (topic: number, microseconds: number) => string
  /** Samples in a payload of so many bytes. */
  readonly deliveries: (bytes: number) => number
}

const opening = (robotId: string) => `{"type":"datapoint","robot_id":"${robotId}","slug":"${reading}","value":"`
const closing = `","timestamp_ms":1700000000000}`

/** The value that makes a delivered frame of the agreed length. */
const value = (robotId: string, microseconds: number) =>
  stamp(microseconds).padEnd(frameBytes - opening(robotId).length - closing.length, ".")

/** A socket that is authenticated, with the key that does not expire, and subscribed. */
export const subscriber = async ({ robots, serverKey, url }: OurFacts, robot = 0) => {
  const socket = await RawWebSocket.open(`${url.replace("http", "ws")}/realtime`)
  socket.send(JSON.stringify({ type: "auth", token: serverKey }))
  await socket.next((text) => text.includes(`"auth_ok"`))
  socket.send(JSON.stringify({ type: "subscribe", robot_id: robots[robot]!.id, slug: reading }))
  // Frames are served in order: the refusal of an unknown one says that the subscription stands.
  socket.send(`{"type":"barrier"}`)
  await socket.next((text) => text.includes(`"unknown_command"`))
  return socket
}

/** A robot's bridge, greeted, that answers pings. */
export const bridge = async ({ robots, url }: OurFacts, robot = 0) => {
  const socket = await RawWebSocket.open(`${url.replace("http", "ws")}/bridge`)
  socket.send(
    JSON.stringify({ type: "hello", protocol_version: 5, token: robots[robot]!.token, bridge_version: "bench" })
  )
  await socket.next((text) => text.includes(`"config"`))
  socket.onMessage = (data, from, to) => {
    const text = data.toString("utf8", from, to)
    if (text.startsWith(`{"type":"ping"`)) socket.send(JSON.stringify({ type: "pong", ts_ms: JSON.parse(text).ts_ms }))
  }
  return socket
}

const overBridges = (facts: OurFacts): Dialect => ({
  subscribe: (topic) => subscriber(facts, topic),
  publisher: (topic) => bridge(facts, topic),
  sample: (topic, at) =>
    `{"type":"datapoint","slug":"${reading}","value":"${value(facts.robots[topic]!.id, at)}","timestamp_ms":${Date.now()}}`,
  deliveries: () => 1
})

/** Samples of the first robot, from the bus. */
const overBus = (facts: OurFacts): Dialect => ({
  subscribe: () => subscriber(facts),
  publisher: () => RawWebSocket.open(facts.busUrl),
  sample: (_topic, at) => `"${value(facts.robots[0]!.id, at)}"`,
  deliveries: () => 1
})

const peer = (facts: PeerFacts): Dialect => {
  const robotId = "00000000-0000-4000-8000-000000000000"
  return {
    subscribe: (topic) => RawWebSocket.open(`${facts.url}/subscribe?topic=${topic}`),
    publisher: (topic) => RawWebSocket.open(`${facts.url}/publish?topic=${topic}`),
    sample: (_topic, microseconds) => `${opening(robotId)}${value(robotId, microseconds)}${closing}`,
    deliveries: () => 1
  }
}

/** Its peer has one topic. */
const socketIo = (facts: PeerFacts): Dialect => ({
  ...peer(facts),
  subscribe: async () => {
    const socket = await RawWebSocket.open(`${facts.url}/socket.io/?EIO=4&transport=websocket`)
    await socket.next((text) => text.startsWith("0"))
    socket.send("40")
    await socket.next((text) => text.startsWith("40"))
    return socket
  }
})

const natsClient = async (url: string) => {
  const socket = await RawWebSocket.open(url)
  await socket.next((text) => text.startsWith("INFO"))
  socket.send(`CONNECT {"verbose":false,"pedantic":false}\r\nPING\r\n`)
  await socket.next((text) => text.includes("PONG"))
  return socket
}

const subject = (topic: number) => `t${String(topic).padStart(5, "0")}`

/** Its protocol is a byte stream within frames; a message is this much of it. */
const natsMessageBytes = `MSG ${subject(0)} 1 ${frameBytes}\r\n`.length + frameBytes + 2

const nats = (facts: PeerFacts): Dialect => {
  const { sample } = peer(facts)
  return {
    subscribe: async (topic) => {
      const socket = await natsClient(facts.url)
      socket.send(`SUB ${subject(topic)} 1\r\nPING\r\n`)
      await socket.next((text) => text.includes("PONG"))
      return socket
    },
    publisher: () => natsClient(facts.url),
    sample: (topic, microseconds) => `PUB ${subject(topic)} ${frameBytes}\r\n${sample(topic, microseconds)}\r\n`,
    deliveries: (bytes) => bytes / natsMessageBytes
  }
}

/** Which server, and for ours where its samples enter. */
export type Target =
  | { readonly kind: "ours"; readonly facts: OurFacts; readonly inlet: "bridge" | "bus" }
  | { readonly kind: "peer" | "socketIo" | "nats"; readonly facts: PeerFacts }

export const dialectOf = (target: Target): Dialect => {
  switch (target.kind) {
    case "ours":
      return target.inlet === "bus" ? overBus(target.facts) : overBridges(target.facts)
    case "peer":
      return peer(target.facts)
    case "socketIo":
      return socketIo(target.facts)
    case "nats":
      return nats(target.facts)
  }
}
