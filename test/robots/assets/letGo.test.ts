import { assert, layer } from "@effect/vitest"
import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { folderBlobs } from "@fleet/server/platform/blobs/folderBlobs"
import { Context, Effect, Layer } from "effect"
import { HttpServer } from "effect/http"
import { get } from "node:http"
import { join } from "node:path"
import { temporaryFolder } from "../../support/Temporary.ts"
import { call } from "../../support/wire.ts"
import { eventually } from "../jobs/world.ts"
import { aRobotWithFiles, AssetsApp, upload, wheel } from "./world.ts"

/** Files that are open now, and that were opened in all. */
class Reads extends Context.Service<Reads, { open: number; all: number }>()("Reads") {}

const counted = Effect.gen(function* () {
  const store = folderBlobs(join(yield* temporaryFolder, "blobs"))
  const reads = yield* Reads
  return BlobStorage.of({
    ...store,
    read: (sha256, range) =>
      Effect.andThen(
        Effect.acquireRelease(
          Effect.sync(() => {
            reads.open++
            reads.all++
          }),
          () => Effect.sync(() => void reads.open--)
        ),
        store.read(sha256, range)
      )
  })
})

const App = AssetsApp.pipe(
  Layer.provide(Layer.effect(BlobStorage, counted)),
  Layer.provideMerge(Layer.sync(Reads, () => ({ open: 0, all: 0 })))
)

const aFile = Effect.gen(function* () {
  const world = yield* aRobotWithFiles()
  const { body } = yield* upload(yield* world.begin, { name: wheel, bytes: Buffer.alloc(5_000_000) })
  return { ...world, at: `${world.path}/assets/${body.id}` }
})

const areClosed = Effect.gen(function* () {
  const reads = yield* Reads
  yield* eventually(
    Effect.sync(() => reads.open),
    (open) => open === 0
  )
  return reads.all
})

layer(App, { timeout: "60 seconds", excludeTestServices: true })("a file that is answered", (it) => {
  it.effect("is dropped where only its head is asked for", () =>
    Effect.gen(function* () {
      const { as, at } = yield* aFile
      const before = yield* areClosed
      for (let turn = 0; turn < 5; turn++) {
        const { headers, status } = yield* call("HEAD", at, { as })
        assert.deepStrictEqual([status, headers.get("accept-ranges")], [200, "bytes"])
      }
      assert.isAtLeast(yield* areClosed, before)
    })
  )

  it.effect("is dropped where its client leaves in the middle", () =>
    Effect.gen(function* () {
      const { as, at } = yield* aFile
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const before = yield* areClosed
      for (let turn = 0; turn < 5; turn++) {
        yield* Effect.callback<void>((resume) => {
          const request = get(`${base}${at}`, { headers: { authorization: `Bearer ${as}` } }, (response) => {
            response.once("data", () => {
              request.destroy()
              resume(Effect.void)
            })
          })
          request.on("error", () => undefined)
        })
      }
      assert.strictEqual(yield* areClosed, before + 5)
    })
  )
})
