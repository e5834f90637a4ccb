import { encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import { type OurFacts, type PeerFacts, reading } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { many, type RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { type Acks, filming, filmPeer, fps, type Seen, watch, watchPeer } from "./mediaStream.ts"

const payload = new Uint8Array(4_000)
const keyEvery = 60
const warmUpMs = 1_500

let facts: OurFacts
let publisher: RawWebSocket
let viewers = 0
const delays: Array<number> = []
let received = 0
let isMeasured = false
let seq = 0

/** A frame's capture time is when it was written, by this process's clock. */
const nowUs = () => BigInt(Math.round(performance.now() * 1000))

const onPicture = ({ capturedUs, seq }: Seen) => {
  if (!isMeasured) return
  received++
  if (seq % 16 === 0) delays.push(performance.now() - Number(capturedUs) / 1000)
}

const send = () => {
  seq = (seq + 1) & 0xffff
  const picture = { isKey: seq % keyEvery === 1, seq, ptsMs: seq * 33, capturedUs: nowUs(), payload }
  publisher.sendBinary(encodeMediaFrame({ kind: MediaKind.picture, ...picture }))
}

interface Crowd {
  readonly viewers: number
  readonly acks: Acks
}

/** A camera with so many viewers. */
const open = async ({ acks, facts: given, viewers: count }: Crowd & { readonly facts: OurFacts }) => {
  facts = given
  viewers = count
  const { started } = await filming(facts)
  const one = () => watch(facts, facts.serverKey, onPicture, acks)
  const [, sending] = await Promise.all([one(), started])
  publisher = sending
  await many(count - 1, 16, one)
}

/** The same at a bare relay. */
const openPeer = async ({ acks, facts, viewers: count }: Crowd & { readonly facts: PeerFacts }) => {
  viewers = count
  await many(count, 16, () => watchPeer(facts, acks, onPicture))
  publisher = await filmPeer(facts)
}

interface Paced {
  readonly ms: number
  readonly serverPid: number
}

/** Sends 30 pictures a second for so long; what a write costs. */
const paced = async ({ ms, serverPid }: Paced) => {
  await steadily(warmUpMs, fps, send)
  received = 0
  delays.length = 0
  isMeasured = true
  const cost = costs(serverPid)
  const began = performance.now()
  await steadily(ms, fps, send)
  await sleep(100)
  isMeasured = false
  const spent = cost(received)
  const delay = latencies(delays)
  return {
    viewers,
    writes_per_s: (received * 1000) / (performance.now() - began),
    ...spent,
    streams_per_core: 1e6 / spent.server_us_each / fps,
    delay_p50_ms: delay.p50,
    delay_p99_ms: delay.p99
  }
}

/** Asks for a value a hundred times a second at most, beside 30 pictures a second or alone. */
const reads = async ({ isRelaying, ms }: { readonly ms: number; readonly isRelaying: boolean }) => {
  const control = await RawHttp.open(facts.url)
  const path = `${facts.url}/api/robots/${facts.robots[0]!.id}/datapoints/${reading}`
  const request = requestBytes("GET", path, facts.serverKey)
  const waits: Array<number> = []
  const state = { isOver: false }
  const asking = (async () => {
    while (!state.isOver) {
      const at = performance.now()
      await control.ask(request)
      waits.push(performance.now() - at)
      await sleep(10)
    }
  })()
  const pictures = isRelaying ? send : () => undefined
  await steadily(warmUpMs, fps, pictures)
  waits.length = 0
  await steadily(ms, fps, pictures)
  state.isOver = true
  await asking
  control.close()
  const waited = latencies(waits)
  return { control_p50_ms: waited.p50, control_p99_ms: waited.p99, reads_per_s: (waits.length * 1000) / ms }
}

answer({}, { open, openPeer, paced, reads })
