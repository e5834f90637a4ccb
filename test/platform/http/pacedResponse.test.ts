import { assert, describe, it } from "@effect/vitest"
import { PacedResponse } from "@fleet/server/platform/http/PacedResponse"
import { UnreadBytes } from "@fleet/server/platform/http/UnreadAnswers"
import { Effect } from "effect"
import { createServer, request, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

const takenMs = 300

/** A server whose answers are written by `answer`, and what it cut. */
const served = (answer: (response: PacedResponse) => void) =>
  Effect.acquireRelease(
    Effect.callback<{
      readonly port: number
      readonly cuts: () => number
      readonly responses: Array<PacedResponse>
      readonly close: () => void
    }>((resume) => {
      let cuts = 0
      const responses: Array<PacedResponse> = []
      const server = createServer({ ServerResponse: PacedResponse as unknown as typeof ServerResponse })
      server.on("request", (_, given: ServerResponse) => {
        const response = given as PacedResponse
        response.pace = { takenMs, onCut: () => cuts++ }
        responses.push(response)
        answer(response)
      })
      server.listen(0, "127.0.0.1", () =>
        resume(
          Effect.succeed({
            port: (server.address() as AddressInfo).port,
            cuts: () => cuts,
            responses,
            close: () => {
              server.closeAllConnections()
              server.close()
            }
          })
        )
      )
    }),
    ({ close }) => Effect.sync(close)
  )

const read = (port: number) =>
  Effect.callback<Buffer>((resume) => {
    const asked = request({ host: "127.0.0.1", port }, (answer) => {
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => resume(Effect.succeed(Buffer.concat(parts))))
    })
    asked.end()
  })

/** Asks, and reads nothing of the answer. */
const stopped = (port: number) =>
  Effect.acquireRelease(
    Effect.sync((): Socket => {
      const socket = connect(port, "127.0.0.1")
      socket.on("error", () => undefined).pause()
      socket.write("GET / HTTP/1.1\r\nHost: a.example\r\n\r\n")
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )

const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    for (const end = Date.now() + 30_000; !isSo();) {
      if (Date.now() > end) throw new Error("it does not come")
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  })

const large = Buffer.from(Array.from({ length: 1_000_003 }, (_, index) => index % 251))

describe("a paced response", () => {
  it.live("a paced response: a long body arrives whole, as bytes and as a text of any characters", () =>
    Effect.gen(function* () {
      const text = `${"ü漢🤖".repeat(50_000)}.`
      const kinds: ReadonlyArray<string | Buffer> = [
        large,
        text,
        "short",
        "",
        large.subarray(0, 65_536),
        large.subarray(0, 65_537)
      ]
      for (const body of kinds) {
        let ended = 0
        const { port } = yield* served((response) => {
          response.setHeader("content-length", Buffer.byteLength(body))
          response.end(body, () => ended++)
          assert.isTrue(response.writableEnded)
        })
        const bytes = yield* read(port)
        assert.isTrue(bytes.equals(Buffer.from(body as string)), `${bytes.length}`)
        yield* until(() => ended === 1)
      }
    })
  )

  it.live("a paced response: a reader that stops holds one piece in the connection, and is cut", () =>
    Effect.gen(function* () {
      const body = Buffer.alloc(64_000_000, "x")
      const { cuts, port, responses } = yield* served((response) => response.end(body))
      yield* stopped(port)
      yield* until(() => responses[0]?.writableNeedDrain === true)
      assert.isAtMost(responses[0]!.writableLength, 200_000)
      yield* until(() => responses[0]!.destroyed)
      assert.strictEqual(cuts(), 1)
    })
  )

  it.live("a paced response: a stream whose reader stops is cut, and one that waits for its source is not", () =>
    Effect.gen(function* () {
      const { cuts, port, responses } = yield* served((response) => {
        if (responses.length === 1) {
          const writeOn = (): void => {
            while (!response.destroyed && response.write(large));
            response.once("drain", writeOn)
          }
          return writeOn()
        }
        // It writes once, and again after more than the time for which a reader may take nothing.
        response.write("first")
        setTimeout(() => response.end("last"), 2 * takenMs)
      })
      yield* stopped(port)
      yield* until(() => responses[0]?.destroyed === true)
      assert.strictEqual((yield* read(port)).toString(), "firstlast")
      assert.strictEqual(cuts(), 1)
    })
  )
})

describe("unread bytes", () => {
  const bounds = { ofCaller: 10, ofOrg: 15, inAll: 20 }
  const one = { caller: "a", org: "o" }
  const two = { caller: "b", org: "o" }
  const other = { caller: "c", org: null }

  it("unread bytes: a caller, an organisation and all have their bounds, to the byte", () => {
    const unread = new UnreadBytes(bounds)
    const first = unread.admit(one, 4)!
    assert.isNull(unread.admit(one, 7))
    const second = unread.admit(one, 6)!
    assert.isTrue(unread.isFull(one))
    assert.isFalse(unread.isFull(two))
    assert.isNull(unread.admit(two, 6))
    const third = unread.admit(two, 5)!
    assert.isNull(unread.admit(other, 6))
    const fourth = unread.admit(other, 5)!
    assert.isTrue(unread.isFull(other))
    assert.strictEqual(unread.bytes, 20)
    assert.strictEqual(unread.refused, 5)
    for (const release of [first, second, third, fourth, fourth]) release()
    assert.strictEqual(unread.bytes, 0)
    assert.isNotNull(unread.admit(one, 10))
  })

  it("unread bytes: one answer that is larger than a bound is let through where nothing else is under way", () => {
    const unread = new UnreadBytes(bounds)
    const release = unread.admit(one, 50)!
    assert.isNull(unread.admit(one, 1))
    assert.isNull(unread.admit(other, 1))
    release()
    assert.isNotNull(unread.admit(other, 1))
  })
})
