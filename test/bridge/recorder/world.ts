import { Effect } from "effect"
import { McapIndexedReader } from "@mcap/core"
import { RecordingId } from "@fleet/domain/Recordings"
import type { RecordingRequest } from "@fleet/bridge-protocol/CloudMessages"
import { randomUUID } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import zlib from "node:zlib"
import { configure, launch, temporaryDirectory } from "../support/bridge.ts"
import { type FakeCloud, startCloud } from "../support/FakeCloud.ts"
import { FakeRobot } from "../support/FakeRobot.ts"

export const topics = [
  { topic: "/odom", type: "nav_msgs/msg/Odometry" },
  { topic: "/scan", type: "sensor_msgs/msg/LaserScan" }
]

export const documentOf = (recorder: object) => ({ platform: 1, recorder: { topics, after_seconds: 2, ...recorder } })

/** An upload that came, whole. */
export interface Upload {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

type Answer = (upload: Upload) => Promise<readonly [status: number, body: object]>
const stores: Answer = async () => [201, {}]

/** Where recordings are uploaded to. `answer` may wait for as long as the test wants. */
export const startUploads = Effect.gen(function* () {
  const uploads: Array<Upload> = []
  const state = {
    uploads,
    begun: 0,
    url: "",
    answer: stores
  }
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((request, response) => {
        state.begun += 1
        const parts: Array<Buffer> = []
        request.on("data", (part) => parts.push(part))
        request.on("end", () => {
          const upload = { headers: request.headers, bytes: Buffer.concat(parts) }
          uploads.push(upload)
          void state.answer(upload).then(([status, body]) => {
            response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
          })
        })
      }).listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.sync(() => {
        made.close()
        made.closeAllConnections()
      })
  )
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/bridge/assets`
  return state
})
export type Uploads = Effect.Success<typeof startUploads>

/** A cloud, a robot and a bridge that records. */
export const recording = Effect.fnUntraced(function* (recorder: object = {}) {
  const cloud = yield* startCloud
  const robot = new FakeRobot()
  const directory = yield* temporaryDirectory
  const uploads = yield* startUploads
  const fiber = yield* launch(cloud, robot, directory)
  yield* cloud.sees("link_mode")
  yield* configure(cloud, 1, documentOf(recorder))
  return { cloud, robot, directory, uploads, fiber, folder: `${directory}/recordings` }
})

/** Asks for a recording, and answers with its id. */
export const ask = (
  cloud: FakeCloud,
  uploads: Uploads,
  atMs: number,
  { cause = "request", id = RecordingId.make(randomUUID()), maxBytes = 50_000_000 } = {} as {
    readonly cause?: RecordingRequest["cause"]
    readonly id?: RecordingId
    readonly maxBytes?: number
  }
): RecordingId => {
  cloud.send({
    type: "recording_request",
    recording_id: id,
    cause,
    at_ms: atMs,
    upload_url: uploads.url,
    upload_token: `token of ${id}`,
    max_bytes: maxBytes
  })
  return id
}

/** What was told of a recording, state by state. */
export const toldOf = (cloud: FakeCloud, id: RecordingId) =>
  cloud.all("recording_state").filter(({ recording_id }) => recording_id === id)

/** Opens an MCAP file with the reader that everybody has. */
export const readMcap = (bytes: Uint8Array) =>
  Effect.promise(async () => {
    const readable = {
      size: async () => BigInt(bytes.length),
      read: async (offset: bigint, length: bigint) => bytes.slice(Number(offset), Number(offset + length))
    }
    const decompressHandlers = { zstd: (data: Uint8Array) => zlib.zstdDecompressSync(data) }
    const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers })
    const messages = []
    for await (const { channelId, data, logTime, publishTime } of reader.readMessages()) {
      const channel = reader.channelsById.get(channelId)!
      const atMs = Number(logTime / 1_000_000n)
      messages.push({ topic: channel.topic, atMs, bytes: data, samePublished: publishTime === logTime })
    }
    let about: Readonly<Record<string, string>> = {}
    for await (const { metadata, name } of reader.readMetadata()) {
      if (name === "fleet") about = Object.fromEntries(metadata)
    }
    return {
      messages,
      about,
      profile: reader.header.profile,
      channels: [...reader.channelsById.values()],
      schemas: [...reader.schemasById.values()]
    }
  })
