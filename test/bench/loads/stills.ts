import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { randomBytes } from "node:crypto"
import { type OurFacts, reading } from "../servers/facts.ts"
import { answer } from "../support/Answers.ts"
import { many, type RawWebSocket } from "../support/RawWebSocket.ts"
import { steadily } from "../support/Schedule.ts"
import { latencies } from "../support/Stats.ts"
import { bridge, mark, stampDigits, subscriber } from "./dialects.ts"
import { StampReader } from "./StampReader.ts"

const camerasEach = 50
const imageBytes = 100_000
const size = { width: 640, height: 480 }
const readers = 10
const samplesPerSecond = 500

let facts: OurFacts
let bridges: ReadonlyArray<RawWebSocket> = []
let sockets: ReadonlyArray<RawWebSocket> = []

/** The beginning of a JPEG of the size, and noise. */
const image = () => {
  const { height, width } = size
  const head = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255, 3]
  const bytes = randomBytes(imageBytes)
  bytes.set(head)
  return bytes
}
const images = Array.from({ length: 8 }, image)

const document = `platform: 1
datapoints:
  ${reading}: { topic: /reading, type: std_msgs/msg/String, field: data }
cameras:
${Array.from(
  { length: camerasEach },
  (_, index) =>
    `  camera_${index}: { source: { kind: mjpeg, url: "http://camera" }, ${`width: ${size.width}, height: ${size.height}`}, ` +
    "fps: 10, bitrate_kbps: 1000, snapshot_interval_seconds: 4 }"
).join("\n")}
`

const configure = async (id: string) => {
  const headers = { authorization: `Bearer ${facts.ownerToken}`, "content-type": "application/json" }
  const draft = { method: "PUT", headers, body: JSON.stringify({ source: document }) }
  for (const [path, init] of [
    ["draft", draft],
    ["publish", { method: "POST", headers }]
  ] as const) {
    const answered = await fetch(`${facts.url}/api/robots/${id}/config/${path}`, init)
    if (!answered.ok) throw new Error(await answered.text())
  }
}

/** Every robot with 50 cameras, and readers of a datapoint of the first. */
const open = async ({ facts: given }: { readonly facts: OurFacts }) => {
  facts = given
  for (const { id } of facts.robots) await configure(id)
  bridges = await many(facts.robots.length, 4, (index) => bridge(facts, index))
  sockets = await many(readers, readers, () => subscriber(facts))
  return { cameras: bridges.length * camerasEach }
}

/** Sends samples at a pace, and so many stills a second; how late samples are for their readers. */
const paced = async ({ ms, stillsPerSecond }: { readonly ms: number; readonly stillsPerSecond: number }) => {
  const late: Array<number> = []
  for (const socket of sockets) {
    const stamps = new StampReader((us) => late.push(performance.now() - us / 1000))
    socket.onMessage = (data, from, to) => stamps.read(data, from, to)
  }
  const stills = bridges.length * camerasEach
  let still = 0
  const sendStill = () => {
    const at = still++ % stills
    const header = { type: "snapshot", mime: "image/jpeg", ...size, timestamp_ms: Date.now() } as const
    const slug = `camera_${Math.floor(at / bridges.length)}`
    bridges[at % bridges.length]!.sendMasked(encodeSnapshot({ ...header, slug }, images[still % images.length]!))
  }
  const sendSample = () => {
    const stamp = mark + String(Math.round(performance.now() * 1000)).padStart(stampDigits, "0")
    const sample = { type: "datapoint", slug: reading, value: stamp, timestamp_ms: Date.now() }
    bridges[0]!.send(JSON.stringify(sample))
  }
  await Promise.all([
    steadily(ms, samplesPerSecond, sendSample),
    stillsPerSecond > 0 ? steadily(ms, stillsPerSecond, sendStill) : undefined
  ])
  const { p50, p99 } = latencies(late)
  return { stills_mb_per_s: (still * imageBytes) / 1e3 / ms, deliveries: late.length, p50_ms: p50, p99_ms: p99 }
}

/** How many stills are stored that came within so many milliseconds. */
const fresh = async ({ withinMs }: { readonly withinMs: number }) => {
  let count = 0
  for (const { id } of facts.robots) {
    for (let camera = 0; camera < camerasEach; camera++) {
      const path = `${facts.url}/api/robots/${id}/cameras/camera_${camera}/snapshot/meta`
      const answered = await fetch(path, { headers: { authorization: `Bearer ${facts.ownerToken}` } })
      const { age_ms } = (await answered.json()) as { readonly age_ms: number | null }
      if (age_ms !== null && age_ms < withinMs) count++
    }
  }
  return count
}

answer({}, { open, paced, fresh })
