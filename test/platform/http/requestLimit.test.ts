import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "../../robots/jobs/world.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { holdRequest, refresh, sent } from "./slowRequest.ts"

const atOnce = 3

const slowRequest = holdRequest()

const read = "GET /api/client/providers HTTP/1.1\r\nHost: x\r\n\r\n"

/** All that is answered until the service closes the connection. */
const answerTo = (text: string) =>
  Effect.flatMap(sent(text), (socket) =>
    Effect.callback<string>((resume) => {
      let answer = ""
      socket.on("data", (data) => (answer += data.toString()))
      socket.on("close", () => resume(Effect.succeed(answer)))
    })
  )

layer(testApp({ maxRequests: atOnce }), { timeout: "60 seconds" })("a server that answers as much as it may", (it) => {
  it.effect(
    "a server that answers as many requests as it may refuses the next 503 with a time to come back, answers about its health, and takes more once one is done",
    () =>
      Effect.gen(function* () {
        const slow = [yield* slowRequest, yield* slowRequest]
        assert.strictEqual((yield* call("GET", "/api/robots")).status, 401)
        slow.push(yield* slowRequest)
        const refused = yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 503)
        const { code, details } = refused.body
        assert.strictEqual(code, "at_capacity")
        assert.strictEqual(refused.headers.get("retry-after"), String(Math.ceil(details.retry_after_ms / 1_000)))
        assert.strictEqual((yield* call("POST", "/api/auth/refresh", { body: { refresh_token: "x" } })).status, 503)
        for (const path of ["/healthz", "/readyz"]) assert.strictEqual((yield* call("GET", path)).status, 200)
        assert.strictEqual((yield* call("GET", "/api/robots?x=/healthz")).status, 503)
        assert.include(yield* answerTo(`${refresh}Expect: 100-continue\r\n\r\n{}       `), "HTTP/1.1 503 ")
        assert.strictEqual(refused.headers.get("access-control-allow-origin"), "*")
        assert.strictEqual(refused.headers.get("content-length"), String(JSON.stringify(refused.body).length + 1))
        // The connection of a read serves the next request, and that of a short body; that of a long one does not.
        const twice = yield* answerTo(`${read}${read.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")}`)
        assert.strictEqual(twice.split("HTTP/1.1 503 ").length - 1, 2)
        const last = read.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n")
        const short = yield* answerTo(`${refresh}\r\n{}       ${last}`)
        assert.strictEqual(short.split("HTTP/1.1 503 ").length - 1, 2)
        const long = refresh.replace(/Content-Length: \d+/i, "Content-Length: 16385")
        assert.strictEqual(
          (yield* answerTo(`${long}\r\n${" ".repeat(16_385)}${read}`)).split("HTTP/1.1 ").length - 1,
          1
        )
        slow[0]!.destroy()
        yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 401)
        for (const socket of slow) socket.destroy()
      })
  )

  it.effect("a server that answers as many requests as it may has room again after connections that leave HTTP", () =>
    Effect.gen(function* () {
      const upgrade =
        "GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
      const leave = [upgrade, "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"]
      for (const last of leave) {
        for (let count = 0; count < 3; count++) {
          const socket = yield* sent(read.repeat(atOnce) + last)
          yield* Effect.callback<void>((resume) => {
            socket.once("data", () => {
              socket.destroy()
              resume(Effect.void)
            })
          })
        }
      }
      const slow = [yield* slowRequest, yield* slowRequest]
      yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 401)
      for (const socket of slow) socket.destroy()
    })
  )

  it.effect("a request that asks for an unknown protocol takes a place like any other", () =>
    Effect.gen(function* () {
      const asked = "GET /api/robots HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n"
      assert.include(yield* answerTo(asked), "HTTP/1.1 401 ")
      const slow = [yield* slowRequest, yield* slowRequest, yield* slowRequest]
      yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 503)
      const refused = yield* answerTo(asked)
      assert.match(refused, /^HTTP\/1\.1 503 [^]*\r\nretry-after: \d/)
      assert.include(refused, '"at_capacity"')
      for (const socket of slow) socket.destroy()
      yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 401)
    })
  )

  it.effect("a request for another protocol gives its place back though its client does not close", () =>
    Effect.gen(function* () {
      const asked = "GET /api/robots HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n"
      const sockets = []
      for (let count = 0; count < atOnce; count++) sockets.push(yield* sent(asked))
      yield* eventually(call("GET", "/api/robots"), ({ status }) => status === 401)
      for (const socket of sockets) socket.destroy()
    })
  )
})
