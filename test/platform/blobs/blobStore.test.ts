import { assert, describe, it } from "@effect/vitest"
import { BlobRefused, type BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { folderBlobs } from "@fleet/server/platform/blobs/folderBlobs"
import { s3Blobs } from "@fleet/server/platform/blobs/s3Blobs"
import { Effect, Option, Stream } from "effect"
import { createHash } from "node:crypto"
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
  const received = yield* store.receive(Stream.make(bytes), bytes.length, "announced")
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
          Effect.tap(store.receive(Stream.fromIterable(parts), whole.length, "announced"), ({ keep }) =>
            Effect.andThen(keep, keep)
          )
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
          const error = yield* Effect.flip(Effect.scoped(store.receive(body, max, "announced")))
          assert.deepStrictEqual({ ...error }, { ...new BlobRefused(refusal) })
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const received = yield* store.receive(Stream.make(bytes), 10, "announced")
            assert.strictEqual(String(Buffer.from(yield* received.bytes)), "0123456789")
          })
        )
        assert.deepStrictEqual(yield* listed(store), [])
        assert.strictEqual(yield* store.removeUnfinished(later), 0)
      }))

    test("that have names are replaced whole, listed and removed", ({ list, named }) =>
      Effect.gen(function* () {
        const names = Effect.map(Stream.runCollect(named.list), (pages) => pages.flat())
        const text = (name: string) =>
          Effect.map(named.read(name), (found) =>
            Option.getOrNull(Option.map(found, (bytes) => Buffer.from(bytes).toString()))
          )
        assert.deepStrictEqual([yield* names, yield* text("a-1"), yield* named.size("a-1")], [[], null, 0])
        yield* named.put("a-1", [Buffer.from("01"), Buffer.from("2345")])
        yield* named.put("b-1", [Buffer.from("other")])
        yield* named.put("a-1", [Buffer.from("67"), Buffer.from("8")])
        assert.deepStrictEqual([yield* text("a-1"), yield* named.size("a-1")], ["678", 3])
        const head = (name: string, most: number) =>
          Effect.map(named.head(name, most), (found) =>
            Option.getOrNull(Option.map(found, ({ bytes, size }) => ({ text: Buffer.from(bytes).toString(), size })))
          )
        assert.deepStrictEqual(
          [yield* head("a-1", 2), yield* head("a-1", 3), yield* head("a-1", 1024), yield* head("c-1", 1)],
          [{ text: "67", size: 3 }, { text: "678", size: 3 }, { text: "678", size: 3 }, null]
        )
        assert.sameMembers(yield* names, ["a-1", "b-1"])
        assert.deepStrictEqual((yield* Stream.runCollect(list)).flat(), [])
        yield* named.remove("a-1")
        yield* named.remove("a-1")
        assert.deepStrictEqual([yield* names, yield* text("a-1")], [["b-1"], null])
      }))

    test("that a killed process has begun are removed once they are old", (store) =>
      Effect.gen(function* () {
        yield* Effect.scoped(
          Effect.gen(function* () {
            // As after a kill: nobody closes the scope before the sweep comes.
            yield* store.receive(Stream.make(Buffer.from("begun")), 10, "announced")
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
      yield* Effect.forkScoped(Effect.scoped(store.receive(stopped, 1e9, "announced")))
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
