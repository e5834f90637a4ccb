import { assert, layer } from "@effect/vitest"
import { readSps } from "@fleet/bridge/engine/cameras/h264/Sps"
import { encodeAck, MediaKind } from "@fleet/domain/media/MediaFrames"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { eventually } from "../../robots/jobs/world.ts"
import { refusal } from "../../robots/world.ts"
import { joinMedia, type MediaPeer } from "../../support/MediaPeer.ts"
import { call } from "../../support/wire.ts"
import { anRtspCamera, noRtspServer } from "./rtspServer.ts"
import { aFilmedRobot, FilmedApp, hasFfmpeg } from "./world.ts"

const secret = "p4ss-of-the-camera"

/** An RTSP server that asks for a password, notes what it is told, and never answers who knows one. */
const aGuardedCamera = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly told: Array<string>; readonly close: () => void }>((resume) => {
    const told: Array<string> = []
    const server = createServer((socket) => {
      socket.on("error", () => undefined)
      socket.on("data", (data) => {
        const text = String(data)
        const sequence = /CSeq: (\d+)/.exec(text)?.[1]
        const authorization = /Authorization: Basic (\S+)/.exec(text)?.[1]
        if (authorization !== undefined) return void told.push(Buffer.from(authorization, "base64").toString())
        const isOptions = text.startsWith("OPTIONS")
        const answer = isOptions
          ? "200 OK\r\nPublic: OPTIONS, DESCRIBE"
          : `401 Unauthorized\r\nWWW-Authenticate: Basic realm="x"`
        socket.write(`RTSP/1.0 ${answer}\r\nCSeq: ${sequence}\r\n\r\n`)
      })
    })
    server.listen(0, "127.0.0.1", () =>
      resume(Effect.succeed({ port: (server.address() as AddressInfo).port, told, close: () => server.close() }))
    )
  }),
  ({ close }) => Effect.sync(close)
)

const configOf = (viewer: MediaPeer) =>
  Effect.map(viewer.next(MediaKind.config), ({ payload }) => JSON.parse(Buffer.from(payload).toString()))

/** Takes so many pictures; which of them are keys. */
const watched = Effect.fnUntraced(function* (viewer: MediaPeer, count: number) {
  const keys: Array<number> = []
  for (let index = 0; index < count; index++) {
    const { isKey, seq } = yield* viewer.next(MediaKind.picture)
    viewer.send(encodeAck(seq, seq))
    if (isKey) keys.push(index)
  }
  return keys
})

const argumentsOfAll = () =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")
      } catch {
        return ""
      }
    })

layer(FilmedApp, { excludeTestServices: true, timeout: "60 seconds" })("a camera with a password", (it) => {
  it.effect.skipIf(!hasFfmpeg || process.platform !== "linux")(
    "a camera with a password is told it, and nobody who lists the processes reads it",
    () =>
      Effect.gen(function* () {
        const { port, told } = yield* aGuardedCamera
        const credentials = `{username: viewer, password: ${secret}}`
        const camera = `{kind: rtsp, url: "rtsp://127.0.0.1:${port}/live", credentials: ${credentials}}`
        const { as, at } = yield* aFilmedRobot("ffmpeg", () => camera)
        yield* eventually(
          Effect.sync(() => told.length),
          (count) => count > 0
        )
        const all = argumentsOfAll()
        assert.isTrue(all.some((line) => line.includes("ffmpeg") && line.includes("concat")))
        assert.deepStrictEqual(
          all.filter((line) => line.includes(secret)),
          []
        )
        assert.strictEqual(told[0], `viewer:${secret}`)
        const [status, { code, details }] = (yield* refusal("POST", `${at}/live`, { as })) as any
        assert.deepStrictEqual([status, code], [409, "camera_offline"])
        assert.notInclude(JSON.stringify(details), secret)
      })
  )

  it.effect.skipIf(noRtspServer !== null)(
    "a camera with a password sends its own H.264 to viewers, and nobody who lists the processes reads the password",
    () =>
      Effect.gen(function* () {
        const url = yield* anRtspCamera(["-profile:v", "main", "-bf", "0", "-g", "10"], {
          username: "viewer",
          password: secret
        })
        const credentials = `{username: viewer, password: ${secret}}`
        const { as, at } = yield* aFilmedRobot(
          "ffmpeg",
          () => `{kind: rtsp, url: "${url}", credentials: ${credentials}}`
        )
        const { body, status } = yield* call("POST", `${at}/live`, { as })
        assert.strictEqual(status, 201, JSON.stringify(body))
        const viewer = yield* joinMedia(body.room, body.token)
        const config = yield* configOf(viewer)
        assert.match(config.codec, /^avc1\.4d/)
        assert.deepInclude(config, { width: 320, height: 240 })
        assert.strictEqual(readSps(Buffer.from(config.avcc, "base64").subarray(8))!.reorder, 0)
        const keys = yield* watched(viewer, 25)
        assert.deepStrictEqual(
          keys.map((index) => index - keys[0]!),
          [0, 10, 20]
        )
        const all = argumentsOfAll()
        assert.isTrue(all.some((line) => line.includes("ffmpeg") && line.includes("-c:v copy")))
        assert.deepStrictEqual(
          all.filter((line) => line.includes(secret)),
          []
        )
      })
  )

  it.effect.skipIf(noRtspServer !== null)("a camera with a password that is not its own is refused as such", () =>
    Effect.gen(function* () {
      const url = yield* anRtspCamera(["-bf", "0"], { username: "viewer", password: secret })
      const credentials = `{username: viewer, password: wrong}`
      const { as, at } = yield* aFilmedRobot("ffmpeg", () => `{kind: rtsp, url: "${url}", credentials: ${credentials}}`)
      const reason = { code: "camera_offline", details: { reason: "auth_failed" } }
      assert.deepStrictEqual(yield* refusal("POST", `${at}/live`, { as }), [409, reason])
    })
  )

  it.effect.skipIf(noRtspServer !== null)("a camera whose H.264 no viewer could play at once is encoded again", () =>
    Effect.gen(function* () {
      const url = yield* anRtspCamera(["-profile:v", "high", "-bf", "2", "-g", "10"])
      const { as, at } = yield* aFilmedRobot("ffmpeg", () => `{kind: rtsp, url: "${url}"}`)
      const { body, status } = yield* call("POST", `${at}/live`, { as })
      assert.strictEqual(status, 201, JSON.stringify(body))
      const viewer = yield* joinMedia(body.room, body.token)
      const codecs: Array<string> = []
      while (!codecs.at(-1)?.startsWith("avc1.42")) codecs.push((yield* configOf(viewer)).codec)
      yield* watched(viewer, 10)
    })
  )
})
