import { assert, describe, it } from "@effect/vitest"
import { BlobRefused, type BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { folderBlobs } from "@fleet/server/platform/blobs/folderBlobs"
import { S3Bucket } from "@fleet/server/platform/blobs/S3Bucket"
import { s3Blobs } from "@fleet/server/platform/blobs/s3Blobs"
import { Effect, Option, Stream } from "effect"
import { createHash } from "node:crypto"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { until } from "../../e2e/support/until.ts"
import { objectStore } from "../../support/ObjectStore.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

type Store = BlobStorage["Service"]

const folder = Effect.map(temporaryFolder, (root) => folderBlobs(join(root, "blobs")))

const s3 = Effect.map(objectStore, ({ settings }) => s3Blobs(settings))

const chunks = (total: number, each = 1_000_000) =>
  Array.from({ length: Math.ceil(total / each) }, (_, index) =>
    Buffer.alloc(Math.min(each, total - index * each), index % 251)
  )
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const readAll = Effect.fnUntraced(function* (store: Store, name: string, range?: { start: number; end: number }) {
  const found = yield* store.read(name, range)
  return Option.isNone(found) ? null : Buffer.concat(yield* Stream.runCollect(found.value))
}, Effect.scoped)

const put = Effect.fnUntraced(function* (store: Store, bytes: Uint8Array) {
  const received = yield* store.receive(Stream.make(bytes), bytes.length)
  yield* received.keep
  return received.sha256
}, Effect.scoped)

const listed = (store: Store) => Effect.map(Stream.runCollect(store.list), (pages) => pages.flat())
const later = new Date(Date.now() + 3_600_000)

for (const [kind, make] of [
  ["a folder", folder],
  ["S3", s3]
] as const) {
  describe(`blobs in ${kind}`, () => {
    const test = (title: string, body: (store: Store) => Effect.Effect<void, unknown>) =>
      it.live(`blobs in ${kind} ${title}`, () => Effect.scoped(Effect.flatMap(make, body)), 60_000)

    test("are read whole and in part, listed and removed", (store) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* listed(store), [])
        const bytes = Buffer.from("0123456789")
        const name = yield* put(store, bytes)
        assert.strictEqual(name, sha256(bytes))
        assert.strictEqual(String(yield* readAll(store, name)), "0123456789")
        assert.strictEqual(String(yield* readAll(store, name, { start: 2, end: 4 })), "234")
        // The same bytes again are no other blob.
        assert.strictEqual(yield* put(store, bytes), name)
        const empty = yield* put(store, Buffer.alloc(0))
        assert.sameDeepMembers(yield* listed(store), [
          { sha256: name, size: 10 },
          { sha256: empty, size: 0 }
        ])
        yield* store.remove(name)
        yield* store.remove(name)
        assert.strictEqual(yield* readAll(store, name), null)
      }))

    test("of many parts are whole", (store) =>
      Effect.gen(function* () {
        const parts = chunks(40_000_000)
        const whole = Buffer.concat(parts)
        const received = yield* Effect.scoped(
          Effect.tap(store.receive(Stream.fromIterable(parts), whole.length), ({ keep }) => Effect.andThen(keep, keep))
        )
        assert.deepStrictEqual([received.sha256, received.size], [sha256(whole), whole.length])
        assert.isTrue(Buffer.from(received.head).equals(whole.subarray(0, 64)))
        assert.isTrue((yield* readAll(store, received.sha256))!.equals(whole))
        assert.strictEqual(yield* store.removeUnfinished(later), 0)
      }))

    test("that break off, are too large or are not kept leave nothing", (store) =>
      Effect.gen(function* () {
        const bytes = Buffer.from("0123456789")
        const broken = Stream.concat(Stream.fromIterable(chunks(20_000_000)), Stream.fail("gone"))
        for (const [body, max, refusal] of [
          [broken, 1e9, { why: "broken_off", size: 20_000_000 }],
          [Stream.make(bytes), 9, { why: "too_large", size: 10 }]
        ] as const) {
          const error = yield* Effect.flip(Effect.scoped(store.receive(body, max)))
          assert.deepStrictEqual({ ...error }, { ...new BlobRefused(refusal) })
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const received = yield* store.receive(Stream.make(bytes), 10)
            assert.strictEqual(String(Buffer.from(yield* received.bytes)), "0123456789")
          })
        )
        assert.deepStrictEqual(yield* listed(store), [])
        assert.strictEqual(yield* store.removeUnfinished(later), 0)
      }))

    test("that a killed process has begun are removed once they are old", (store) =>
      Effect.gen(function* () {
        yield* Effect.scoped(
          Effect.gen(function* () {
            // As after a kill: nobody closes the scope before the sweep comes.
            yield* store.receive(Stream.make(Buffer.from("begun")), 10)
            assert.strictEqual(yield* store.removeUnfinished(new Date(0)), 0)
            assert.strictEqual(yield* store.removeUnfinished(later), 1)
          })
        )
        assert.deepStrictEqual(yield* listed(store), [])
      }))
  })
}

describe("blobs in S3 whose process was killed", () => {
  it.live("are aborted where they were begun in parts, once they are old", () =>
    Effect.gen(function* () {
      const bucket = yield* objectStore
      const store = s3Blobs(bucket.settings)
      const stopped = Stream.concat(Stream.fromIterable(chunks(20_000_000)), Stream.never)
      yield* Effect.forkScoped(Effect.scoped(store.receive(stopped, 1e9)))
      yield* until(
        "an object in parts",
        Effect.sync(() => bucket.parts === 1),
        60
      )
      assert.strictEqual(yield* store.removeUnfinished(new Date(0)), 0)
      bucket.age(3_600_000)
      assert.strictEqual(yield* store.removeUnfinished(new Date(Date.now() - 1_800_000)), 1)
      assert.strictEqual(bucket.begun.size, 0)
    }).pipe(Effect.scoped)
  )
})

describe("a folder of blobs on a disk that is nearly full", () => {
  const folderOn = (disk: { readonly size: number; readonly free: number }) =>
    Effect.map(temporaryFolder, (root) => folderBlobs(join(root, "blobs"), async () => disk))
  const takes = (disk: { readonly size: number; readonly free: number }, maxBytes: number) =>
    Effect.gen(function* () {
      const store = yield* folderOn(disk)
      const exit = yield* Effect.exit(Effect.scoped(store.receive(Stream.make(Buffer.from("x")), maxBytes)))
      return exit._tag === "Success"
    })

  it.live("takes nothing in that would need the last twentieth, or the last 5 GB of a large one", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* takes({ size: 1000, free: 60 }, 10))
      assert.isFalse(yield* takes({ size: 1000, free: 60 }, 11))
      assert.isTrue(yield* takes({ size: 1e12, free: 5e9 + 10 }, 10))
      assert.isFalse(yield* takes({ size: 1e12, free: 5e9 + 10 }, 11))
    }).pipe(Effect.scoped)
  )
})

describe("a bucket that says nothing", () => {
  it.live("is given up", () =>
    Effect.gen(function* () {
      const server = yield* Effect.acquireRelease(
        Effect.callback<Server>((resume) => {
          const listening: Server = createServer(() => undefined).listen(0, "127.0.0.1", () =>
            resume(Effect.succeed(listening))
          )
        }),
        (listening) => Effect.sync(() => (listening.closeAllConnections(), listening.close()))
      )
      const { port } = server.address() as AddressInfo
      const settings = {
        region: "auto",
        accessKeyId: "a",
        secretAccessKey: "b",
        url: `http://127.0.0.1:${port}/bucket`
      }
      const bucket = new S3Bucket(settings, { usual: 100, copy: 100 })
      for (const ask of [
        () => bucket.get("key", null, new AbortController().signal),
        () => bucket.remove("key"),
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
