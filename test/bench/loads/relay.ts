import { encodeAck, encodeMediaFrame, MediaKind } from "@fleet/domain/media/MediaFrames"
import { cameraSlug, type OurFacts, reading } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { costs } from "../support/Cpu.ts"
import { many, RawWebSocket } from "../support/RawWebSocket.ts"
import { RawHttp, requestBytes } from "../support/RawHttp.ts"
import { sleep, steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { bridge } from "./dialects.ts"

const pictureBytes = 4_000
const fps = 30
const keyEvery = 60
const config = JSON.stringify({ codec: "mjpeg", width: 320, height: 240, fps, avcc: null })

interface Stream {
  readonly publisher: RawWebSocket
  readonly viewers: ReadonlyArray<RawWebSocket>
}

let facts: OurFacts
let control: RawHttp
const streams: Array<Stream> = []
const delays: Array<number> = []
let received = 0
let isMeasured = false

const binary = (socket: RawWebSocket, frame: Uint8Array) => socket.sendBinary(frame)

/** A frame's capture time is when it was written, by this process's clock. */
const nowUs = () => BigInt(Math.round(performance.now() * 1000))

const join = async (url: string, room: string, token: string, role: string) => {
  const socket = await RawWebSocket.open(url)
  socket.send(JSON.stringify({ type: "join", room, token, role }))
  await socket.next((text) => text.includes("joined"))
  return socket
}

const watch = async () => {
  const request = requestBytes(
    "POST",
    `${facts.url}/api/robots/${facts.robots[0]!.id}/cameras/${cameraSlug}/live`,
    facts.serverKey
  )
  const connection = await RawHttp.open(facts.url)
  const { body, status } = await connection.ask(request)
  connection.close()
  if (status !== 201) throw new Error(`${status} ${body}`)
  const session = JSON.parse(body) as { room: string; token: string }
  const socket = await join(`${facts.url.replace("http", "ws")}/media`, session.room, session.token, "viewer")
  socket.onMessage = (data, from, to) => {
    if (to - from < 16 || data[from] !== MediaKind.picture) return
    const seq = data.readUInt16BE(from + 2)
    // As the SDK does: what came, then what was painted; one in three here, which is a tenth of a second.
    if (seq % 3 === 0) binary(socket, encodeAck(seq, seq))
    if (!isMeasured) return
    received++
    if (seq % 16 === 0) delays.push(performance.now() - Number(data.readBigUInt64BE(from + 8)) / 1000)
  }
  // The picture that was kept for it may have come with the answer to the join.
  binary(socket, encodeAck(0, 0))
  return socket
}

/** A camera with so many viewers. Its bridge answers what it is asked. */
const open = async ({ facts: given, viewers }: { readonly facts: OurFacts; readonly viewers: number }) => {
  facts = given
  control = await RawHttp.open(facts.url)
  const socket = await bridge(facts)
  const answers = socket.onMessage
  const started = new Promise<RawWebSocket>((resolve, reject) => {
    socket.onMessage = (data, from, to) => {
      answers(data, from, to)
      const text = data.toString("utf8", from, to)
      if (!text.startsWith('{"type":"camera_start"')) return
      const { request_id, room, slug, token } = JSON.parse(text)
      join(`${facts.url.replace("http", "ws")}/media`, room, token, "publisher").then((publisher) => {
        binary(publisher, encodeMediaFrame({ kind: MediaKind.config, payload: Buffer.from(config) }))
        binary(publisher, encodeMediaFrame({ kind: MediaKind.picture, isKey: true, seq: 0 }))
        const state = { type: "camera_state", slug, publishing: true, error: null, cause: "command", request_id }
        socket.send(JSON.stringify({ ...state, observed_at_ms: Date.now() }))
        resolve(publisher)
      }, reject)
    }
  })
  const [first, publisher] = await Promise.all([watch(), started])
  const others = await many(viewers - 1, 16, watch)
  streams.push({ publisher, viewers: [first, ...others] })
}

const payload = new Uint8Array(pictureBytes)

/** Sends 30 pictures a second for so long, and asks the service for a value meanwhile. */
const paced = async ({ ms, serverPid }: { readonly ms: number; readonly serverPid: number }) => {
  const path = `${facts.url}/api/robots/${facts.robots[0]!.id}/datapoints/${reading}`
  const request = requestBytes("GET", path, facts.serverKey)
  let seq = 0
  const send = () => {
    seq = (seq + 1) & 0xffff
    const isKey = seq % keyEvery === 1
    const frame = encodeMediaFrame({
      kind: MediaKind.picture,
      isKey,
      seq,
      ptsMs: seq * 33,
      capturedUs: nowUs(),
      payload
    })
    for (const { publisher } of streams) binary(publisher, frame)
  }
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
    viewers: streams.reduce((sum, { viewers }) => sum + viewers.length, 0),
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
