import { assert, describe, it } from "@effect/vitest"
import { BlobSweep } from "@fleet/server/robots/assets/BlobSweep"
import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { Serve } from "@fleet/server/Serve"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Exit, Layer, Option, Redacted, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { readdirSync, utimesSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import postgres from "postgres"
import { WebSocket } from "ws"
import { prints } from "../../e2e/support/server.ts"
import { until } from "../../e2e/support/until.ts"
import { bundledProgram } from "../../support/bundledProgram.ts"
import { startCommand } from "../../support/Child.ts"
import { migratedAddress, migratedData, onPostgres } from "../../support/Database.ts"
import { FakeBridge } from "../../support/FakeBridge.ts"
import { objectStore, type ObjectStore } from "../../support/ObjectStore.ts"
import { temporaryFolder } from "../../support/Temporary.ts"
import { call } from "../../support/wire.ts"
import { anOrgWithRobot } from "../world.ts"
import { filesOf, progress, upload, urdfOf, wheel } from "./world.ts"

/** How long a busy machine may take for anything here. */
const seconds = 120
const secret = "a signing key that only tests know, and two servers"
const size = 20_000_000
const twoHoursMs = 7_200_000

/** What servers that come one after the other share: a database, and a store of files. */
const storage = Effect.fnUntraced(function* (bucket: ObjectStore | null) {
  const url = onPostgres ? yield* migratedAddress : null
  const folder = yield* url === null ? migratedData : temporaryFolder
  const databaseUrl = url === null ? Option.none() : Option.some(Redacted.make(url))
  const s3 = bucket?.settings
  const port = yield* freePort("127.0.0.1")
  // Tokens are for an address.
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    url,
    folder,
    settings: {
      baseUrl,
      dataFolder: folder,
      databaseUrl,
      secret: Redacted.make(secret),
      logLevel: "None" as const,
      ...(s3 === undefined
        ? {}
        : {
            s3Url: Option.some(s3.url),
            s3Region: s3.region,
            s3AccessKeyId: s3.accessKeyId,
            s3SecretAccessKey: Option.some(Redacted.make(s3.secretAccessKey))
          })
    },
    env: {
      BASE_URL: baseUrl,
      PORT: String(port),
      FLEET_DATA: folder,
      FLEET_SECRET: secret,
      ...(url === null ? {} : { DATABASE_URL: url }),
      ...(s3 === undefined
        ? {}
        : {
            S3_BUCKET_URL: s3.url,
            S3_REGION: s3.region,
            S3_ACCESS_KEY_ID: s3.accessKeyId,
            S3_SECRET_ACCESS_KEY: s3.secretAccessKey
          })
    }
  }
})
type Storage = Effect.Success<ReturnType<typeof storage>>

/** Works with a server of this process over the storage, and stops it. */
const served = <A, E>({ settings }: Storage, work: Effect.Effect<A, E, Layer.Success<typeof Serve> | Scope.Scope>) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Scope.provide(Layer.build(Serve.pipe(Layer.provide(Settings.layerTest(settings)))), scope)
    const result = yield* work.pipe(Effect.scoped, Effect.provide(context))
    yield* Scope.close(scope, Exit.void)
    return result
  })

/** A server of a process of its own, with the robot's bridge, and a sync of which nothing has come yet. */
const startedSync = Effect.fnUntraced(function* ({ env }: Storage, { as, bridgeToken, path }: World) {
  const main = yield* Effect.promise(() => bundledProgram("server", "main"))
  const child = yield* startCommand(process.execPath, [main, "--no-demo"], {
    env: { PATH: process.env.PATH, ...env }
  })
  const base = (yield* prints(child, /is at (http:\S+)/, seconds))[1]!
  const bridge = yield* Effect.acquireRelease(
    Effect.callback<FakeBridge>((resume) => {
      const socket = new WebSocket(`${base.replace(/^http/, "ws")}/bridge`)
      const made = new FakeBridge(socket)
      socket.once("open", () => resume(Effect.succeed(made)))
    }),
    ({ socket }) => Effect.sync(() => socket.terminate())
  )
  bridge.hello(bridgeToken)
  yield* bridge.next("hello_ok")
  bridge.send({ type: "assets_available", urdf: true, meshes: [wheel] })
  yield* bridge.sync
  const started = yield* Effect.promise(async () => {
    const answer = await fetch(`${base}${path}/assets/sync`, {
      method: "POST",
      headers: { authorization: `Bearer ${as}`, "content-type": "application/json" },
      body: JSON.stringify({ source: "bridge" })
    })
    return [answer.status, await answer.text()] as const
  })
  assert.strictEqual(started[0], 202, started[1])
  const { sync_id, token } = yield* bridge.next("asset_request")
  const send = (bytes: number) => {
    const sent = httpRequest(`${base}/api/bridge/assets`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "x-platform-asset-kind": "mesh",
        "x-platform-asset-name": wheel,
        "x-platform-sync-id": sync_id,
        "content-length": String(size)
      }
    })
    sent.on("error", () => undefined)
    if (bytes === size) sent.end(Buffer.alloc(size))
    else sent.write(Buffer.alloc(bytes))
  }
  return { send, kill: child.kill("SIGKILL") }
})

const setUp = Effect.map(anOrgWithRobot, ({ bridgeToken, owner, path, robot }) => ({
  bridgeToken,
  path,
  robotId: robot.id,
  as: owner.token
}))
type World = Effect.Success<typeof setUp>

const filesIn = (folder: string): ReadonlyArray<string> => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => join(parentPath, name))
  } catch {
    return []
  }
}

/** What must hold after the next start: nothing is left, nothing is charged, and a sync goes through. */
const recovers = (where: Storage, world: World, bucket: ObjectStore | null) =>
  served(
    where,
    Effect.gen(function* () {
      const { as, bridgeToken, path, robotId } = world
      const sql = yield* SqlClient.SqlClient
      // Postgres may not have seen yet that the killed server is gone, whose sessions keep their locks.
      const busy = sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`
      yield* until(
        "the end of the killed server's transactions",
        Effect.map(busy, ({ length }) => length === 0)
      )
      const sweep = (yield* BlobSweep).round
      const old = new Date(Date.now() - twoHoursMs)
      for (const file of filesIn(join(where.folder, "blobs"))) utimesSync(file, old, old)
      bucket?.age(twoHoursMs)
      yield* sweep
      yield* sql`UPDATE blobs SET unused_since = unused_since - interval '2 hours'`
      yield* sweep
      assert.deepStrictEqual(filesIn(join(where.folder, "blobs")), [])
      assert.deepStrictEqual(bucket?.keys ?? [], [])
      assert.strictEqual(bucket?.begun.size ?? 0, 0)
      assert.deepStrictEqual((yield* Stream.runCollect((yield* BlobStorage).list)).flat(), [])
      assert.deepStrictEqual(yield* sql`SELECT sha256 FROM blobs`, [])
      assert.strictEqual((yield* call("GET", "/api/org/plan", { as })).body.usage.asset_bytes, 0)

      yield* sql`UPDATE asset_syncs SET updated_at = updated_at - interval '61 seconds' WHERE robot_id = ${robotId}`
      const again = yield* filesOf({ as, bridgeToken, path }, [wheel])
      const request = yield* again.begin
      const urdf = { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel) }
      for (const file of [urdf, { name: wheel, bytes: Buffer.alloc(size) }]) {
        assert.strictEqual((yield* upload(request, file)).status, 201)
      }
      progress(again.bridge, request.sync_id, 2, 2)
      const ended = yield* until(
        "the end of the sync",
        Effect.map(again.status(request.sync_id), ({ body }) => body.state !== "running" && body)
      )
      assert.strictEqual(ended.state, "succeeded")
      const { body } = yield* call("GET", "/api/org/plan", { as })
      assert.strictEqual(body.usage.asset_bytes, size + urdf.bytes.length)
    })
  )

/** Keeps every asset from being written, as at a moment before a commit, until the scope closes. */
const blockAssets = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sql = postgres(url, { max: 1 })
      const connection = await sql.reserve()
      await connection`BEGIN`
      await connection`LOCK TABLE assets IN SHARE MODE`
      return { sql, connection }
    }),
    ({ connection, sql }) =>
      Effect.promise(async () => {
        await connection`ROLLBACK`
        connection.release()
        await sql.end()
      })
  )

describe("a server that is killed during an upload", () => {
  for (const [kind, make] of [
    ["a folder", Effect.succeed(null)],
    ["S3", objectStore]
  ] as const) {
    it.live(
      `half of whose bytes have come to ${kind} leaves nothing`,
      () =>
        Effect.gen(function* () {
          const bucket = yield* make
          const where = yield* storage(bucket)
          const world = yield* served(where, setUp)
          yield* Effect.scoped(
            Effect.gen(function* () {
              const { kill, send } = yield* startedSync(where, world)
              send(size - 1_000_000)
              const come = () =>
                bucket === null ? filesIn(join(where.folder, "blobs/tmp")).length > 0 : bucket.begun.size > 0
              yield* until("bytes of the upload", Effect.sync(come), seconds)
              yield* kill
            })
          )
          yield* recovers(where, world, bucket)
        }).pipe(Effect.scoped),
      600_000
    )
  }

  it.live(
    "whose bytes have their name in S3 leaves nothing, and charges nothing",
    () =>
      Effect.gen(function* () {
        const bucket = yield* objectStore
        const where = yield* storage(bucket)
        const world = yield* served(where, setUp)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { kill, send } = yield* startedSync(where, world)
            const copy = bucket.holdCopy()
            send(size)
            yield* Effect.promise(() => copy.done)
            yield* kill
            copy.release()
          })
        )
        assert.isTrue(bucket.keys.some((key) => key.startsWith("b/")))
        yield* recovers(where, world, bucket)
      }).pipe(Effect.scoped),
    600_000
  )

  it.live.skipIf(!onPostgres)(
    "whose bytes have their name in a folder leaves nothing, and charges nothing",
    () =>
      Effect.gen(function* () {
        const where = yield* storage(null)
        const world = yield* served(where, setUp)
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { kill, send } = yield* startedSync(where, world)
            yield* Effect.scoped(
              Effect.gen(function* () {
                yield* blockAssets(where.url!)
                send(size)
                const named = Effect.sync(() => filesIn(join(where.folder, "blobs/b")).length > 0)
                yield* until("a named file", named, seconds)
                yield* kill
              })
            )
          })
        )
        yield* recovers(where, world, null)
      }).pipe(Effect.scoped),
    600_000
  )
})
