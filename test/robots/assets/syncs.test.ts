import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { eventually } from "../jobs/world.ts"
import { anApp, anOrgWithRobot } from "../world.ts"
import { call, refusal } from "../../support/wire.ts"
import { aRobotWithFiles, AssetsApp, paint, png, progress, upload, urdfOf, wheel } from "./world.ts"

const actions = Effect.fnUntraced(function* (orgId: string, prefix: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly action: string }>`
    SELECT action FROM audit_events WHERE org_id = ${orgId} AND action LIKE ${`${prefix}%`} ORDER BY seq`
  return rows.map(({ action }) => action)
})

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("a sync of assets", (it) => {
  it.effect("a sync asks the bridge for its meshes, then for what the URDF names besides, and succeeds", () =>
    Effect.gen(function* () {
      const world = yield* aRobotWithFiles()
      const { bridge, list, orgId, start, status } = world
      assert.isTrue((yield* list).body.urdf_available)
      const started = yield* start
      assert.strictEqual(started.status, 202)
      const { sync_id } = started.body
      const first = yield* bridge.next("asset_request")
      assert.deepInclude(first, { sync_id, upload_url: "http://cloud.example/api/bridge/assets", meshes: [wheel] })
      const running = (yield* list).body.active_sync
      assert.deepInclude(running, { sync_id, state: "running", done: 0, total: 2, stored: null, announced: 2 })

      const urdf = urdfOf(wheel, paint)
      const stored = yield* upload(first, { kind: "urdf", name: "robot_description", bytes: urdf })
      assert.strictEqual(stored.status, 201)
      assert.deepInclude(stored.body, { kind: "urdf", media_type: "application/xml", size_bytes: urdf.length })
      assert.strictEqual((yield* upload(first, { name: wheel, bytes: "solid" })).status, 201)
      progress(bridge, sync_id, 2, 2)

      const second = yield* bridge.next("asset_request")
      assert.deepStrictEqual([second.sync_id, second.meshes], [sync_id, [paint]])
      // What the bridge said of the first round is said again, and ends nothing.
      progress(bridge, sync_id, 2, 2)
      yield* bridge.sync
      assert.strictEqual((yield* status(sync_id)).body.state, "running")
      assert.strictEqual((yield* upload(second, { kind: "texture", name: paint, bytes: png })).status, 201)
      progress(bridge, sync_id, 3, 3)
      const ended = yield* eventually(status(sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(ended.body, { state: "succeeded", done: 3, total: 3, stored: 3, failed: [], reason: null })
      assert.deepStrictEqual(refusal({ ...ended, ...(yield* upload(second, { name: wheel, bytes: "x" })) }), [
        401,
        "unauthorized"
      ])

      const { body } = yield* list
      assert.deepStrictEqual(
        body.assets.map(({ kind, media_type, name }: any) => [kind, media_type, name]),
        [
          ["mesh", "model/stl", wheel],
          ["texture", "image/png", paint],
          ["urdf", "application/xml", "robot_description"]
        ]
      )
      assert.deepStrictEqual(body.urdf, { present: true, mesh_count: 2, missing: [] })
      assert.strictEqual(body.active_sync, null)
      assert.strictEqual(body.store.used_bytes, urdf.length + 5 + png.length)
      assert.deepStrictEqual(yield* actions(orgId, "assets."), ["assets.sync_started"])
    })
  )

  it.effect("one failure, or one missing file, fails a sync", () =>
    Effect.gen(function* () {
      const { begin, bridge, list, status } = yield* aRobotWithFiles()
      const request = yield* begin
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel) })
      const failed = [{ reference: wheel, kind: "unresolvable" }] as const
      progress(bridge, request.sync_id, 2, 2, "finished", failed)
      const one = yield* eventually(status(request.sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(one.body, { state: "failed", reason: "files_failed", failed, stored: 1 })
      assert.deepStrictEqual((yield* list).body.urdf.missing, [{ uri: wheel, element: "mesh" }])

      const again = yield* begin
      progress(bridge, again.sync_id, 2, 2)
      const other = yield* eventually(status(again.sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(other.body, { state: "failed", reason: "files_missing", failed: [] })
    })
  )

  it.effect("a sync that the bridge refuses fails, and one that is silent for 60 s", () =>
    Effect.gen(function* () {
      const { begin, bridge, status } = yield* aRobotWithFiles()
      const request = yield* begin
      progress(bridge, request.sync_id, 0, 0, "refused_busy")
      const refused = yield* eventually(status(request.sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(refused.body, { state: "failed", reason: "refused_busy" })

      const silent = yield* begin
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE asset_syncs SET updated_at = updated_at - interval '59 seconds' WHERE id = ${silent.sync_id}`
      assert.strictEqual((yield* status(silent.sync_id)).body.state, "running")
      yield* sql`UPDATE asset_syncs SET updated_at = updated_at - interval '1 second' WHERE id = ${silent.sync_id}`
      assert.deepInclude((yield* status(silent.sync_id)).body, { state: "failed", reason: "timeout" })
      // The lease is over: nothing blocks the next one.
      yield* begin
    })
  )

  it.effect("a robot has one sync at a time, and keeps its files meanwhile", () =>
    Effect.gen(function* () {
      const { begin, bridge, clear, orgId, robot, start } = yield* aRobotWithFiles([])
      const request = yield* begin
      const file = { kind: "urdf", name: "robot_description", bytes: urdfOf() }
      yield* upload(request, file)
      for (const answer of [yield* start, yield* clear]) {
        assert.strictEqual(answer.status, 409)
        assert.deepInclude(answer.body, { code: "busy" })
        assert.strictEqual(answer.body.details.sync_id, request.sync_id)
        assert.isNumber(answer.body.details.started_at_ms)
      }
      progress(bridge, request.sync_id, 1, 1)
      const cleared = yield* eventually(clear, ({ status }) => status === 200)
      assert.deepStrictEqual(cleared.body, { deleted: 1, bytes_freed: file.bytes.length })
      assert.deepStrictEqual((yield* clear).body, { deleted: 0, bytes_freed: 0 })
      assert.deepStrictEqual(yield* actions(orgId, "assets."), ["assets.sync_started", "assets.cleared"])
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`SELECT id FROM assets WHERE robot_id = ${robot.id}`, [])
    })
  )

  it.effect("of two that start a sync at once, one is busy", () =>
    Effect.gen(function* () {
      const { start } = yield* aRobotWithFiles()
      const answers = yield* Effect.all([start, start], { concurrency: 2 })
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [202, 409])
    })
  )

  it.effect(
    "a robot without a bridge is offline, one without files has nothing to upload, and others may not ask",
    () =>
      Effect.gen(function* () {
        const { developer, owner, path, robot } = yield* anOrgWithRobot
        const sync = { as: owner.token, body: { source: "bridge" } }
        assert.deepStrictEqual(refusal(yield* call("POST", `${path}/assets/sync`, sync)), [409, "robot_offline"])
        assert.strictEqual((yield* call("GET", `${path}/assets`, { as: owner.token })).body.urdf_available, null)

        const { bridge, start, ...other } = yield* aRobotWithFiles([])
        bridge.send({ type: "assets_available", urdf: false, meshes: [] })
        yield* bridge.sync
        assert.deepStrictEqual(refusal(yield* start), [404, "not_found"])
        for (const [method, route, body] of [
          ["POST", "assets/sync", { body: { source: "bridge" } }],
          ["DELETE", "assets", {}]
        ] as const) {
          const asDeveloper = yield* call(method, `${path}/${route}`, { as: developer.token, ...body })
          assert.deepStrictEqual(refusal(asDeveloper).slice(0, 2), [403, "tier_required"])
          const { key, user } = yield* anApp({ owner }, [robot.id], {}, { action_history: false, assets: true })
          for (const as of [key, user]) {
            assert.strictEqual((yield* call(method, `${path}/${route}`, { as, ...body })).status, 401)
          }
        }
        const foreign = yield* call("GET", `${other.path}/assets/sync/${crypto.randomUUID()}`, { as: owner.token })
        assert.deepStrictEqual(refusal(foreign), [404, "not_found"])
      })
  )
})

layer(AssetsApp, { timeout: "60 seconds", excludeTestServices: true })("the end of a sync", (it) => {
  it.effect("`finished` ends a sync whatever it counts, in the first round and in the second", () =>
    Effect.gen(function* () {
      const { begin, bridge, status } = yield* aRobotWithFiles()
      const first = yield* begin
      yield* upload(first, { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel) })
      yield* upload(first, { name: wheel, bytes: "solid" })
      // The URDF is not counted.
      progress(bridge, first.sync_id, 1, 1)
      const one = yield* eventually(status(first.sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(one.body, { state: "succeeded", done: 1, total: 1, stored: 2 })

      const other = yield* begin
      yield* upload(other, { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel, paint) })
      progress(bridge, other.sync_id, 0, 0)
      const second = yield* bridge.next("asset_request")
      assert.deepStrictEqual(second.meshes, [paint])
      yield* upload(second, { kind: "texture", name: paint, bytes: png })
      progress(bridge, other.sync_id, 0, 0)
      const two = yield* eventually(status(other.sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(two.body, { state: "succeeded", done: 0, total: 0, stored: 2 })
    })
  )

  it.effect("what is unavailable is listed with its words, and fails no sync", () =>
    Effect.gen(function* () {
      const { begin, bridge, status } = yield* aRobotWithFiles([])
      const request = yield* begin
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: urdfOf() })
      const dead = { reference: "file:///C:/Users/x/texture.tif", kind: "unavailable", message: "No package." } as const
      // What cannot be read of a failure counts as left out.
      const odd = { ...dead, message: 7, details: { store_bytes: "much" } } as never
      progress(bridge, request.sync_id, 1, 1, "finished", [dead, odd])
      const ended = yield* eventually(status(request.sync_id), ({ body }) => body.state !== "running")
      const { message: _message, ...plain } = dead
      assert.deepInclude(ended.body, { state: "succeeded", reason: null, failed: [dead, plain] })

      const again = yield* begin
      const refused = { reference: wheel, kind: "upload_failed", message: "The disk is full." } as const
      progress(bridge, again.sync_id, 1, 1, "finished", [dead, refused])
      const failed = yield* eventually(status(again.sync_id), ({ body }) => body.state !== "running")
      const reason = `files_failed: ${wheel}: The disk is full.`
      assert.deepInclude(failed.body, { state: "failed", reason, failed: [dead, refused] })
    })
  )

  it.effect("spellings of one file are one file", () =>
    Effect.gen(function* () {
      const spelled = [
        "package://rover//meshes/./wheel.stl",
        "package:///rover/meshes/wheel.stl",
        "package://rover/textures/../meshes/wheel.stl"
      ]
      const { begin, bridge, list, status } = yield* aRobotWithFiles(spelled)
      const request = yield* begin
      assert.deepStrictEqual(request.meshes, spelled)
      yield* upload(request, { kind: "urdf", name: "robot_description", bytes: urdfOf(wheel, ...spelled) })
      assert.lengthOf((yield* list).body.urdf.missing, 4)
      const stored = yield* upload(request, { name: spelled[2]!, bytes: "solid" })
      assert.deepStrictEqual([stored.status, stored.body.name], [201, wheel])
      progress(bridge, request.sync_id, 2, 2)
      const ended = yield* eventually(status(request.sync_id), ({ body }) => body.state !== "running")
      assert.deepInclude(ended.body, { state: "succeeded", stored: 2 })
      const { body } = yield* list
      assert.deepStrictEqual(body.urdf.missing, [])
      assert.lengthOf(body.assets, 2)
    })
  )
})
