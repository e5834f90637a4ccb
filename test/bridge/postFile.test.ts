import { postFile } from "@fleet/bridge/cloud/postFile"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"

const hour = 3_600_000

/** The address of a server that answers as the listener does. */
const startServer = (listener: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const made = createServer(listener).listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
      }),
      (made) =>
        Effect.sync(() => {
          made.close()
          made.closeAllConnections()
        })
    ),
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  )

/** A body of which no more comes after its first bytes. */
const unending = () => {
  let begun = false
  return new Readable({
    read() {
      if (!begun) this.push("the first bytes")
      begun = true
    }
  })
}

const post = (url: string, body: Uint8Array | Readable, patience?: Parameters<typeof postFile>[5]) =>
  Effect.promise(() => postFile(url, { "x-name": "wheel" }, body, new AbortController().signal, () => null, patience))

const refused = (work: Effect.Effect<unknown>) =>
  Effect.map(Effect.flip(Effect.catchDefect(work, Effect.fail)), (error) => (error as Error).message)

describe("a file that is posted", () => {
  it.live("is answered once all of it has come", () =>
    Effect.gen(function* () {
      let heard: unknown
      const url = yield* startServer(async (request, response) => {
        const parts = await request.toArray()
        heard = [request.method, request.headers["content-type"], request.headers["x-name"], parts.join("")]
        response.writeHead(201).end("taken")
      })
      for (const body of [Buffer.from("solid wheel"), Readable.from(["solid ", "wheel"])]) {
        assert.deepStrictEqual(yield* post(url, body), { status: 201, text: "taken", isWhole: true })
        assert.deepStrictEqual(heard, ["POST", "application/octet-stream", "wheel", "solid wheel"])
      }
    })
  )

  it.live("is answered before all of it was sent, and is not sent to its end then", () =>
    Effect.gen(function* () {
      const url = yield* startServer((request, response) => {
        request.once("data", () => response.writeHead(400).end("too slow"))
      })
      const body = unending()
      const closed = new Promise((resume) => body.once("close", resume))
      assert.deepStrictEqual(yield* post(url, body), { status: 400, text: "too slow", isWhole: false })
      yield* Effect.promise(() => closed)
    })
  )

  it.live("fails when nothing moves while it is sent", () =>
    Effect.gen(function* () {
      const url = yield* startServer(() => undefined)
      const body = unending()
      assert.match(yield* refused(post(url, body, { sendingMs: 20, waitingMs: hour })), /Nothing moves/)
      assert.isTrue(body.destroyed)
    })
  )

  it.live("fails when nothing is answered after it was sent", () =>
    Effect.gen(function* () {
      const url = yield* startServer((request) => request.resume())
      const sent = post(url, Buffer.from("solid wheel"), { sendingMs: hour, waitingMs: 20 })
      assert.match(yield* refused(sent), /Nothing moves/)
    })
  )

  it.live("fails when its answer does not end", () =>
    Effect.gen(function* () {
      const url = yield* startServer((request, response) => {
        request.resume()
        response.writeHead(201).write("tak")
      })
      assert.isString(yield* refused(post(url, Buffer.from("solid wheel"), { sendingMs: hour, waitingMs: 20 })))
    })
  )
})
