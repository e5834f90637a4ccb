import { answer } from "../support/Answers.ts"
import { many, RawWebSocket } from "../support/RawWebSocket.ts"
import { latencies } from "../support/Stats.ts"
import { type Dialect, dialectOf, type Target } from "./dialects.ts"
import { StampReader } from "./StampReader.ts"

/** Subscribers of one topic and its publisher, all in this process, so that one clock measures both ends. */
let dialect: Dialect
let subscribers: Array<RawWebSocket> = []
let publisher: RawWebSocket
let received = 0

const now = () => Math.round(performance.now() * 1000)
const turn = () => new Promise((resolve) => setImmediate(resolve))
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const silently = (_data: Buffer, from: number, to: number) => {
  received += dialect.deliveries(to - from)
}

/** Waits until everything sent has come, or nothing came for a second. */
const settle = async (expected: number) => {
  const allCame = () => received >= expected - 0.5
  let before = received
  let since = performance.now()
  while (!allCame() && performance.now() - since < 1000) {
    await sleep(10)
    if (received === before) continue
    before = received
    since = performance.now()
  }
}

const close = () => {
  publisher?.close()
  for (const socket of subscribers) socket.close()
  subscribers = []
}

const open = async ({ count, target }: { readonly target: Target; readonly count: number }) => {
  close()
  dialect = dialectOf(target)
  publisher = await dialect.publisher()
  subscribers = await many(count, 20, () => dialect.subscribe())
  for (const socket of subscribers) socket.onMessage = silently
}

/** Publishes as fast as all subscribers take it, with `window` samples on the way at most. */
const saturate = async ({ ms, window }: { readonly ms: number; readonly window: number }) => {
  const count = subscribers.length
  received = 0
  let sent = 0
  const publishUntil = async (endMs: number) => {
    while (performance.now() < endMs) {
      publisher.socket.cork()
      for (; sent * count - received < window * count; sent++) publisher.send(dialect.sample(now()))
      publisher.socket.uncork()
      await turn()
    }
  }
  await publishUntil(performance.now() + 250)
  const began = performance.now()
  const receivedBefore = received
  await publishUntil(began + ms)
  const deliveries = received - receivedBefore
  const seconds = (performance.now() - began) / 1000
  await settle(sent * count)
  return { deliveries_per_s: deliveries / seconds, lost: sent * count - Math.round(received) }
}

/** Publishes at a steady rate; every fiftieth subscriber, at most 20, measures from publishing to receiving. */
const paced = async ({ ms, perSecond }: { readonly ms: number; readonly perSecond: number }) => {
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
  let sent = 0
  const began = performance.now()
  while (performance.now() - began < ms) {
    const due = ((performance.now() - began) * perSecond) / 1000
    for (; sent < due; sent++) publisher.send(dialect.sample(now()))
    await turn()
  }
  const seconds = (performance.now() - began) / 1000
  await settle(sent * subscribers.length)
  for (const socket of subscribers) socket.onMessage = silently
  const { p50, p99 } = latencies(values)
  return {
    deliveries_per_s: received / seconds,
    lost: sent * subscribers.length - Math.round(received),
    p50_ms: p50,
    p99_ms: p99
  }
}

answer({}, { open, saturate, paced, close })
