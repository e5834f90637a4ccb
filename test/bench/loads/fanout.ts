import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many, RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { type Dialect, dialectOf, type Target } from "./dialects.ts"
import { settled } from "./settled.ts"
import { StampReader } from "./StampReader.ts"

/** Subscribers of one topic and its publisher, all in this process, so that one clock measures both ends. */
let dialect: Dialect
let subscribers: Array<RawWebSocket> = []
let publisher: RawWebSocket
let received = 0
let onReceived = () => {}

const now = () => Math.round(performance.now() * 1000)
const silently = (_data: Buffer, from: number, to: number) => {
  received += dialect.deliveries(to - from)
  onReceived()
}

const close = () => {
  publisher?.close()
  for (const socket of subscribers) socket.close()
  subscribers = []
}

const open = async ({ count, target }: { readonly target: Target; readonly count: number }) => {
  close()
  dialect = dialectOf(target)
  publisher = await dialect.publisher(0)
  subscribers = await many(count, 20, () => dialect.subscribe(0))
  for (const socket of subscribers) socket.onMessage = silently
}

interface Saturating {
  readonly ms: number
  readonly window: number
  readonly serverPid: number
}

/** Publishes as fast as all subscribers take it, with `window` samples on the way at most. */
const saturate = async ({ ms, serverPid, window }: Saturating) => {
  const count = subscribers.length
  received = 0
  let sent = 0
  let scheduled = false
  let over = false
  // Deliveries of a byte stream are fractions, which add up with an error.
  const hasRoom = () => sent - Math.floor(received / count + 0.001) < window
  const pump = () => {
    scheduled = false
    if (over) return
    publisher.socket.cork()
    for (; hasRoom(); sent++) publisher.send(dialect.sample(0, now()))
    publisher.socket.uncork()
  }
  onReceived = () => {
    if (scheduled || over || !hasRoom()) return
    scheduled = true
    setImmediate(pump)
  }
  pump()
  await sleep(250)
  const cost = costs(serverPid)
  const began = performance.now()
  const receivedBefore = received
  await sleep(ms)
  const deliveries = received - receivedBefore
  const seconds = (performance.now() - began) / 1000
  const spent = cost(deliveries)
  over = true
  onReceived = () => {}
  await settled(sent * count, () => received)
  return { deliveries_per_s: deliveries / seconds, ...spent, lost: sent * count - Math.round(received) }
}

interface Pacing {
  readonly ms: number
  readonly perSecond: number
  readonly serverPid: number
}

/**
 * Publishes at a steady rate; every fiftieth subscriber, at most 20, measures from when a sample was due to when it has
 * come.
 */
const paced = async ({ ms, perSecond, serverPid }: Pacing) => {
  const values: Array<number> = []
  const step = Math.max(1, Math.floor(subscribers.length / 20))
  for (let index = 0; index < subscribers.length; index += step) {
    const stamps = new StampReader((microseconds) => values.push((now() - microseconds) / 1000))
    subscribers[index]!.onMessage = (data, from, to) => {
      silently(data, from, to)
      stamps.read(data, from, to)
    }
  }
  received = 0
  const cost = costs(serverPid)
  const { count: sent, seconds } = await steadily(ms, perSecond, (_, dueMs) =>
    publisher.send(dialect.sample(0, Math.round(dueMs * 1000)))
  )
  const { server_cpu, server_us_each } = cost(received)
  const deliveries = received / seconds
  await settled(sent * subscribers.length, () => received)
  for (const socket of subscribers) socket.onMessage = silently
  const { p50, p99 } = latencies(values)
  return {
    deliveries_per_s: deliveries,
    server_cpu,
    server_us_each,
    lost: sent * subscribers.length - Math.round(received),
    p50_ms: p50,
    p99_ms: p99
  }
}

answer({}, { open, saturate, paced, close })
