import { assert, it } from "@effect/vitest"
import { WebSocketConnection } from "@fleet/server/platform/websocket/WebSocketConnection"
import { Effect } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { WebSocket, WebSocketServer } from "ws"
import { type SentFrame, sentFrame } from "./frames.ts"

const maxPayload = 70_000

/** A server that sends back texts and bytes; `opened` are its ends. */
const echo = Effect.acquireRelease(
  Effect.promise(async () => {
    const opened: Array<{ readonly connection: WebSocketConnection; readonly told: Array<string> }> = []
    const sockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload,
      WebSocket: WebSocketConnection as unknown as typeof WebSocket
    })
    const server = createServer().on("upgrade", (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (made) => {
        const connection = made as unknown as WebSocketConnection
        const told: Array<string> = []
        connection.events = {
          onText: (text) => {
            told.push(text)
            connection.send(text)
          },
          onBinary: (bytes) => connection.send(`bytes ${bytes.toString("hex")}`),
          onPong: () => void told.push("pong"),
          onDrain: () => void told.push("drain"),
          onClosed: () => void told.push("closed")
        }
        opened.push({ connection, told })
      })
    )
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    return { opened, server, port: (server.address() as AddressInfo).port }
  }),
  ({ server }) => Effect.sync(() => void server.close())
)

const aClient = Effect.fnUntraced(function* (port: number) {
  const client = yield* Effect.acquireRelease(
    Effect.sync(() =>
      new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false }).on("error", () => undefined)
    ),
    (made) => Effect.sync(() => made.terminate())
  )
  yield* Effect.promise(() => once(client, "open"))
  return client
})

const next = (client: WebSocket) => Effect.promise(async () => String((await once(client, "message"))[0]))
/** Ends when the server's end was told that the connection is gone. */
const isClosed = (told: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    while (!told.includes("closed")) await new Promise((resolve) => setImmediate(resolve))
  })
const closed = (client: WebSocket) =>
  Effect.promise(async () => {
    const [code, reason] = await once(client, "close")
    return [code as number, String(reason)] as const
  })

/** A client that sends bytes of its own, and what it is sent behind the answer to its upgrade. */
const aRawClient = (port: number, frames: ReadonlyArray<SentFrame>, withUpgrade = false) =>
  Effect.promise(async () => {
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => undefined)
    await once(socket, "connect")
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    const upgrade =
      `GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    const bytes = Buffer.concat(frames.map(sentFrame))
    if (withUpgrade) socket.write(Buffer.concat([Buffer.from(upgrade), bytes]))
    else {
      socket.write(upgrade)
      await once(socket, "data")
      socket.write(bytes)
    }
    await once(socket, "close")
    const all = Buffer.concat(chunks)
    return all.subarray(all.indexOf("\r\n\r\n") + 4)
  })

it.live("a connection sends and receives texts and bytes of every length", () =>
  Effect.gen(function* () {
    const { port } = yield* echo
    const client = yield* aClient(port)
    for (const text of ["", "é", "x".repeat(125), "x".repeat(126), "x".repeat(65_536), "🤖".repeat(17_500)]) {
      client.send(text)
      assert.strictEqual(yield* next(client), text)
    }
    client.send(Buffer.from([1, 2, 255]))
    assert.strictEqual(yield* next(client), "bytes 0102ff")
    client.send("in ", { fin: false })
    client.ping("between")
    client.send("two", { fin: true })
    assert.strictEqual(yield* next(client), "in two")
  })
)

it.live("a connection answers pings with their payload, and tells of pongs", () =>
  Effect.gen(function* () {
    const { opened, port } = yield* echo
    const client = yield* aClient(port)
    client.ping("payload")
    const [payload] = yield* Effect.promise(() => once(client, "pong"))
    assert.strictEqual(String(payload), "payload")
    opened[0]!.connection.ping()
    yield* Effect.promise(() => once(client, "ping"))
    client.send("after")
    yield* next(client)
    assert.deepStrictEqual(opened[0]!.told, ["pong", "after"])
  })
)

it.live("a connection reads what came with the upgrade once it is listened to", () =>
  Effect.gen(function* () {
    const { opened, port } = yield* echo
    yield* aRawClient(port, [{ opcode: 1, payload: "early" }, { opcode: 8 }], true)
    yield* isClosed(opened[0]!.told)
    assert.deepStrictEqual(opened[0]!.told, ["early", "closed"])
  })
)

it.live("a connection closes with its code and reason, reads on until the peer agrees, and sends nothing more", () =>
  Effect.gen(function* () {
    const { opened, port } = yield* echo
    const client = yield* aClient(port)
    const { connection, told } = opened[0]!
    connection.close(4008, "reader too slow")
    connection.close(4001, "another")
    connection.send("too late")
    connection.ping()
    assert.isFalse(connection.isOpen)
    assert.deepStrictEqual(yield* closed(client), [4008, "reader too slow"])
    yield* isClosed(told)
    assert.deepStrictEqual(told, ["closed"])
  })
)

it.live("a connection answers a close frame with its code, and the client's end with its own", () =>
  Effect.gen(function* () {
    const { port } = yield* echo
    const client = yield* aClient(port)
    client.close(4321, "because")
    assert.deepStrictEqual(yield* closed(client), [4321, "because"])
    const silent = yield* aClient(port)
    silent.close()
    assert.deepStrictEqual(yield* closed(silent), [1005, ""])
    const answered = yield* aRawClient(port, [{ opcode: 8 }, { opcode: 1, payload: "ignored" }])
    assert.strictEqual(answered.toString("hex"), "8800")
  })
)

it.live("a connection refuses broken frames with the code for it, and ends", () =>
  Effect.gen(function* () {
    const { port } = yield* echo
    const close = (code: number) => `8802${code.toString(16).padStart(4, "0")}`
    const big = { opcode: 1, payload: "x".repeat(maxPayload + 1) }
    for (const [frame, code] of [
      [{ opcode: 1, payload: "x", mask: null }, 1002],
      [{ opcode: 1, payload: "x", reserved: 4 }, 1002],
      [{ opcode: 1, payload: Buffer.from([0xff]) }, 1007],
      [big, 1009]
    ] as const) {
      const answered = yield* aRawClient(port, [frame, { opcode: 1, payload: "ignored" }])
      assert.strictEqual(answered.toString("hex"), close(code))
    }
  })
)

it.live("a connection that is terminated is closed at once", () =>
  Effect.gen(function* () {
    const { opened, port } = yield* echo
    const client = yield* aClient(port)
    opened[0]!.connection.terminate()
    assert.deepStrictEqual(yield* closed(client), [1006, ""])
  })
)

it.live("a connection ends a peer that pings and reads no answers", () =>
  Effect.gen(function* () {
    const { opened, port } = yield* echo
    const client = yield* aClient(port)
    client.pause()
    const { connection, told } = opened[0]!
    connection.stream.write(Buffer.alloc(16 << 20))
    assert.isAbove(connection.stream.queuedBytes, 0)
    for (let count = 0; count <= 60; count++) client.ping(String(count))
    yield* isClosed(told)
    assert.deepStrictEqual(told, ["closed"])
  })
)
