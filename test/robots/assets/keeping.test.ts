import { assert, layer } from "@effect/vitest"
import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { folderBlobs } from "@fleet/server/platform/blobs/folderBlobs"
import { BlobSweep } from "@fleet/server/robots/assets/BlobSweep"
import { Context, Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import { temporaryFolder } from "../../support/Temporary.ts"
import { eventually } from "../jobs/world.ts"
import { aRobotWithFiles, AssetsApp, upload, wheel } from "./world.ts"

/** A store that waits before it gives bytes their name, once it is told to. */
class Gate extends Context.Service<Gate, { shut: Deferred.Deferred<void> | null; waiting: number }>()("Gate") {}

const gated = Effect.gen(function* () {
  const store = folderBlobs(join(yield* temporaryFolder, "blobs"))
  const gate = yield* Gate
  return BlobStorage.of({
    ...store,
    receive: (body, maxBytes, size) =>
      Effect.map(store.receive(body, maxBytes, size), (received) => ({
        ...received,
        keep: Effect.gen(function* () {
          gate.waiting++
          if (gate.shut !== null) yield* Deferred.await(gate.shut)
          yield* received.keep
        })
      }))
  })
})

const App = AssetsApp.pipe(
  Layer.provide(Layer.effect(BlobStorage, gated)),
  Layer.provideMerge(Layer.sync(Gate, () => ({ shut: null, waiting: 0 })))
)

/** An upload whose bytes wait for their name. */
const waitingUpload = Effect.fnUntraced(function* (bytes: string) {
  const gate = yield* Gate
  const shut = yield* Deferred.make<void>()
  Object.assign(gate, { shut, waiting: 0 })
  const world = yield* aRobotWithFiles()
  const request = yield* world.begin
  const uploading = yield* Effect.forkChild(upload(request, { name: wheel, bytes }))
  yield* eventually(
    Effect.sync(() => gate.waiting),
    (waiting) => waiting === 1
  )
  return { ...world, request, uploading, open: Deferred.succeed(shut, undefined) }
})

const kept = Effect.gen(function* () {
  const pages = yield* Stream.runCollect((yield* BlobStorage).list)
  return pages.flat().length
})

layer(App, { timeout: "60 seconds", excludeTestServices: true })("bytes that get their name", (it) => {
  it.effect("hold no connection and no row meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { list, open, orgId, request, robot, uploading } = yield* waitingUpload("solid")
      yield* sql.withTransaction(
        Effect.all([
          sql`SELECT FROM orgs WHERE id = ${orgId} FOR UPDATE NOWAIT`,
          sql`SELECT FROM robots WHERE id = ${robot.id} FOR UPDATE NOWAIT`,
          sql`SELECT FROM asset_syncs WHERE id = ${request.sync_id} FOR UPDATE NOWAIT`,
          sql`SELECT FROM blobs FOR UPDATE NOWAIT`
        ])
      )
      assert.deepStrictEqual((yield* list).body.assets, [])
      yield* open
      assert.strictEqual((yield* Fiber.join(uploading)).status, 201)
      assert.strictEqual((yield* list).body.store.used_bytes, 5)
    })
  )

  it.effect("are not deleted by a sweep that comes meanwhile", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sweep = (yield* BlobSweep).round
      const bytes = `again ${crypto.randomUUID()}`
      const before = yield* waitingUpload(bytes)
      yield* before.open
      yield* Fiber.join(before.uploading)
      yield* sql`DELETE FROM assets WHERE robot_id = ${before.robot.id}`
      yield* sweep
      yield* sql`UPDATE blobs SET unused_since = unused_since - interval '2 hours'`
      const count = yield* kept
      const { list, open, uploading } = yield* waitingUpload(bytes)
      yield* sweep
      assert.strictEqual(yield* kept, count)
      yield* open
      assert.strictEqual((yield* Fiber.join(uploading)).status, 201)
      yield* sweep
      assert.strictEqual((yield* list).body.assets[0].size_bytes, bytes.length)
      assert.strictEqual(yield* kept, count)
    })
  )

  it.effect("of a sync that ends meanwhile are refused, charge nothing and are deleted later", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sweep = (yield* BlobSweep).round
      const count = yield* kept
      const { list, open, request, uploading } = yield* waitingUpload("too late")
      yield* sql`UPDATE asset_syncs SET state = 'failed' WHERE id = ${request.sync_id}`
      yield* open
      const { body, status } = yield* Fiber.join(uploading)
      assert.deepStrictEqual([status, body.code], [401, "unauthorized"])
      const answer = (yield* list).body
      assert.deepStrictEqual([answer.assets, answer.store.used_bytes], [[], 0])
      yield* sweep
      yield* sql`UPDATE blobs SET unused_since = unused_since - interval '2 hours'`
      yield* sweep
      assert.strictEqual(yield* kept, count)
    })
  )
})
