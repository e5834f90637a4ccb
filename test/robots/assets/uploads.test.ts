import { assert, layer } from "@effect/vitest"
import { BlobSweep } from "@fleet/server/robots/assets/BlobSweep"
import { BlobStorage } from "@fleet/server/platform/blobs/BlobStorage"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Option, Stream } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { renameSync, rmSync, writeFileSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { call } from "../../support/wire.ts"
import { eventually } from "../jobs/world.ts"
import { aRobotWithFiles, AssetsApp, paint, png, unfinished, upload, urdfOf, wheel } from "./world.ts"

const sweepBlobs = Effect.flatMap(BlobSweep, ({ round }) => round)

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex")

const has = Effect.fnUntraced(function* (bytes: string) {
  const blobs = yield* BlobStorage
  const found = yield* blobs.read(sha256(bytes))
  if (Option.isNone(found)) return null
  return Buffer.concat(yield* Stream.runCollect(found.value)).toString()
}, Effect.scoped)

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("an upload of an asset", (it) => {
  it.effect("an upload with wrong headers, name, size or content is a bad request and leaves nothing", () =>
    Effect.gen(function* () {
      const { begin, list } = yield* aRobotWithFiles()
      const request = yield* begin
      const bytes = "solid"
      const doctype = `<!DOCTYPE robot [<!ENTITY a "b">]>${urdfOf()}`
      const urdf = { kind: "urdf", name: "robot_description" }
      for (const wrong of [
        { name: wheel, bytes, headers: { "x-platform-asset-kind": "script" } },
        { name: wheel, bytes, headers: { "x-platform-sync-id": "here" } },
        { name: wheel, bytes, headers: { "x-platform-asset-name-encoded": "%" } },
        { name: wheel, bytes, headers: { "x-platform-asset-size": "-1" } },
        { name: wheel, bytes, headers: { "x-platform-asset-size": "4" } },
        { name: wheel, bytes, headers: { "x-platform-asset-size": "6" } },
        { name: "package://rover/../secret.stl", bytes },
        { name: "package://rover/a/%2e%2e/%2e%2e/secret.stl", bytes },
        { name: "package://rover/a//../../b.stl", bytes },
        { name: "package://rover/..//b.stl", bytes },
        { name: "package://rover/a\\b.stl", bytes },
        { name: "package://rover/a%00b.stl", bytes },
        { name: "file:///etc/passwd", bytes },
        { name: "file:///opt/../share/rover/a.stl", bytes },
        { name: "http://elsewhere/a.stl", bytes },
        { name: "../a.stl", bytes },
        { kind: "texture", name: "package://rover/a.svg", bytes: "<svg/>" },
        { kind: "texture", name: paint, bytes: "GIF89a" },
        { kind: "urdf", name: wheel, bytes: urdfOf() },
        { ...urdf, bytes: doctype },
        { ...urdf, bytes: "<robot>" },
        { ...urdf, bytes: "<model></model>" },
        { ...urdf, bytes: Buffer.from([0xff, 0xfe, 0x3c]) },
        { ...urdf, bytes: urdfOf("x".repeat(501)) }
      ]) {
        const { body, status } = yield* upload(request, wrong)
        assert.deepStrictEqual([status, body.code], [400, "bad_request"], JSON.stringify(wrong).slice(0, 200))
      }
      assert.deepStrictEqual((yield* list).body.assets, [])
      assert.deepStrictEqual(yield* unfinished, [])
      assert.strictEqual(yield* has(bytes), null)
    })
  )

  it.effect("an upload needs the token of its running sync", () =>
    Effect.gen(function* () {
      const { begin } = yield* aRobotWithFiles()
      const request = yield* begin
      const other = yield* (yield* aRobotWithFiles()).begin
      const file = { name: wheel, bytes: "solid" }
      for (const wrong of [
        { ...request, token: "" },
        { ...request, token: `${request.token}x` },
        { ...request, token: `aut_${crypto.randomUUID()}.${request.token.split(".")[1]}` },
        { ...request, token: other.token },
        { ...request, sync_id: crypto.randomUUID() }
      ]) {
        const { body, status } = yield* upload(wrong, file)
        assert.deepStrictEqual([status, body.code], [401, "unauthorized"])
      }
      assert.strictEqual((yield* upload(request, file)).status, 201)
    })
  )

  it.effect("a file of more than a gigabyte, and a URDF of more than 10 MB, is too large by its announcement", () =>
    Effect.gen(function* () {
      const { begin } = yield* aRobotWithFiles()
      const request = yield* begin
      const announce = (size: number, kind: string, name: string) =>
        upload(request, { kind, name, bytes: "x", headers: { "x-platform-asset-size": String(size) } })
      const mesh = yield* announce(1_000_000_001, "mesh", wheel)
      assert.deepStrictEqual(
        [mesh.status, mesh.body.code, mesh.body.details],
        [413, "file_too_large", { max_bytes: 1_000_000_000, size_bytes: 1_000_000_001 }]
      )
      assert.strictEqual((yield* announce(1_000_000_000, "mesh", wheel)).body.code, "bad_request")
      const urdf = yield* announce(10_000_001, "urdf", "robot_description")
      assert.deepStrictEqual(urdf.body.details, { max_bytes: 10_000_000, size_bytes: 10_000_001 })
    })
  )

  it.effect("a URDF that announces nothing is too large by its count", () =>
    Effect.gen(function* () {
      const { begin } = yield* aRobotWithFiles()
      const { sync_id, token } = yield* begin
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const answer = yield* Effect.promise(
        () =>
          new Promise<string>((resolve, reject) => {
            const sent = httpRequest(`${base}/api/bridge/assets`, {
              method: "POST",
              headers: {
                authorization: `Bearer ${token}`,
                "x-platform-asset-kind": "urdf",
                "x-platform-asset-name": "robot_description",
                "x-platform-sync-id": sync_id
              }
            })
            sent.on("response", async (response) => resolve(Buffer.concat(await response.toArray()).toString()))
            sent.on("error", reject)
            sent.write(Buffer.alloc(10_000_001))
            sent.end()
          })
      )
      assert.deepStrictEqual(JSON.parse(answer).details, { max_bytes: 10_000_000, size_bytes: null })
    })
  )

  it.effect("an upload that breaks off leaves nothing", () =>
    Effect.gen(function* () {
      const { begin, list } = yield* aRobotWithFiles()
      const { sync_id, token } = yield* begin
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const sent = httpRequest(`${base}/api/bridge/assets`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "x-platform-asset-kind": "mesh",
          "x-platform-asset-name": wheel,
          "x-platform-sync-id": sync_id,
          "x-platform-asset-size": "1000",
          "content-length": "1000"
        }
      })
      sent.on("error", () => undefined)
      sent.write("half")
      yield* eventually(unfinished, (names) => names.length === 1)
      sent.destroy()
      yield* eventually(unfinished, (names) => names.length === 0)
      assert.deepStrictEqual((yield* list).body.assets, [])
    })
  )

  it.effect("a file beyond the plan's store is refused, a URDF never, and a replaced file makes room", () =>
    Effect.gen(function* () {
      const { begin, list, orgId, robot } = yield* aRobotWithFiles()
      const request = yield* begin
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE orgs SET plan = 'basic' WHERE id = ${orgId}`
      yield* upload(request, { name: wheel, bytes: "solid" })
      yield* sql`UPDATE assets SET size_bytes = 999999990 WHERE robot_id = ${robot.id}`
      const other = "package://rover/other.stl"
      assert.strictEqual((yield* upload(request, { name: other, bytes: "ten bytes." })).status, 201)
      const refused = yield* upload(request, { name: paint, kind: "texture", bytes: png })
      assert.strictEqual(refused.status, 409)
      assert.deepStrictEqual(refused.body.details, {
        limit: "asset_bytes_per_robot",
        used: 1_000_000_000,
        max: 1_000_000_000,
        plan: "basic",
        lifted_by: { plan: "plus", addon: null },
        store_bytes: 1_000_000_000,
        used_bytes: 1_000_000_000,
        size_bytes: png.length
      })
      const urdf = { kind: "urdf", name: "robot_description", bytes: urdfOf() }
      assert.strictEqual((yield* upload(request, urdf)).status, 201)
      assert.strictEqual((yield* upload(request, { name: wheel, bytes: "solid" })).status, 201)
      assert.strictEqual((yield* list).body.store.used_bytes, 5 + 10 + urdf.bytes.length)
      assert.deepStrictEqual(yield* unfinished, [])
    })
  )

  it.effect("two robots with the same bytes are charged each, and the bytes go with the last of them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const bytes = `shared ${crypto.randomUUID()}`
      const one = yield* aRobotWithFiles()
      const two = yield* aRobotWithFiles()
      const end = (id: string) => sql`UPDATE asset_syncs SET state = 'failed' WHERE id = ${id}`
      for (const each of [one, two]) {
        const request = yield* each.begin
        assert.strictEqual((yield* upload(request, { name: wheel, bytes })).status, 201)
        yield* end(request.sync_id)
        assert.strictEqual((yield* each.list).body.store.used_bytes, bytes.length)
      }
      const later = Effect.andThen(
        sweepBlobs,
        Effect.andThen(sql`UPDATE blobs SET unused_since = unused_since - interval '61 minutes'`, sweepBlobs)
      )
      yield* one.clear
      yield* later
      assert.strictEqual(yield* has(bytes), bytes)
      yield* two.clear
      yield* sweepBlobs
      // Within the grace period another upload would find them.
      assert.strictEqual(yield* has(bytes), bytes)
      yield* later
      assert.strictEqual(yield* has(bytes), null)
      assert.deepStrictEqual(yield* sql`SELECT * FROM blobs WHERE sha256 = ${sha256(bytes)}`, [])
    })
  )

  it.effect("bytes that are uploaded while they are deleted are there afterwards", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const bytes = `raced ${crypto.randomUUID()}`
      const first = yield* aRobotWithFiles()
      const request = yield* first.begin
      yield* upload(request, { name: wheel, bytes })
      yield* sql`DELETE FROM assets WHERE robot_id = ${first.robot.id}`
      yield* sweepBlobs
      yield* sql`UPDATE blobs SET unused_since = unused_since - interval '2 hours' WHERE sha256 = ${sha256(bytes)}`
      const answers = yield* Effect.all([sweepBlobs, upload(request, { name: wheel, bytes }), sweepBlobs], {
        concurrency: 3
      })
      assert.strictEqual(answers[1].status, 201)
      assert.strictEqual(yield* has(bytes), bytes)
      yield* sql`UPDATE blobs SET unused_since = now() - interval '2 hours' WHERE sha256 = ${sha256(bytes)}`
      yield* sweepBlobs
      assert.strictEqual(yield* has(bytes), bytes)
    })
  )

  it.effect("bytes without a row are deleted after the grace period", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const blobs = yield* BlobStorage
      const bytes = `orphan ${crypto.randomUUID()}`
      const put = blobs.receive(Stream.make(Buffer.from(bytes)), 100, "announced")
      yield* Effect.scoped(Effect.flatMap(put, ({ keep }) => keep))
      yield* sweepBlobs
      assert.strictEqual(yield* has(bytes), bytes)
      yield* sql`UPDATE blobs SET unused_since = unused_since - interval '61 minutes'`
      yield* sweepBlobs
      assert.strictEqual(yield* has(bytes), null)
    })
  )

  it.effect(
    "a store of files that is gone is 503 with a time to come back, and what was acknowledged is there after",
    () =>
      Effect.gen(function* () {
        const { begin, list, path, as } = yield* aRobotWithFiles()
        const request = yield* begin
        assert.strictEqual((yield* upload(request, { name: wheel, bytes: "solid" })).status, 201)
        const [kept] = (yield* list).body.assets
        const read = call("GET", `${path}/assets/${kept.id}`, { as })
        const texture = { kind: "texture", name: "package://rover/paint.png", bytes: png }
        const folder = join((yield* Settings).dataFolder, "blobs")
        yield* Effect.acquireUseRelease(
          Effect.sync(() => {
            renameSync(folder, `${folder}.away`)
            writeFileSync(folder, "")
          }),
          () =>
            Effect.gen(function* () {
              const refused = yield* upload(request, texture)
              assert.deepStrictEqual([refused.status, refused.body.code], [503, "unavailable"])
              assert.isAtLeast(refused.body.details.retry_after_ms, 1000)
              const unread = yield* read
              assert.deepStrictEqual([unread.status, unread.body.code], [503, "unavailable"])
              assert.isAtLeast(Number(unread.headers.get("retry-after")), 1)
            }),
          () =>
            Effect.sync(() => {
              rmSync(folder)
              renameSync(`${folder}.away`, folder)
            })
        )
        assert.strictEqual((yield* read).body, "solid")
        assert.strictEqual((yield* upload(request, texture)).status, 201)
      })
  )
})
