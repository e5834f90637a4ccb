import { assert, layer } from "@effect/vitest"
import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { Effect } from "effect"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { picture } from "../cameras/pictures.ts"
import { publish, source } from "../jobs/world.ts"
import { aWatchedRobot, cameraState, healthOf, say, told } from "./world.ts"

const withoutCameras = source.slice(0, source.indexOf("cameras:"))
const refs = (resources: ReadonlyArray<{ readonly ref: string }>) => resources.map(({ ref }) => ref)

layer(TestApp, { timeout: "60 seconds", excludeTestServices: true })("the health of cameras", (it) => {
  it.effect("the health of a camera says why a still of it was dropped, until one is taken", () =>
    Effect.gen(function* () {
      const jpeg = picture("image/jpeg", 4, 3)
      const still = (mime: string, image: Uint8Array, slug = "front", width = 4) =>
        encodeSnapshot({ type: "snapshot", slug, mime, width, height: 3, timestamp_ms: 1 }, image)
      const broken = Buffer.from(still("image/jpeg", jpeg))
      broken.write('"width":0', broken.indexOf('"width":4'))
      const large = still("image/jpeg", Buffer.concat([jpeg, Buffer.alloc(1_572_864)]))
      for (const [frame, reason] of [
        [
          still("image/gif", Buffer.from("GIF89a")),
          'A still was dropped: its type is "image/gif", and stills are image/jpeg, image/png, image/webp.'
        ],
        [still("image/png", jpeg), "A still was dropped: its bytes are no image/png."],
        [large, `A still was dropped: its frame has ${large.length} bytes, and 1572864 are the most.`],
        [broken, "A still was dropped: its header needs mime, width, height and timestamp_ms, as the protocol says."]
      ] as const) {
        const { bridge, client, robot, ...world } = yield* aWatchedRobot
        const send = Effect.fnUntraced(function* (...frames: ReadonlyArray<Uint8Array>) {
          for (const frame of frames) bridge.sendRaw(frame)
          yield* bridge.sync
          yield* (yield* HealthReports).flush
        })
        yield* send(still("image/gif", jpeg, "battery"), still("image/gif", jpeg, "nobody"))
        assert.deepStrictEqual(yield* healthOf(world), [])
        const camera = { robot_id: robot.id, kind: "camera", ref: "front", facet: "source" }
        yield* send(frame, frame)
        assert.deepStrictEqual(yield* healthOf(world), [{ ...camera, state: "failed", reason }])
        assert.lengthOf(yield* told(client), 1)
        yield* send(still("image/jpeg", jpeg))
        assert.deepStrictEqual(yield* healthOf(world), [{ ...camera, state: "ok", reason: null }])
      }
    })
  )

  it.effect("the health of a camera is cleared by the publish that removes it, and not by others", () =>
    Effect.gen(function* () {
      const { bridge, client, owner, robot, ...world } = yield* aWatchedRobot
      yield* say(bridge, cameraState(), cameraState({ cause: "live_lost" }))
      yield* told(client)
      yield* publish(owner.caller, robot.id, `${source}# the same`)
      assert.deepStrictEqual([refs(yield* healthOf(world)), yield* told(client)], [["front", "front"], []])
      yield* publish(owner.caller, robot.id, withoutCameras)
      const gone = { type: "resource_health_cleared", robot_id: robot.id, kind: "camera", ref: "front" }
      assert.sameDeepMembers(yield* told(client).pipe(Effect.map((frames) => [...frames])), [
        { ...gone, facet: "publish" },
        { ...gone, facet: "source" }
      ])
      assert.deepStrictEqual(yield* healthOf(world), [])
      // What a bridge says that does not know yet is of a camera that is no more.
      yield* say(bridge, cameraState())
      assert.deepStrictEqual([yield* healthOf(world), yield* told(client)], [[], []])
    })
  )

  it.effect("the health of a camera follows its name, while the bridge goes on under the old one and after", () =>
    Effect.gen(function* () {
      const { as, bridge, client, owner, path, robot } = yield* aWatchedRobot
      const camera = { robot_id: robot.id, kind: "camera", facet: "source" }
      const state = { state: "unreachable", reason: "No route to host." }
      yield* say(bridge, cameraState())
      yield* told(client)
      const renamed = yield* call("POST", `${path}/config/rename-slug`, { as, body: { from: "front", to: "bow" } })
      assert.strictEqual(renamed.status, 200)
      assert.deepStrictEqual(yield* told(client), [
        { type: "resource_health_cleared", ...camera, ref: "front" },
        { type: "resource_health", ...camera, ref: "bow", ...state }
      ])
      yield* say(bridge, cameraState({ error: null }))
      const ok = { ...camera, ref: "bow", state: "ok", reason: null }
      assert.deepStrictEqual(yield* told(client), [{ type: "resource_health", ...ok }])
      assert.deepStrictEqual(yield* healthOf({ as }), [ok])
      bridge.frames.length = 0
      yield* publish(owner.caller, robot.id, source.replace("  front:", "  bow:"))
      yield* bridge.next("config")
      yield* say(bridge, cameraState({ slug: "bow" }))
      assert.deepStrictEqual(yield* told(client), [{ type: "resource_health", ...camera, ref: "bow", ...state }])
      yield* say(bridge, cameraState({ slug: "front", error: null }))
      assert.deepStrictEqual(yield* healthOf({ as }), [{ ...camera, ref: "bow", ...state }])
    })
  )

  it.effect("the health of a camera that fails between a renaming and the publish has the new name", () =>
    Effect.gen(function* () {
      const { as, bridge, client, path, robot } = yield* aWatchedRobot
      yield* call("POST", `${path}/config/rename-slug`, { as, body: { from: "front", to: "bow" } })
      yield* say(bridge, cameraState())
      const bow = { robot_id: robot.id, kind: "camera", facet: "source", ref: "bow" }
      const [row] = yield* healthOf({ as })
      assert.deepInclude(row, bow)
      assert.deepStrictEqual(
        (yield* told(client)).map(({ ref, type }) => [type, ref]),
        [["resource_health", "bow"]]
      )
      yield* call("POST", `${path}/config/publish`, { as })
      assert.deepStrictEqual(refs(yield* healthOf({ as })), ["bow"])
    })
  )

  it.effect("the health of a robot is cleared when it is deleted, and nothing of it comes back", () =>
    Effect.gen(function* () {
      const { bridge, client, owner, path, ...world } = yield* aWatchedRobot
      yield* say(bridge, cameraState(), { type: "config_applied", version: 1, ok: false, errors: [] })
      yield* told(client)
      const { status } = yield* call("DELETE", path, { as: owner.token })
      assert.strictEqual(status, 204)
      assert.sameDeepMembers(
        (yield* told(client)).map(({ kind, ref, type }) => [type, kind, ref]),
        [
          ["resource_health_cleared", "camera", "front"],
          ["resource_health_cleared", "config", "config"]
        ]
      )
      assert.deepStrictEqual(yield* healthOf(world), [])
    })
  )
})
