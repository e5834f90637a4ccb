import { ConnectFailed, openCloudSocket, SocketClosed } from "@fleet/bridge/cloud/CloudSocket"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type RequestListener } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import { eventually, settle } from "./support/FakeCloud.ts"

/** An HTTP server on a free port, and what it is asked; it ends with the scope. */
const server = Effect.fnUntraced(function* (answer: RequestListener) {
  const asked: Array<IncomingMessage> = []
  const sockets: Array<Socket> = []
  const http = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const http = createServer(answer)
      http.on("connection", (socket) => sockets.push(socket))
      http.on("upgrade", (request, socket) => {
        asked.push(request)
        socket.resume()
      })
      http.listen(0, "127.0.0.1", () => resume(Effect.succeed(http)))
    }),
    (http) =>
      Effect.sync(() => {
        for (const socket of sockets) socket.destroy()
        http.close()
      })
  )
  return { http, asked, sockets, url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` }
})

/** Whether the bridge has ended all these connections. */
const areEnded = (sockets: ReadonlyArray<Socket>) =>
  sockets.every(({ closed, readableEnded }) => closed || readableEnded)

/** A server that refuses upgrades as a full node does, and keeps the connection open. */
const refusing = (headers: Readonly<Record<string, string>>) =>
  Effect.map(
    server(() => {}),
    (made) => {
      made.http.on("upgrade", (_, socket) => {
        const lines = Object.entries({ ...headers, "Content-Length": "4" }).map(([name, value]) => `${name}: ${value}`)
        socket.write(["HTTP/1.1 503 Full", ...lines, "", "full"].join("\r\n"))
      })
      return made
    }
  )

/** The cloud's end of a connection, and the bridge's, whose scope the test may close. */
const connected = Effect.gen(function* () {
  const { asked, http, url } = yield* server(() => {})
  const peers: Array<WebSocket> = []
  const closes: Array<number> = []
  const received: Array<string> = []
  new WebSocketServer({ server: http, perMessageDeflate: true }).on("connection", (peer) => {
    peers.push(peer)
    peer.on("message", (data) => received.push(String(data)))
    peer.on("close", (code) => closes.push(code))
  })
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const cloud = yield* Scope.provide(openCloudSocket(url), scope)
  const peer = yield* eventually("a connection", () => peers[0])
  return { asked, closes, cloud, peer, received, end: Scope.close(scope, Exit.void) }
})

const failing = (url: string) => Effect.flip(Effect.scoped(openCloudSocket(url)))

describe("a connection to the cloud", () => {
  it.effect("a connection to the cloud asks for /bridge, and for no compression", () =>
    Effect.gen(function* () {
      const { asked, peer } = yield* connected
      assert.deepStrictEqual(
        asked.map(({ url, headers }) => [url, headers["sec-websocket-extensions"]]),
        [["/bridge", undefined]]
      )
      assert.strictEqual(peer.extensions, "")
    })
  )

  it.effect(
    "a connection to the cloud gives what text frames say in their order, those before a close first, and nothing binary",
    () =>
      Effect.gen(function* () {
        const { cloud, peer } = yield* connected
        peer.send("first")
        peer.send(Buffer.from("binary"))
        peer.send("zweite: ü漢")
        peer.close(4321, "why")
        yield* settle
        assert.deepStrictEqual(
          [yield* cloud.receive, yield* cloud.receive],
          [
            { kind: "text", text: "first" },
            { kind: "text", text: "zweite: ü漢" }
          ]
        )
        for (const _ of [1, 2]) {
          const closed = yield* Effect.flip(cloud.receive)
          assert.instanceOf(closed, SocketClosed)
          assert.deepStrictEqual([closed._tag, closed.code, closed.reason], ["SocketClosed", 4321, "why"])
        }
      })
  )

  it.effect("a connection to the cloud that breaks is closed with 1006", () =>
    Effect.gen(function* () {
      const { cloud, peer } = yield* connected
      peer.terminate()
      const { code, reason } = yield* Effect.flip(cloud.receive)
      assert.deepStrictEqual([code, reason], [1006, ""])
    })
  )

  it.effect(
    "a connection to the cloud reads a frame of 1 MiB, and of one with a byte more only its head and size",
    () =>
      Effect.gen(function* () {
        const { cloud, peer } = yield* connected
        const start = '{"type":"config","version":7,"doc":"'
        const text = `${start}${"x".repeat(1_048_576 - start.length - 2)}"}`
        peer.send(text)
        peer.send(`${text} `)
        assert.deepStrictEqual(yield* cloud.receive, { kind: "text", text })
        assert.deepStrictEqual(yield* cloud.receive, {
          kind: "oversized",
          bytes: 1_048_577,
          type: "config",
          version: 7
        })
      })
  )

  it.effect("a connection to the cloud is closed with 1009 by a frame over 2 MiB", () =>
    Effect.gen(function* () {
      const { closes, cloud, peer } = yield* connected
      peer.send("x".repeat(2_097_152))
      peer.send("x".repeat(2_097_153))
      assert.deepInclude(yield* cloud.receive, { kind: "oversized", bytes: 2_097_152 })
      assert.strictEqual((yield* Effect.flip(cloud.receive))._tag, "SocketClosed")
      yield* eventually("the close", () => closes.length === 1)
      assert.deepStrictEqual(closes, [1009])
    })
  )

  it.effect("a connection to the cloud sends text, says once it is written, and counts what is not", () =>
    Effect.gen(function* () {
      const { cloud, end, peer, received } = yield* connected
      const written: Array<string> = []
      assert.strictEqual(cloud.bufferedAmount(), 0)
      cloud.send("one", () => written.push("one"))
      yield* eventually("a frame", () => received.length === 1)
      assert.deepStrictEqual([received, written], [["one"], ["one"]])
      peer.pause()
      for (let sent = 0; sent < 16; sent++) cloud.send("x".repeat(1_048_576), () => written.push("large"))
      assert.isAbove(cloud.bufferedAmount(), 1_048_576)
      yield* end
      const before = written.length
      cloud.send("late", () => written.push("late"))
      yield* settle
      assert.notInclude(written.slice(before), "late")
    })
  )

  it.effect("a connection to the cloud is closed with 1000 at the end of its scope", () =>
    Effect.gen(function* () {
      const { closes, cloud, end } = yield* connected
      yield* end
      assert.strictEqual((yield* Effect.flip(cloud.receive)).code, 1000)
      yield* eventually("the close", () => closes.length === 1)
      assert.deepStrictEqual(closes, [1000])
    })
  )

  it.effect("a connection to the cloud whose peer does not answer the close is cut after a second", () =>
    Effect.gen(function* () {
      const { http, sockets, url } = yield* server(() => {})
      http.on("upgrade", ({ headers }, socket) => {
        const guid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        const accept = createHash("sha1").update(`${headers["sec-websocket-key"]}${guid}`).digest("base64")
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
        )
      })
      const cloud = yield* Effect.scoped(openCloudSocket(url))
      assert.isFalse(areEnded(sockets))
      assert.strictEqual((yield* Effect.flip(cloud.receive)).code, 1006)
      yield* eventually("its end", () => areEnded(sockets))
    })
  )
})

describe("no connection to the cloud", () => {
  it.effect.each([
    [{}, 0],
    [{ "Retry-After": "7" }, 7000],
    [{ "Retry-After": "Thu, 01 Jan 1970 00:02:00 GMT" }, 60_000]
  ] as const)(
    "no connection to the cloud is made where it is refused, after which it waits as it is told: %j",
    ([headers, retryAfterMs]) =>
      Effect.gen(function* () {
        const { sockets, url } = yield* refusing(headers)
        yield* TestClock.setTime(60_000)
        const failed = yield* failing(url)
        assert.instanceOf(failed, ConnectFailed)
        assert.deepStrictEqual(
          [failed._tag, failed.message, failed.retryAfterMs],
          ["ConnectFailed", "the answer was 503", retryAfterMs]
        )
        yield* eventually("its end", () => areEnded(sockets))
      })
  )

  it.effect("no connection to the cloud is made where nobody listens", () =>
    Effect.gen(function* () {
      const { url } = yield* Effect.scoped(server(() => {}))
      const { message, retryAfterMs } = yield* failing(url)
      assert.include(message, "ECONNREFUSED")
      assert.strictEqual(retryAfterMs, 0)
    })
  )

  it.effect(
    "no connection to the cloud is made where there is no answer within 10 seconds, and none is waited for any longer",
    () =>
      Effect.gen(function* () {
        const { asked, sockets, url } = yield* server(() => {})
        const fiber = yield* Effect.forkScoped(failing(url))
        yield* eventually("a request", () => asked.length === 1)
        yield* TestClock.adjust(9999)
        yield* settle
        assert.isUndefined(fiber.pollUnsafe())
        yield* TestClock.adjust(1)
        const { message, retryAfterMs } = yield* Fiber.join(fiber)
        assert.deepStrictEqual([message, retryAfterMs], ["no answer within 10 seconds", 0])
        yield* eventually("its end", () => areEnded(sockets))
      })
  )
})
