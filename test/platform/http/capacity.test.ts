import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { connect } from "node:net"
import { WebSocket } from "ws"
import { eventually } from "../../robots/jobs/world.ts"
import { openBridge } from "../../support/FakeBridge.ts"
import { makeOrg } from "../../support/people.ts"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

/** What an upgrade is answered: 101 and the socket, or the refusal with its Retry-After. */
const upgrade = Effect.fnUntraced(function* (path: "/realtime" | "/bridge") {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.acquireRelease(
    Effect.callback<{ readonly socket: WebSocket; readonly answer: ReadonlyArray<unknown> }>((resume) => {
      const socket = new WebSocket(`${base.replace(/^http/, "ws")}${path}`)
      socket.once("open", () => resume(Effect.succeed({ socket, answer: [101] })))
      socket.once("unexpected-response", (_request, response) => {
        const { headers, statusCode } = response
        let text = ""
        response.on("data", (data: Buffer) => (text += String(data)))
        response.on("end", () =>
          resume(Effect.succeed({ socket, answer: [statusCode, headers["retry-after"], JSON.parse(text)] }))
        )
      })
      socket.on("error", () => undefined)
    }),
    ({ socket }) => Effect.sync(() => socket.terminate())
  )
})

/** Whether an upgrade was answered 503, with a time to come back that is the same in header and body. */
const assertFull = (answer: ReadonlyArray<any>) => {
  const [status, retryAfter, { code, details, message }] = answer
  assert.deepStrictEqual(
    [status, code, message],
    [503, "at_capacity", "This server is at its capacity. Come back later."]
  )
  assert.isAtLeast(details.retry_after_ms, 2_000)
  assert.isAtMost(details.retry_after_ms, 8_000)
  assert.strictEqual(retryAfter, String(Math.ceil(details.retry_after_ms / 1_000)))
}

layer(testApp({ maxSockets: 3 }), { timeout: "60 seconds" })("a server that holds as many sockets as it may", (it) => {
  it.effect(
    "a server that holds as many sockets as it may answers the next upgrade of any kind 503, serves those it has, and takes another for one that goes",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        const clients = [yield* connectRealtime(developer.token), yield* connectRealtime(developer.token)]
        const bridge = yield* openBridge
        for (const path of ["/realtime", "/bridge", "/realtime"] as const) {
          assertFull((yield* upgrade(path)).answer)
        }
        for (const client of clients) assert.deepStrictEqual(yield* client.settled, [])
        assert.strictEqual(bridge.socket.readyState, WebSocket.OPEN)
        assert.strictEqual((yield* call("GET", "/healthz")).status, 200)
        clients[0]!.socket.close()
        yield* clients[0]!.closeCode
        yield* eventually(upgrade("/bridge"), ({ answer }) => answer[0] === 101)
        assertFull((yield* upgrade("/realtime")).answer)
      }).pipe(Effect.scoped)
  )

  it.effect("a server that holds as many sockets as it may loses no place to upgrades that fail", () =>
    Effect.gen(function* () {
      const address = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
      const broken = Effect.callback<string>((resume) => {
        const socket = connect(Number(address.port), address.hostname, () =>
          socket.write("GET /realtime HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
        )
        let text = ""
        socket.on("data", (data) => (text += String(data)))
        socket.on("close", () => resume(Effect.succeed(text)))
      })
      for (let attempt = 0; attempt < 5; attempt++) assert.match(yield* broken, /^HTTP\/1\.1 400 /)
      const { developer } = yield* makeOrg
      yield* eventually(upgrade("/realtime"), ({ answer }) => answer[0] === 101)
      yield* connectRealtime(developer.token)
    }).pipe(Effect.scoped)
  )
})
