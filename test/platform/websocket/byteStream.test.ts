import { assert, describe, it } from "@effect/vitest"
import { ByteStream } from "@fleet/server/platform/websocket/ByteStream"
import { ReadTicks } from "@fleet/server/platform/websocket/ReadTicks"
import { Effect } from "effect"
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

const megabyte = 1 << 20

/** Both ends of a connection; ours as a stream, the other paused. */
const aPair = (isDirect: boolean) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1")
      await once(server, "listening")
      const peer = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true })
      const [[socket]] = (await Promise.all([once(server, "connection"), once(peer, "connect")])) as [[Socket], unknown]
      peer.pause().on("error", () => undefined)
      const seen = { read: Buffer.alloc(0), drains: 0 }
      const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
      const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>()
      const waiting = new Set<() => void>()
      const stream = new ByteStream(
        socket,
        {
          onBytes: (chunk, end) => {
            seen.read = Buffer.concat([seen.read, chunk.subarray(0, end)])
            chunk.fill(0, 0, end)
            for (const look of waiting) look()
          },
          onDrain: () => {
            seen.drains++
            for (const look of waiting) look()
          },
          onEnd,
          onClosed
        },
        isDirect
      )
      const until = (is: () => boolean) =>
        new Promise<void>((resolve) => {
          const look = () => {
            if (!is()) return
            waiting.delete(look)
            resolve()
          }
          waiting.add(look)
          look()
        })
      return { closed, ended, peer, seen, server, socket, stream, until }
    }),
    ({ peer, server, socket }) =>
      Effect.sync(() => {
        peer.destroy()
        socket.destroy()
        server.close()
      })
  )

/** So many bytes that the peer is sent from now on, or all up to the end. */
const received = (peer: Socket, bytes: number) =>
  new Promise<Buffer>((resolve) => {
    const chunks: Array<Buffer> = []
    let count = 0
    peer.on("data", (chunk: Buffer) => {
      count += chunk.length
      chunks.push(chunk)
      if (count >= bytes) resolve(Buffer.concat(chunks))
    })
    peer.on("end", () => resolve(Buffer.concat(chunks)))
    peer.resume()
  })

const numbered = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, index) => Buffer.alloc(bytes, `${index}.`))

for (const [name, isDirect] of [
  ["directly", true],
  ["through Node's streams", false]
] as const) {
  describe(`a stream of bytes, ${name}`, () => {
    it.live(`a stream of bytes reads what comes, in order (${name})`, () =>
      Effect.gen(function* () {
        const { peer, seen, until } = yield* aPair(isDirect)
        const parts = numbered(300, 1009)
        for (const part of parts) peer.write(part)
        const whole = Buffer.concat(parts)
        yield* Effect.promise(() => until(() => seen.read.length === whole.length))
        assert.isTrue(seen.read.equals(whole))
      })
    )

    it.live(`a stream of bytes writes all in order, and counts what the kernel did not take (${name})`, () =>
      Effect.gen(function* () {
        const { peer, seen, stream, until } = yield* aPair(isDirect)
        const parts = numbered(40, megabyte)
        for (const part of parts) stream.write(part)
        // The kernel's buffers hold a few megabytes.
        assert.isAbove(stream.queuedBytes, 20 * megabyte)
        assert.isAtMost(stream.queuedBytes, 40 * megabyte)
        assert.strictEqual(seen.drains, 0)
        const whole = Buffer.concat([...parts, Buffer.from("last")])
        stream.write(Buffer.from("last"))
        const read = yield* Effect.promise(() => received(peer, whole.length))
        assert.isTrue(read.equals(whole))
        yield* Effect.promise(() => until(() => seen.drains > 0))
        assert.deepStrictEqual([stream.queuedBytes, seen.drains], [0, 1])
      })
    )

    it.live(`a stream of bytes ends behind all that was written, and writes nothing more (${name})`, () =>
      Effect.gen(function* () {
        const { closed, peer, stream } = yield* aPair(isDirect)
        const parts = numbered(20, megabyte)
        for (const part of parts) stream.write(part)
        stream.end()
        stream.write(Buffer.from("too late"))
        const read = yield* Effect.promise(() => received(peer, Number.POSITIVE_INFINITY))
        assert.isTrue(read.equals(Buffer.concat(parts)))
        peer.end()
        yield* Effect.promise(() => closed)
      })
    )

    it.live(`a stream of bytes reads nothing while it is paused, and all of it afterwards (${name})`, () =>
      Effect.gen(function* () {
        const { peer, seen, stream, until } = yield* aPair(isDirect)
        peer.write("one")
        yield* Effect.promise(() => until(() => seen.read.length === 3))
        stream.pause()
        stream.pause()
        peer.write("two")
        // The answer to a second connection's bytes shows that this one's were there to be read.
        const other = yield* aPair(isDirect)
        other.peer.write("x")
        yield* Effect.promise(() => other.until(() => other.seen.read.length === 1))
        assert.strictEqual(seen.read.toString(), "one")
        stream.resume()
        stream.resume()
        yield* Effect.promise(() => until(() => seen.read.length === 6))
        assert.strictEqual(seen.read.toString(), "onetwo")
      })
    )

    it.live(`a stream of bytes tells of the peer's end, and can still write (${name})`, () =>
      Effect.gen(function* () {
        const { closed, ended, peer, stream } = yield* aPair(isDirect)
        peer.end("bye")
        yield* Effect.promise(() => ended)
        stream.write(Buffer.from("answer"))
        stream.end()
        const read = yield* Effect.promise(() => received(peer, Number.POSITIVE_INFINITY))
        assert.strictEqual(read.toString(), "answer")
        yield* Effect.promise(() => closed)
      })
    )

    it.live(`a stream of bytes closes once when it is destroyed while writes wait (${name})`, () =>
      Effect.gen(function* () {
        const { closed, seen, socket, stream } = yield* aPair(isDirect)
        for (const part of numbered(20, megabyte)) stream.write(part)
        stream.destroy()
        stream.write(Buffer.from("too late"))
        stream.pause()
        stream.resume()
        yield* Effect.promise(() => closed)
        assert.isTrue(socket.destroyed)
        assert.strictEqual(seen.drains, 0)
      })
    )

    it.live(`a stream of bytes closes when the peer is gone, whoever finds it out (${name})`, () =>
      Effect.gen(function* () {
        for (const finds of ["a read", "a write that waits", "a write"]) {
          const { closed, peer, stream } = yield* aPair(isDirect)
          if (finds === "a write that waits") for (const part of numbered(20, megabyte)) stream.write(part)
          peer.resetAndDestroy()
          if (finds === "a write") for (const part of numbered(20, megabyte)) stream.write(part)
          yield* Effect.promise(() => closed)
        }
      })
    )
  })
}

it.live("a stream of bytes uses what Node's streams are built on, in the Node that the service runs on", () =>
  Effect.gen(function* () {
    const { socket } = yield* aPair(true)
    assert.strictEqual(socket.listenerCount("data"), 0)
    const fallback = yield* aPair(false)
    assert.strictEqual(fallback.socket.listenerCount("data"), 1)
  })
)

describe("a stream of bytes that has more to read than fits into a read", () => {
  it.effect("a stream of bytes that has more to read than fits into a read reads once in a turn, and all of it", () =>
    Effect.gen(function* () {
      const { peer, seen, stream, until } = yield* aPair(true)
      const { events } = stream
      const read = events.onBytes
      const inTurn = { reads: 0, most: 0 }
      const endTurn = () => {
        inTurn.reads = 0
        if (seen.read.length < 4 * megabyte) setImmediate(endTurn)
      }
      Object.assign(events, {
        onBytes: (chunk: Buffer, end: number) => {
          inTurn.most = Math.max(inTurn.most, ++inTurn.reads)
          read(chunk, end)
        }
      })
      stream.pause()
      const sent = Buffer.alloc(4 * megabyte, "0123456789.")
      peer.write(sent)
      endTurn()
      stream.resume()
      yield* Effect.promise(() => until(() => seen.read.length === sent.length))
      assert.isTrue(seen.read.equals(sent))
      assert.strictEqual(inTurn.most, 1)
    }).pipe(Effect.scoped)
  )

  it.effect("a stream of bytes whose turn it is reads nothing while it is paused", () =>
    Effect.gen(function* () {
      const { peer, seen, stream, until } = yield* aPair(true)
      const { events } = stream
      const read = events.onBytes
      let readPaused = 0
      // Paused behind a whole read, before its turn comes, and resumed after.
      Object.assign(events, {
        onBytes: (chunk: Buffer, end: number) => {
          read(chunk, end)
          if (end < chunk.length || seen.read.length > megabyte) return
          process.nextTick(() => {
            const before = seen.read.length
            stream.pause()
            setImmediate(() =>
              setImmediate(() => {
                readPaused += seen.read.length - before
                stream.resume()
              })
            )
          })
        }
      })
      const sent = Buffer.alloc(2 * megabyte, "0123456789.")
      peer.write(sent)
      yield* Effect.promise(() => until(() => seen.read.length === sent.length))
      assert.isTrue(seen.read.equals(sent))
      assert.strictEqual(readPaused, 0)
    }).pipe(Effect.scoped)
  )
})

describe("turns to read", () => {
  it("turns to read are four in each turn of the event loop, in the order they were asked for", () => {
    const ends: Array<() => void> = []
    const turns = new ReadTicks((call) => void ends.push(call))
    const endTurn = () => ends.splice(0).forEach((call) => call())
    const read: Array<number> = []
    const readers = Array.from({ length: 10 }, (_, index) => ({ readNext: () => void read.push(index) }))
    for (const reader of readers) turns.wait(reader)
    const after: Array<number> = []
    for (let turn = 0; turn < 4; turn++) {
      endTurn()
      after.push(read.length)
    }
    assert.deepStrictEqual(after, [4, 8, 10, 10])
    assert.deepStrictEqual(read, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
