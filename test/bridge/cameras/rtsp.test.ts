import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { eventually } from "../../robots/jobs/world.ts"
import { refusal } from "../../robots/world.ts"
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
})
