import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { createServer as createTcpServer, type Socket } from "node:net"
import { failure, fetcher, fetching, listening, local } from "./world.ts"

/** Addresses inside a network, as a name server may spell them. */
const inside = [
  "127.0.0.1",
  "169.254.169.254",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "::127.0.0.1",
  "64:ff9b::7f00:1",
  "64:ff9b::a9fe:a9fe",
  "2002:7f00:1::",
  "fe80::1",
  "fe80::1%lo",
  "::1%lo",
  "fd00:ec2::254"
]

/** A server that does what it likes with each connection, and when the newest of them was closed. */
const rude = (treat: (socket: Socket) => void) =>
  Effect.gen(function* () {
    const closed = yield* Deferred.make<void>()
    const server = yield* listening(
      createTcpServer((socket) => {
        socket.on("error", () => {})
        socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        socket.once("data", () => treat(socket))
      })
    )
    return { ...server, url: `http://127.0.0.1:${server.port}/`, closed: Deferred.await(closed) }
  })

/** Writes the same again and again for as long as it is read, a little at a time where there is a pause. */
const forever = (socket: Socket, text: string, pauseMs?: number) => {
  const more = () => {
    if (socket.destroyed) return
    socket.write(text, () => (pauseMs === undefined ? setImmediate(more) : setTimeout(more, pauseMs)))
  }
  more()
}

const head = "HTTP/1.1 200 OK\r\n"

/** Answers without an end, some of which come byte by byte. */
const endless: Readonly<Record<string, (socket: Socket) => void>> = {
  "a body that comes byte by byte": (socket) => {
    socket.write(`${head}content-length: 900\r\n\r\n`)
    forever(socket, "a", 20)
  },
  "chunks that come byte by byte": (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`)
    forever(socket, "1\r\na\r\n", 20)
  },
  "a chunk whose extension has no end": (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n1;`)
    forever(socket, "a=b;")
  },
  "a head that comes byte by byte": (socket) => forever(socket, "H", 20),
  "a head without an end": (socket) => {
    socket.write(head)
    forever(socket, "x-more: yes\r\n")
  },
  "a header without an end": (socket) => {
    socket.write(`${head}x-more: `)
    forever(socket, "yes")
  },
  "early hints without an end": (socket) => forever(socket, "HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n"),
  "a status line without an end": (socket) => {
    socket.write("HTTP/1.1 200 ")
    forever(socket, "OK")
  },
  "trailers without an end": (socket) => {
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n0\r\n`)
    forever(socket, "x-more: yes\r\n")
  }
}

/** Answers that are none. */
const odd: Readonly<Record<string, string>> = {
  "of status 0": "HTTP/1.1 000 Nothing\r\n\r\n",
  "of four digits": "HTTP/1.1 1000 Much\r\n\r\n",
  "of another protocol": "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n",
  "of two lengths": `${head}content-length: 1\r\ncontent-length: 2\r\n\r\na`,
  "of a length and chunks": `${head}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  "of a negative length": `${head}content-length: -1\r\n\r\n`
}

describe("attacks on a fetch for a customer", () => {
  it.effect("a name is refused for each spelling of an address inside, over https and http, and nothing connects", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* listening(createTcpServer((socket) => void socket.destroy()))
      for (const address of inside) {
        for (const found of [[address], ["8.8.8.8", address], [address, "2606:4700::1111"]]) {
          for (const scheme of ["https", "http"]) {
            const attempt = failure(
              { url: `${scheme}://hooks.example:${port}/` },
              { names: { "hooks.example": [found] } }
            )
            assert.strictEqual((yield* attempt)[0], "OutboundRefused", `${scheme} ${found.join()}`)
          }
        }
      }
      assert.strictEqual(connections(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("a name that stands for another address at the next look-up is judged by that one, over https too", () =>
    Effect.gen(function* () {
      const { connections, port } = yield* listening(createTcpServer((socket) => void socket.destroy()))
      const world = { allow: ["127.0.0.1"], names: { "hooks.example": [["127.0.0.1"], ["::ffff:127.0.0.2"]] } }
      const outbound = { url: `https://hooks.example:${port}/` }
      // It was let through, and did not speak TLS.
      assert.strictEqual((yield* failure(outbound, world))[0], "OutboundFailed")
      assert.strictEqual((yield* failure(outbound, world))[0], "OutboundRefused")
      assert.strictEqual(connections(), 1)
    }).pipe(Effect.scoped)
  )

  for (const [what, treat] of Object.entries(endless)) {
    it.live(`a fetch for a customer gives up ${what}, and lets its connection go`, () =>
      Effect.gen(function* () {
        const { closed, connections, url } = yield* rude(treat)
        const outbound = yield* fetcher(local)
        const failed = yield* Effect.flip(outbound.fetch({ url, method: "GET", timeout: "1 second", maxBytes: 1_000 }))
        assert.strictEqual(failed._tag, "OutboundFailed")
        // The service goes on: what is closed is this connection.
        yield* closed
        assert.strictEqual(connections(), 1)
      }).pipe(Effect.scoped)
    )
  }

  for (const [what, text] of Object.entries(odd)) {
    it.live(`a fetch for a customer takes no answer ${what}`, () =>
      Effect.gen(function* () {
        const { closed, url } = yield* rude((socket) => void socket.write(text))
        assert.strictEqual((yield* failure({ url, timeout: "1 second" }, local))[0], "OutboundFailed")
        yield* closed
      }).pipe(Effect.scoped)
    )
  }

  it.live("a fetch for a customer waits for a TLS handshake no longer than for the rest", () =>
    Effect.gen(function* () {
      const { port } = yield* listening(createTcpServer((socket) => void socket.on("error", () => {})))
      const [tag, message] = yield* failure({ url: `https://127.0.0.1:${port}/`, timeout: "300 millis" }, local)
      assert.deepStrictEqual([tag, message], ["OutboundFailed", "There was no whole answer within 300ms."])
    }).pipe(Effect.scoped)
  )

  it.effect("a fetch for a customer gives each redirect back unread, whatever it points to", () =>
    Effect.gen(function* () {
      const places = ["http://169.254.169.254/latest/meta-data", "file:///etc/passwd", "//[::1]/", "\\\\10.0.0.1\\x"]
      for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
        const place = places[index % places.length]!
        const { connections, url } = yield* rude((socket) =>
          socket.end(`HTTP/1.1 ${status} Elsewhere\r\nlocation: ${place}\r\ncontent-length: 0\r\n\r\n`)
        )
        const answer = yield* fetching({ url }, local)
        assert.deepStrictEqual([answer.status, answer.headers["location"]], [status, place])
        assert.strictEqual(connections(), 1)
      }
    }).pipe(Effect.scoped)
  )
})
