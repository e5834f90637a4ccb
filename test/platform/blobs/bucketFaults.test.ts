import { assert, describe, it } from "@effect/vitest"
import { S3Bucket } from "@fleet/server/platform/blobs/S3Bucket"
import { s3Blobs } from "@fleet/server/platform/blobs/s3Blobs"
import { Effect, Exit, Option, Stream } from "effect"
import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** A server on a free port, whose port is answered. */
const answering = (answer: RequestListener) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<Server>((resume) => {
        const listening: Server = createServer(answer).listen(0, "127.0.0.1", () => resume(Effect.succeed(listening)))
      }),
      (listening) => Effect.sync(() => (listening.closeAllConnections(), listening.close()))
    ),
    (server) => (server.address() as AddressInfo).port
  )
const anywhere = { region: "auto", accessKeyId: "a", secretAccessKey: "b" }
const short = { usual: 100, copy: 100, silence: 100 }

describe("a bucket that stops in the middle of an object", () => {
  it.live("fails its reader, and lets one go on that is slow itself", () =>
    Effect.gen(function* () {
      const half = Buffer.alloc(1000, "h")
      const [gone, sent] = [Promise.withResolvers<void>(), { rest: false }]
      const port = yield* answering((request, response) => {
        request.socket.once("close", gone.resolve)
        response.writeHead(200, { "content-length": 2 * half.length })
        response.write(half)
        if (sent.rest) response.end(half)
      })
      const store = s3Blobs({ ...anywhere, url: `http://127.0.0.1:${port}/bucket` }, { ...short, usual: 60_000 })
      const name = "0".repeat(64)
      const read = Effect.scoped(
        Effect.gen(function* () {
          const body = Option.getOrThrow(yield* store.read(name))
          return Buffer.concat(yield* Stream.runCollect(body)).length
        })
      )
      assert.include(String(yield* Effect.flip(read)), "stopped sending")
      // The connection is given up, too.
      yield* Effect.promise(() => gone.promise)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(store.named.read("a-1"))))
      sent.rest = true
      const slowly = Effect.scoped(
        Effect.gen(function* () {
          const body = Option.getOrThrow(yield* store.read(name))
          // Longer than the store may be silent.
          const chunks = yield* Stream.runCollect(Stream.tap(body, () => Effect.sleep(3 * short.silence)))
          return Buffer.concat(chunks).length
        })
      )
      assert.strictEqual(yield* slowly, 2 * half.length)
    }).pipe(Effect.scoped)
  )
})

describe("a bucket that ends a connection it kept", () => {
  it.live("is asked again, unless it would do the same twice", () =>
    Effect.gen(function* () {
      const asked: Array<string> = []
      const port = yield* answering((request, response) => {
        asked.push(request.method!)
        if (asked.length % 2 === 1) request.socket.destroy()
        else response.end("there")
      })
      const bucket = new S3Bucket({ ...anywhere, url: `http://127.0.0.1:${port}/bucket` }, { ...short, usual: 60_000 })
      yield* Effect.promise(() => bucket.put("key", Buffer.from("there")))
      const body = yield* Effect.promise(() => bucket.get("key", null, new AbortController().signal))
      assert.strictEqual(yield* Effect.promise(() => new Response(body).text()), "there")
      yield* Effect.promise(() => bucket.begin("key").then(assert.fail, () => undefined))
      assert.deepStrictEqual(asked, ["PUT", "PUT", "GET", "GET", "POST"])
    }).pipe(Effect.scoped)
  )
})

describe("a bucket that says nothing", () => {
  it.live("is given up", () =>
    Effect.gen(function* () {
      const port = yield* answering(() => undefined)
      const bucket = new S3Bucket({ ...anywhere, url: `http://127.0.0.1:${port}/bucket` }, short)
      for (const ask of [
        () => bucket.get("key", null, new AbortController().signal),
        () => bucket.remove("key"),
        () => bucket.size("key"),
        () => bucket.copy("one", "other")
      ]) {
        const ended = yield* Effect.promise(() =>
          ask().then(
            () => "answered",
            () => "given up"
          )
        )
        assert.strictEqual(ended, "given up")
      }
    }).pipe(Effect.scoped)
  )
})
