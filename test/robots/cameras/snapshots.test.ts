import { assert, layer } from "@effect/vitest"
import { encodeSnapshot, type SnapshotHeader } from "@fleet/bridge-protocol/Snapshot"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { HttpServer } from "effect/http"
import type { FakeBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aConnectedRobot, publish, source } from "../jobs/world.ts"
import { anApp, refusal } from "../world.ts"
import { picture } from "./pictures.ts"

const bytes = picture("image/png", 8, 6, 1, 2, 3)
const none = { timestamp_ms: null, age_ms: null, width: null, height: null, mime: null }

const send = (bridge: FakeBridge, rest: Partial<SnapshotHeader> = {}, image = bytes) => {
  const said = { slug: "front", mime: "image/png", width: 8, height: 6, timestamp_ms: 1000 }
  bridge.sendRaw(encodeSnapshot({ type: "snapshot", ...said, ...rest }, image))
  return bridge.sync
}

const aRobotWithCameras = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const slugs = ["front", "gone", "battery"]
  const app = yield* anApp(world, [world.robot.id], { [world.robot.id]: slugs })
  const blind = yield* anApp(world, [world.robot.id], { [world.robot.id]: ["battery"] })
  const stranger = yield* anApp(world, [], {})
  const at = (slug: string) => `${world.path}/cameras/${slug}/snapshot`
  const meta = (slug: string) => Effect.map(call("GET", `${at(slug)}/meta`, { as: app.user }), ({ body }) => body)
  return { ...world, app, blind, stranger, at, meta }
})

layer(TestApp, { timeout: "60 seconds" })("cameras", (it) => {
  it.effect("cameras are listed where they are granted, as they are published", () =>
    Effect.gen(function* () {
      const { app, as, blind, path, robot, owner, stranger } = yield* aRobotWithCameras
      const front = { slug: "front", width: 640, height: 480, fps: 10, snapshot_interval_seconds: 5 }
      const camera = source.slice(source.indexOf("  front:"))
      yield* publish(owner.caller, robot.id, source + camera.replace("front", "rear"))
      const list = (token: string) => call("GET", `${path}/cameras`, { as: token })
      assert.deepStrictEqual((yield* list(as)).body, { cameras: [front, { ...front, slug: "rear" }] })
      assert.deepStrictEqual((yield* list(app.user)).body, { cameras: [front] })
      assert.deepStrictEqual((yield* list(blind.user)).body, { cameras: [] })
      assert.strictEqual((yield* list(app.key)).body.cameras.length, 2)
      assert.strictEqual((yield* list(stranger.key)).status, 404)
      assert.deepStrictEqual(yield* refusal("GET", "/api/robots/x/cameras", { as }), [400, { code: "invalid_uuid" }])
    })
  )

  it.effect("a snapshot is answered as it came, and does nothing but show", () =>
    Effect.gen(function* () {
      const { app, at, bridge, meta } = yield* aRobotWithCameras
      assert.deepStrictEqual(yield* refusal("GET", at("front"), { as: app.user }), [404, { code: "no_snapshot_yet" }])
      assert.deepStrictEqual(yield* meta("front"), { slug: "front", ...none })
      yield* TestClock.adjust("1 minute")
      const timestamp_ms = (yield* Clock.currentTimeMillis) - 700
      yield* send(bridge, { timestamp_ms })
      yield* bridge.leave
      const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const answer = yield* Effect.promise(() =>
        fetch(base + at("front"), { headers: { authorization: `Bearer ${app.key}` } })
      )
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(new Uint8Array(yield* Effect.promise(() => answer.arrayBuffer())), new Uint8Array(bytes))
      const headers = Object.fromEntries(answer.headers)
      assert.deepInclude(headers, {
        "content-type": "image/png",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": 'inline; filename="front.png"',
        "x-platform-age-ms": "700",
        "x-platform-timestamp-ms": String(timestamp_ms),
        "x-platform-width": "8",
        "x-platform-height": "6"
      })
      const described = { slug: "front", timestamp_ms, width: 8, height: 6, mime: "image/png" }
      assert.deepStrictEqual(yield* meta("front"), { ...described, age_ms: 700 })
    })
  )

  it.effect("a snapshot has the size of its bytes, whatever its header says", () =>
    Effect.gen(function* () {
      const { app, at, bridge, meta } = yield* aRobotWithCameras
      yield* send(bridge, { width: 640, height: 480 })
      const { height, width } = yield* meta("front")
      assert.deepStrictEqual([width, height], [8, 6])
      const { headers } = yield* call("GET", at("front"), { as: app.user })
      assert.deepStrictEqual([headers.get("x-platform-width"), headers.get("x-platform-height")], ["8", "6"])
    })
  )

  it.effect("a snapshot stamped ahead of its receipt is as old as its receipt is", () =>
    Effect.gen(function* () {
      const { bridge, meta } = yield* aRobotWithCameras
      const receivedMs = yield* Clock.currentTimeMillis
      for (const [ahead, age_ms] of [
        [1, 3000],
        [8_640_000_000_000_000 - receivedMs, 3000]
      ] as const) {
        const before = yield* Clock.currentTimeMillis
        yield* send(bridge, { timestamp_ms: Math.min(8_640_000_000_000_000, before + ahead) })
        yield* TestClock.adjust("3 seconds")
        assert.strictEqual((yield* meta("front")).age_ms, age_ms)
      }
    })
  )

  it.effect("a snapshot is refused by robot, grant and slug, in that order", () =>
    Effect.gen(function* () {
      const { app, as, at, blind, stranger } = yield* aRobotWithCameras
      for (const path of [at("front"), `${at("front")}/meta`]) {
        assert.strictEqual((yield* call("GET", path)).status, 401)
        assert.deepStrictEqual(yield* refusal("GET", path, { as: stranger.user }), [404, { code: "not_found" }])
        assert.deepStrictEqual(yield* refusal("GET", path, { as: blind.user }), [403, { code: "forbidden" }])
      }
      for (const [token, slug] of [
        [app.user, "gone"],
        [app.user, "battery"],
        [as, "nothing"]
      ] as const) {
        for (const path of [at(slug), `${at(slug)}/meta`])
          assert.deepStrictEqual(yield* refusal("GET", path, { as: token }), [404, { code: "unknown_slug" }])
      }
      assert.deepStrictEqual(yield* refusal("GET", at("other"), { as: blind.user }), [403, { code: "forbidden" }])
    })
  )
})
