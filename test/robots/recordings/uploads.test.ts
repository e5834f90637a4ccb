import { assert, layer } from "@effect/vitest"
import { RecordingTokens } from "@fleet/server/robots/recordings/RecordingTokens"
import { AssetSyncId } from "@fleet/domain/Assets"
import { RecordingId } from "@fleet/domain/Recordings"
import { SyncTokens } from "@fleet/server/robots/assets/SyncTokens"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Option } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { readdirSync } from "node:fs"
import { request as httpRequest } from "node:http"
import { join } from "node:path"
import { call } from "../../support/wire.ts"
import { upload, wheel } from "../assets/world.ts"
import { eventually } from "../jobs/world.ts"
import { aConnectedRecorder, anMcap, RecordingsApp, uploadRecording } from "./world.ts"

const unfinished = Effect.map(Settings, ({ dataFolder }) => {
  try {
    return readdirSync(join(dataFolder, "blobs", "tmp"))
  } catch {
    return []
  }
})

const assetsOf = ({ as, path }: { readonly as: string; readonly path: string }) =>
  Effect.map(call("GET", `${path}/assets`, { as }), ({ body }) => body)

layer(RecordingsApp, { timeout: "60 seconds", excludeTestServices: true })("an upload of a recording", (it) => {
  it.effect("a token stores its own recording and nothing else, once", () =>
    Effect.gen(function* () {
      const { bridge, get, requested, ...world } = yield* aConnectedRecorder()
      const request = yield* requested
      const other = yield* requested
      const id = request.recording_id
      bridge.send({ type: "assets_available", urdf: true, meshes: [wheel] })
      yield* bridge.sync
      yield* call("POST", `${world.path}/assets/sync`, { as: world.as, body: { source: "bridge" } })
      const sync = yield* bridge.next("asset_request")
      const bytes = yield* anMcap()
      const tokens = yield* RecordingTokens
      const stranger = RecordingId.make(crypto.randomUUID())
      for (const [what, attempt] of [
        ["no token", uploadRecording({ ...request, upload_token: "" }, { bytes })],
        ["a changed token", uploadRecording({ ...request, upload_token: `${request.upload_token}x` }, { bytes })],
        [
          "of no recording",
          uploadRecording({ recording_id: stranger, upload_token: tokens.tokenOf(stranger) }, { bytes })
        ],
        ["another recording", uploadRecording({ ...other, upload_token: request.upload_token }, { bytes })],
        [
          "a mesh of a sync",
          upload({ sync_id: sync.sync_id, token: request.upload_token }, { name: wheel, bytes: "solid" })
        ],
        ["a mesh", upload({ sync_id: stranger, token: request.upload_token }, { name: wheel, bytes: "solid" })],
        ["a recording for a sync", uploadRecording({ ...request, upload_token: sync.token }, { bytes })]
      ] as const) {
        const { body, status } = yield* attempt
        assert.deepStrictEqual([status, body.code], [401, "unauthorized"], what)
      }
      // A mesh under the id of the recording, and a recording under that of the sync.
      const mesh = yield* upload({ sync_id: id, token: request.upload_token }, { name: wheel, bytes: "solid" })
      const odd = yield* uploadRecording({ recording_id: sync.sync_id, upload_token: sync.token }, { bytes })
      assert.deepStrictEqual([mesh.status, odd.status], [400, 400])
      assert.strictEqual((yield* assetsOf(world)).store.used_bytes, 0)

      assert.strictEqual((yield* uploadRecording(request, { bytes })).status, 201)
      const spent = yield* uploadRecording(request, { bytes })
      assert.deepStrictEqual([spent.status, spent.body.code], [401, "unauthorized"])
      assert.deepStrictEqual([(yield* get(id)).state, (yield* get(other.recording_id)).state], ["stored", "requested"])
    })
  )

  it.effect("a token of a sync does not open a recording with the same id", () =>
    Effect.gen(function* () {
      const { requested } = yield* aConnectedRecorder()
      const request = yield* requested
      const id = request.recording_id
      const syncs = yield* SyncTokens
      const recordings = yield* RecordingTokens
      const ofSync = syncs.tokenOf(AssetSyncId.make(id))
      const renamed = (token: string, prefix: string) => prefix + token.slice(prefix.length)
      const bytes = yield* anMcap()
      for (const upload_token of [ofSync, renamed(ofSync, "rut_"), renamed(request.upload_token, "aut_")]) {
        assert.isTrue(Option.isNone(recordings.read(upload_token)), upload_token)
        assert.strictEqual((yield* uploadRecording({ recording_id: id, upload_token }, { bytes })).status, 401)
      }
      assert.isTrue(Option.isNone(syncs.read(request.upload_token)))
      assert.isTrue(Option.isNone(syncs.read(renamed(request.upload_token, "aut_"))))
      assert.deepStrictEqual(
        [syncs.read(ofSync), recordings.read(request.upload_token)],
        [Option.some(AssetSyncId.make(id)), Option.some(id)]
      )
      assert.strictEqual((yield* uploadRecording(request, { bytes })).status, 201)
    })
  )

  it.effect("what is no MCAP file, has another name or says what is wrong is a bad request, and leaves nothing", () =>
    Effect.gen(function* () {
      const { get, requested, ...world } = yield* aConnectedRecorder()
      const request = yield* requested
      const bytes = yield* anMcap()
      const magic = bytes.subarray(0, 8)
      for (const wrong of [
        { bytes: "solid" },
        { bytes: magic },
        { bytes: Buffer.concat([magic, magic.subarray(0, 7)]) },
        { bytes: bytes.subarray(0, -1) },
        { bytes: bytes.subarray(1) },
        { bytes: Buffer.concat([bytes, Buffer.alloc(1)]) },
        { bytes, name: "other.mcap" },
        { bytes, name: `../${request.recording_id}.mcap` },
        { bytes, headers: { "x-platform-recording-id": "mine" } },
        { bytes, headers: { "x-platform-asset-size": String(bytes.length - 1) } },
        { bytes, headers: { "x-platform-asset-size": String(bytes.length + 1) } }
      ]) {
        const { body, status } = yield* uploadRecording(request, wrong)
        assert.deepStrictEqual([status, body.code], [400, "bad_request"], JSON.stringify(wrong).slice(0, 100))
      }
      assert.strictEqual((yield* assetsOf(world)).store.used_bytes, 0)
      assert.deepStrictEqual(yield* unfinished, [])
      assert.strictEqual((yield* get(request.recording_id)).state, "requested")
      // The bridge may try again.
      assert.strictEqual((yield* uploadRecording(request, { bytes })).status, 201)
    })
  )

  it.effect("a file of more than the recorder's bytes is too large", () =>
    Effect.gen(function* () {
      const { requested } = yield* aConnectedRecorder({ max_bytes: 1_000_000 })
      const request = yield* requested
      const announce = (size: number) =>
        uploadRecording(request, { bytes: "x", headers: { "x-platform-asset-size": String(size) } })
      const large = yield* announce(1_000_001)
      assert.deepStrictEqual(
        [large.status, large.body.code, large.body.details],
        [413, "file_too_large", { max_bytes: 1_000_000, size_bytes: 1_000_001 }]
      )
      assert.strictEqual((yield* announce(1_000_000)).body.code, "bad_request")
    })
  )

  it.effect("a recording beyond the plan's store is refused, and one that is deleted makes room", () =>
    Effect.gen(function* () {
      const { drop, get, orgId, requested, robot } = yield* aConnectedRecorder()
      const first = yield* requested
      const second = yield* requested
      const bytes = yield* anMcap()
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE orgs SET plan = 'basic' WHERE id = ${orgId}`
      assert.strictEqual((yield* uploadRecording(first, { bytes })).status, 201)
      yield* sql`UPDATE assets SET size_bytes = ${1_000_000_000 - bytes.length + 1} WHERE robot_id = ${robot.id}`
      const refused = yield* uploadRecording(second, { bytes })
      assert.deepStrictEqual([refused.status, refused.body.code], [409, "plan_limit"])
      assert.strictEqual((yield* get(second.recording_id)).state, "requested")
      assert.strictEqual((yield* drop(first.recording_id)).status, 204)
      assert.strictEqual((yield* uploadRecording(second, { bytes })).status, 201)
    })
  )

  it.effect("an upload that breaks off, and one whose commit fails, leave nothing and may be tried again", () =>
    Effect.gen(function* () {
      const { get, requested, ...world } = yield* aConnectedRecorder()
      const { recording_id, upload_token } = yield* requested
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const sent = httpRequest(`${base}/api/bridge/assets`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${upload_token}`,
          "x-platform-asset-kind": "recording",
          "x-platform-asset-name": `${recording_id}.mcap`,
          "x-platform-recording-id": recording_id,
          "content-length": "1000"
        }
      })
      sent.on("error", () => undefined)
      sent.write("half")
      yield* eventually(unfinished, (names) => names.length === 1)
      sent.destroy()
      yield* eventually(unfinished, (names) => names.length === 0)

      const sql = yield* SqlClient.SqlClient
      const bytes = yield* anMcap()
      yield* sql`
        CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no commit'; END $$`
      yield* sql`
        CREATE CONSTRAINT TRIGGER refused AFTER UPDATE ON recordings DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION refuse_commit()`
      const failed = yield* uploadRecording({ recording_id, upload_token }, { bytes })
      yield* sql`DROP TRIGGER refused ON recordings`
      assert.strictEqual(failed.status, 500)
      assert.deepInclude(yield* get(recording_id), { state: "requested", asset_id: null })
      const { assets, store } = yield* assetsOf(world)
      assert.deepStrictEqual([assets, store.used_bytes], [[], 0])
      assert.deepStrictEqual(yield* unfinished, [])
      assert.strictEqual((yield* uploadRecording({ recording_id, upload_token }, { bytes })).status, 201)
    })
  )

  it.effect("deleting a robot's files spares its recordings, and deleting the robot deletes both", () =>
    Effect.gen(function* () {
      const { as, get, path, requested, robot } = yield* aConnectedRecorder()
      const stored = yield* requested
      const open = yield* requested
      assert.strictEqual((yield* uploadRecording(stored, { bytes: yield* anMcap() })).status, 201)
      assert.deepStrictEqual((yield* call("DELETE", `${path}/assets`, { as })).body, { deleted: 0, bytes_freed: 0 })
      assert.strictEqual((yield* get(stored.recording_id)).state, "stored")
      assert.strictEqual((yield* call("DELETE", path, { as })).status, 204)
      const sql = yield* SqlClient.SqlClient
      for (const table of ["recordings", "recorders", "assets"]) {
        assert.deepStrictEqual(yield* sql`SELECT * FROM ${sql(table)} WHERE robot_id = ${robot.id}`, [], table)
      }
      assert.strictEqual((yield* uploadRecording(open, { bytes: yield* anMcap() })).status, 401)
    })
  )
})
