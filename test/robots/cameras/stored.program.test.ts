import { assert, describe, it } from "@effect/vitest"
import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { RobotId } from "@fleet/domain/Ids"
import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { BlobSweep } from "@fleet/server/robots/assets/BlobSweep"
import { SnapshotRecords } from "@fleet/server/robots/cameras/SnapshotRecords"
import { SnapshotSweep } from "@fleet/server/robots/cameras/SnapshotSweep"
import { Effect, Option, Redacted, Stream } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { readdirSync, statSync, truncateSync } from "node:fs"
import { join } from "node:path"
import { served, startKillable, storage } from "../../e2e/support/killable.ts"
import { until } from "../../e2e/support/until.ts"
import { connectBridge, connectBridgeAt, type FakeBridge } from "../../support/FakeBridge.ts"
import { objectStore } from "../../support/ObjectStore.ts"
import { call } from "../../support/wire.ts"
import { aRobot, publish, source, type World } from "../jobs/world.ts"
import { picture } from "./pictures.ts"

const withoutCameras = source.slice(0, source.indexOf("cameras:"))

/** A database and a store of files that servers have one after the other. */
const places = {
  "a folder": Effect.map(storage, (where) => ({ ...where, truncate: truncateIn(where.folder) })),
  S3: Effect.gen(function* () {
    const where = yield* storage
    const { settings } = yield* objectStore
    return {
      truncate: null,
      settings: {
        ...where.settings,
        s3Url: Option.some(settings.url),
        s3Region: settings.region,
        s3AccessKeyId: settings.accessKeyId,
        s3SecretAccessKey: Option.some(Redacted.make(settings.secretAccessKey))
      },
      env: {
        ...where.env,
        S3_BUCKET_URL: settings.url,
        S3_REGION: settings.region,
        S3_ACCESS_KEY_ID: settings.accessKeyId,
        S3_SECRET_ACCESS_KEY: settings.secretAccessKey
      }
    }
  })
}

/** Takes the last byte off every still, as a power cut may. */
const truncateIn = (folder: string) => () => {
  for (const entry of readdirSync(join(folder, "blobs/s"), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    truncateSync(path, statSync(path).size - 1)
  }
}

const image = (byte: number) => picture("image/png", 8, 6, byte)

const send = (bridge: FakeBridge, byte: number, slug = "front") => {
  const said = { mime: "image/png", width: 8, height: 6, timestamp_ms: 1000 }
  bridge.sendRaw(encodeSnapshot({ type: "snapshot", slug, ...said }, image(byte)))
  return bridge.sync
}

/** The last byte of the image that is answered; a code where there is none. */
const answered = Effect.fnUntraced(function* ({ as, path }: Pick<World, "as" | "path">, slug = "front") {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.promise(async () => {
    const answer = await fetch(`${base}${path}/cameras/${slug}/snapshot`, {
      headers: { authorization: `Bearer ${as}` }
    })
    if (answer.status !== 200) return ((await answer.json()) as { readonly code: string }).code
    const bytes = new Uint8Array(await answer.arrayBuffer())
    assert.deepStrictEqual(Buffer.from(bytes.subarray(0, -1)), Buffer.from(image(0).subarray(0, -1)))
    return bytes.at(-1)!
  })
})

/** What is answered of the image, but for its age. */
const described = ({ as, path }: Pick<World, "as" | "path">) =>
  Effect.map(call("GET", `${path}/cameras/front/snapshot/meta`, { as }), ({ body: { age_ms, ...said } }) => {
    assert.strictEqual(age_ms === null, said.mime === null)
    return said
  })

const files = Effect.gen(function* () {
  const { named } = yield* BlobStorage
  return (yield* Stream.runCollect(named.list)).flat()
})
const soon = <A, E, R>(what: string, ask: Effect.Effect<A, E, R>, fits: (answer: A) => boolean) =>
  until(what, Effect.map(ask, fits))
const stored = (robotId: RobotId, slug = "front") =>
  Effect.flatMap(SnapshotRecords, (records) =>
    Effect.map(records.find({ robotId, slug }), (found) =>
      Option.getOrNull(Option.map(found, (each) => each.image.at(-1)!))
    )
  )

for (const [kind, make] of Object.entries(places)) {
  describe(`stills in ${kind}`, () => {
    it.live(
      `stills in ${kind} are there after a restart: the newest; after a kill: one that came before`,
      () =>
        Effect.gen(function* () {
          const where = yield* make
          const world = yield* served(
            where.settings,
            Effect.gen(function* () {
              const made = yield* aRobot
              const bridge = yield* connectBridge(made.bridgeToken)
              yield* bridge.next("config")
              for (const byte of [1, 2]) yield* send(bridge, byte)
              yield* soon("the first", stored(made.robot.id), (byte) => byte !== null)
              return made
            })
          )
          const before = yield* served(where.settings, Effect.all([answered(world), described(world)]))
          assert.deepStrictEqual(before, [
            2,
            { slug: "front", timestamp_ms: 1000, width: 8, height: 6, mime: "image/png" }
          ])
          yield* Effect.scoped(
            Effect.gen(function* () {
              const { base, kill } = yield* startKillable(where.env)
              const bridge = yield* connectBridgeAt(base, world.bridgeToken)
              yield* bridge.next("config")
              yield* send(bridge, 3)
              yield* send(bridge, 4)
              yield* kill
            })
          )
          const killed = yield* served(where.settings, answered(world))
          assert.include([2, 3, 4], killed)
          // And what a power cut has left is none.
          if (where.truncate === null) return
          where.truncate()
          const after = yield* served(where.settings, Effect.all([answered(world), described(world)]))
          const none = { slug: "front", timestamp_ms: null, width: null, height: null, mime: null }
          assert.deepStrictEqual(after, ["no_snapshot_yet", none])
        }).pipe(Effect.scoped),
      600_000
    )

    it.live(
      `stills in ${kind} move with a slug, replace those of the new one, and go with camera and robot`,
      () =>
        Effect.gen(function* () {
          const where = yield* make
          yield* served(
            where.settings,
            Effect.gen(function* () {
              const world = yield* aRobot
              const { as, owner, path, robot } = world
              const bridge = yield* connectBridge(world.bridgeToken)
              yield* bridge.next("config")
              yield* send(bridge, 1)
              yield* soon("the first", stored(robot.id), (byte) => byte === 1)
              // The second is in memory alone, and goes with the slug, too.
              yield* send(bridge, 2)
              const rear = { robot_id: robot.id, slug: "rear", timestamp_ms: 1, received_at_ms: 1 }
              const picture = { mime: "image/png", width: 8, height: 6, image: image(9) }
              yield* (yield* SnapshotRecords).put({ ...rear, ...picture })
              assert.strictEqual((yield* files).length, 2)
              const preview = call("GET", `${path}/deletion-preview`, { as })
              const freed = (yield* preview).body.bytes_freed
              assert.isAbove(freed, 2 * image(0).length)
              const renamed = yield* call("POST", `${path}/config/rename-slug`, {
                as,
                body: { from: "front", to: "rear" }
              })
              assert.strictEqual(renamed.status, 200)
              yield* soon("the second", stored(robot.id, "rear"), (byte) => byte === 2)
              assert.strictEqual(yield* stored(robot.id), 2)
              yield* soon("one file", files, ({ length }) => length === 1)
              assert.isBelow((yield* preview).body.bytes_freed, freed)
              // Until the next publish the bridge goes on under the old slug.
              yield* send(bridge, 3)
              for (const slug of ["front", "rear"]) assert.strictEqual(yield* answered(world, slug), 3)
              yield* call("POST", `${path}/config/publish`, { as })
              assert.strictEqual(yield* answered(world, "rear"), 3)
              yield* soon("one file", files, ({ length }) => length === 1)

              yield* publish(owner.caller, robot.id, withoutCameras)
              yield* soon("no file", files, ({ length }) => length === 0)
              assert.strictEqual(yield* answered(world, "rear"), "unknown_slug")
              // A camera of the same slug begins with none.
              yield* publish(owner.caller, robot.id, source)
              assert.strictEqual(yield* answered(world), "no_snapshot_yet")

              yield* send(bridge, 4)
              yield* soon("the fourth", stored(robot.id), (byte) => byte === 4)
              assert.strictEqual((yield* call("DELETE", path, { as: owner.token })).status, 204)
              yield* soon("no file", files, ({ length }) => length === 0)
            })
          )
        }).pipe(Effect.scoped),
      600_000
    )

    it.live(
      `stills in ${kind} that a kill has left without a row go with the next sweep, and a row without a file is none`,
      () =>
        Effect.gen(function* () {
          const where = yield* make
          yield* served(
            where.settings,
            Effect.gen(function* () {
              const world = yield* aRobot
              const sql = yield* SqlClient.SqlClient
              const { named } = yield* BlobStorage
              const records = yield* SnapshotRecords
              const camera = { robotId: world.robot.id, slug: "front" }
              // Killed between the row and the file.
              yield* sql`INSERT INTO camera_stills (robot_id, slug) VALUES (${camera.robotId}, ${camera.slug})`
              assert.strictEqual(yield* answered(world), "no_snapshot_yet")
              const still = {
                mime: "image/png",
                width: 8,
                height: 6,
                timestamp_ms: 1,
                received_at_ms: 1,
                image: image(5)
              }
              yield* records.put({ ...still, robot_id: camera.robotId, slug: camera.slug })
              assert.strictEqual(yield* answered(world), 5)
              // Killed between the commit of a publish and the end of the files that it dropped.
              const left = randomUUID()
              yield* named.put(left, [image(6)])
              yield* records.put({ ...still, robot_id: camera.robotId, slug: "gone" })
              yield* sql`DELETE FROM camera_stills WHERE slug = 'gone'`
              assert.strictEqual((yield* files).length, 3)
              yield* (yield* BlobSweep).round
              assert.strictEqual((yield* files).length, 3)
              yield* (yield* SnapshotSweep).round
              assert.strictEqual((yield* files).length, 1)
              assert.strictEqual(yield* answered(world), 5)
              // Of a robot that is gone nothing is stored any more.
              yield* records.put({ ...still, robot_id: RobotId.make(randomUUID()), slug: "front" })
              assert.strictEqual((yield* files).length, 1)
            })
          )
        }).pipe(Effect.scoped),
      600_000
    )
  })
}
