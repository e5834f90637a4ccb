import { assert, layer } from "@effect/vitest"
import { RequestTimes } from "@fleet/server/platform/http/LongRequests"
import { BodyTimeouts } from "@fleet/server/platform/http/RequestBodies"
import { type Pace, UploadPace } from "@fleet/server/platform/http/steadyBody"
import { Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { connect } from "node:net"
import { aRobotWithFiles, AssetsApp, unfinished, wheel } from "./world.ts"

/** A request may take 300 ms; only its time and the pace of uploads end one here. */
const app = (pace: Partial<Pace>) =>
  AssetsApp.pipe(
    Layer.provide([
      Layer.succeed(RequestTimes, { whole: 300, lookedAt: 20, parting: 200, taken: 30_000 }),
      Layer.succeed(UploadPace, { stalledMs: 30_000, graceMs: 60_000, bytesPerSecond: 16_384, ...pace }),
      Layer.succeed(BodyTimeouts, { small: "1 hour", large: "1 hour" })
    ])
  )

/** What a server says to a request of which some bytes come every 50 ms, until it ends the connection or has said `ends`. */
const trickle = Effect.fnUntraced(function* (
  head: ReadonlyArray<string>,
  chunks: Iterable<string>,
  ends: RegExp | null = null
) {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.callback<string>((resume) => {
    const socket = connect(Number(base.port), base.hostname)
    const rest = chunks[Symbol.iterator]()
    let answer = ""
    const end = () => {
      clearInterval(timer)
      socket.destroy()
      resume(Effect.succeed(answer))
    }
    const timer = setInterval(() => {
      const next = rest.next()
      if (next.done !== true && socket.writable) socket.write(next.value)
    }, 50)
    socket.on("error", () => undefined).on("close", end)
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text
      if (ends?.test(answer) === true) end()
    })
    socket.write([...head, "Host: x", "", ""].join("\r\n"))
    return Effect.sync(end)
  })
})

const uploadHead = ({ sync_id, token }: { readonly sync_id: string; readonly token: string }, size: number | null) => [
  "POST /api/bridge/assets HTTP/1.1",
  `Authorization: Bearer ${token}`,
  "X-Platform-Asset-Kind: mesh",
  `X-Platform-Asset-Name: ${wheel}`,
  `X-Platform-Sync-Id: ${sync_id}`,
  ...(size === null ? ["Transfer-Encoding: chunked"] : [`Content-Length: ${size}`])
]

function* endless(text: string): Generator<string> {
  for (;;) yield text
}

layer(app({}), { timeout: "60 seconds", excludeTestServices: true })("an upload that takes long", (it) => {
  it.effect("is taken in beyond the time that other requests have", () =>
    Effect.gen(function* () {
      const { begin, list } = yield* aRobotWithFiles()
      const answer = yield* trickle(uploadHead(yield* begin, 20), "solid ".repeat(3).concat("ab"), /\}\n$/)
      assert.match(answer, /^HTTP\/1\.1 201 /)
      assert.strictEqual((yield* list).body.assets[0].size_bytes, 20)
    })
  )

  it.effect("is the only kind of request that is: another one is refused and closed", () =>
    Effect.gen(function* () {
      const { as } = yield* aRobotWithFiles()
      const other = ["POST /api/apps HTTP/1.1", `Authorization: Bearer ${as}`, "Content-Type: application/json"]
      const answer = yield* trickle([...other, "Content-Length: 100000"], endless(" "))
      assert.match(answer, /^HTTP\/1\.1 400 /)
      const wrong = { sync_id: crypto.randomUUID(), token: "aut_x" }
      assert.match(yield* trickle(uploadHead(wrong, 100_000), endless(" ")), /^HTTP\/1\.1 401 /)
    })
  )

  it.effect("loses its connection soon after it was refused, however much is still to come", () =>
    Effect.gen(function* () {
      const { begin } = yield* aRobotWithFiles()
      const answer = yield* trickle(uploadHead(yield* begin, 1_000_000_001), endless("x"))
      assert.match(answer, /^HTTP\/1\.1 413 /)
    })
  )
})

for (const [title, pace] of [
  ["of which nothing comes", { stalledMs: 300 }],
  ["that is slower than its pace", { graceMs: 500, bytesPerSecond: 1e6 }]
] as const) {
  layer(app(pace), { timeout: "60 seconds", excludeTestServices: true })(`an upload ${title}`, (it) => {
    it.effect("is a bad request and leaves nothing, whether its size was announced or not", () =>
      Effect.gen(function* () {
        const { begin, list } = yield* aRobotWithFiles()
        const request = yield* begin
        const chunk = "5\r\nsolid\r\n"
        for (const [size, first, more] of [
          [100_000, "solid", "x"],
          [null, chunk, chunk]
        ] as const) {
          const chunks = pace.stalledMs === undefined ? endless(more) : [first]
          const answer = yield* trickle(uploadHead(request, size), chunks)
          assert.match(answer, /^HTTP\/1\.1 400 /)
          assert.include(answer, "bad_request")
        }
        assert.deepStrictEqual((yield* list).body.assets, [])
        assert.deepStrictEqual(yield* unfinished, [])
      })
    )
  })
}
