import { encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import { type OurFacts, reading } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { many, type RawWebSocket } from "../support/RawWebSocket.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { filming, fps, type Seen, watch } from "./mediaStream.ts"

const payload = new Uint8Array(4_000)
const keyEvery = 60
/** An ack of one picture in three is one each tenth of a second. */
const ackEvery = 3

let facts: OurFacts
let control: RawHttp
let publisher: RawWebSocket
const viewers: Array<RawWebSocket> = []
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

/** A camera with so many viewers. */
const open = async ({ facts: given, viewers: count }: { readonly facts: OurFacts; readonly viewers: number }) => {
  facts = given
  control = await RawHttp.open(facts.url)
  const { started } = await filming(facts)
  const one = () => watch(facts, facts.serverKey, ackEvery, onPicture)
  const [first, sending] = await Promise.all([one(), started])
  publisher = sending
  viewers.push(first, ...(await many(count - 1, 16, one)))
}

/** Sends 30 pictures a second for so long, and asks the service for a value meanwhile. */
const paced = async ({ ms, serverPid }: { readonly ms: number; readonly serverPid: number }) => {
  const path = `${facts.url}/api/robots/${facts.robots[0]!.id}/datapoints/${reading}`
  const request = requestBytes("GET", path, facts.serverKey)
  await steadily(1500, fps, send)
  received = 0
  delays.length = 0
  isMeasured = true
  const cost = costs(serverPid)
  const began = performance.now()
  const controls: Array<number> = []
  const state = { isOver: false }
  const asking = (async () => {
    while (!state.isOver) {
      const at = performance.now()
      await control.ask(request)
      controls.push(performance.now() - at)
      await sleep(10)
    }
  })()
  await steadily(ms, fps, send)
  await sleep(100)
  isMeasured = false
  state.isOver = true
  await asking
  const spent = cost(received)
  const seconds = (performance.now() - began) / 1000
  const delay = latencies(delays)
  const asked = latencies(controls)
  return {
    viewers: viewers.length,
    writes_per_s: received / seconds,
    ...spent,
    streams_per_core: 1e6 / spent.server_us_each / fps,
    delay_p50_ms: delay.p50,
    delay_p99_ms: delay.p99,
    control_p50_ms: asked.p50,
    control_p99_ms: asked.p99
  }
}

answer({}, { open, paced })
