import { assert, describe, layer } from "@effect/vitest"
import { UsageCounters } from "@fleet/server/plans/UsageCounters"
import { Nodes } from "@fleet/server/platform/nodes/Nodes"
import { UsageCounterStore } from "@fleet/server/plans/UsageCounterStore"
import type { AppId, OrgId } from "@fleet/domain/Ids"
import { LiveRecords } from "@fleet/server/robots/cameras/live/LiveRecords"
import { Effect, Layer, Ref } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@effect/vitest"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { encodeAck } from "@fleet/domain/media/MediaFrames"
import { connectRealtime } from "../../support/RealtimeClient.ts"
import { joinMedia, type MediaPeer } from "../../support/MediaPeer.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { eventually } from "../jobs/world.ts"
import { refusal } from "../world.ts"
import { aWatchedRobot, endOf, passes, type Watched } from "./liveWorld.ts"

const usage = ({ orgId }: Pick<Watched, "orgId">) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql`
      SELECT app_id, metric, sum(value)::int AS value FROM usage_counters
      WHERE org_id = ${orgId} AND metric = 'live_session_ms'
      GROUP BY app_id, metric ORDER BY app_id NULLS FIRST`
    return rows as ReadonlyArray<any>
  })

const thisMonth = ({ owner }: Pick<Watched, "owner">) =>
  Effect.map(call("GET", "/api/org/plan", { as: owner.token }), ({ body }) => body.usage.live_video_ms_this_month)

const acked = (peer: MediaPeer) => {
  peer.send(encodeAck(1, 1))
  return peer.sync
}

layer(TestApp, { timeout: "60 seconds" })("use of live video", (it) => {
  it.effect("use of live video is counted from the first picture to the end, by app, the console's without one", () =>
    Effect.gen(function* () {
      const world = yield* aWatchedRobot
      const { app, as, bridge, release, running, watch } = world
      const { publisher, viewer } = yield* running(app.user)
      yield* acked(viewer)
      const unused = yield* watch(app.user)
      const { body } = yield* watch(as)
      const console = yield* joinMedia(body.room, body.token)
      yield* acked(console)
      yield* passes(bridge, 20_000, publisher)
      yield* release(app.user, unused.body.session_id)
      viewer.socket.close()
      yield* eventually(thisMonth(world), (ms) => ms === 20_000)
      yield* passes(bridge, 12_000, publisher)
      const written = yield* eventually(usage(world), (rows) => rows.length === 2)
      const metric = "live_session_ms"
      assert.deepStrictEqual(
        written.map(({ value, ...rest }) => [rest, value >= 20_000 && value <= 32_000]),
        [
          [{ app_id: null, metric }, true],
          [{ app_id: app.appId, metric }, true]
        ].sort(([a]) => ((a as any).app_id === null ? -1 : 1)) as any
      )
      yield* release(as)
      assert.strictEqual(yield* thisMonth(world), 20_000)
    })
  )

  it.effect("use of live video beyond the month's plan is refused to apps, and ends what runs within 30 s", () =>
    Effect.gen(function* () {
      const world = yield* aWatchedRobot
      const { app, as, at, bridge, orgId, running, watch } = world
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE orgs SET plan = 'basic' WHERE id = ${orgId}`
      const holder = yield* connectRealtime(app.user)
      const { publisher, session, viewer } = yield* running(app.user)
      yield* acked(viewer)
      const used = 36_000_000 - 45_000
      yield* sql`
        INSERT INTO usage_counters (org_id, app_id, metric, day, boot, value)
        VALUES (${orgId}, ${app.appId}, 'live_session_ms', '1970-01-01', gen_random_uuid(), ${used}),
          (${orgId}, ${app.appId}, 'live_session_ms', '1969-12-31', gen_random_uuid(), 99999999),
          (${orgId}, NULL, 'live_session_ms', '1970-01-01', gen_random_uuid(), 99999999)`
      yield* passes(bridge, 40_000, publisher)
      assert.isNull(viewer.close)
      assert.strictEqual((yield* watch(app.key)).status, 201)
      yield* passes(bridge, 6_000, publisher)
      const [status, { code, details }] = (yield* refusal("POST", at(), { as: app.user })) as any
      assert.deepStrictEqual([status, code], [409, "plan_limit"])
      assert.deepInclude(details, { limit: "live_video_ms_per_month", max: 36_000_000, plan: "basic" })
      assert.isAtLeast(details.used, 36_000_000)
      assert.strictEqual((yield* watch(as)).status, 201)
      yield* passes(bridge, 30_000, publisher)
      assert.deepInclude(yield* endOf(holder, session.session_id), { reason: "plan_limit", detail: null })
      assert.deepStrictEqual(yield* viewer.closed, [4010, "plan_limit"])
    })
  )

  it.effect("use of live video is audited: who began, who ended it, and how long it lasted", () =>
    Effect.gen(function* () {
      const { app, audited, bridge, release, robot, running } = yield* aWatchedRobot
      const { publisher, session, viewer } = yield* running(app.user)
      yield* acked(viewer)
      yield* passes(bridge, 5_000, publisher)
      yield* release(app.user)
      const of = { slug: "front", session_id: session.session_id }
      const events = yield* audited
      assert.deepStrictEqual(
        events.map(({ action, actor_kind, details, target_id, target_kind }) => [
          action,
          actor_kind,
          target_kind,
          target_id,
          details
        ]),
        [
          ["camera.live_started", "app_user", "robot", robot.id, of],
          [
            "camera.live_ended",
            "app_user",
            "robot",
            robot.id,
            { ...of, duration_ms: 5_000, reason: "released_by_peer" }
          ]
        ]
      )
    })
  )

  it.effect("use of live video that a server's end cut off is ended by the next server, for an unknown reason", () =>
    Effect.gen(function* () {
      const { app, audited, release, running } = yield* aWatchedRobot
      const { session } = yield* running(app.user)
      const { recover } = yield* LiveRecords
      yield* recover
      assert.lengthOf(yield* audited, 1, "this server runs it")
      yield* (yield* SqlClient.SqlClient)`UPDATE live_sessions SET boot = ${randomUUID()} WHERE id = ${session.session_id}`
      yield* recover
      yield* recover
      const events = yield* audited
      assert.deepStrictEqual(
        events.map(({ action, details }) => [action, details.reason ?? null]),
        [
          ["camera.live_started", null],
          ["camera.live_ended", "unknown"]
        ]
      )
      assert.strictEqual((yield* release(app.user, session.session_id)).status, 204)
    })
  )
})

describe("counts of use", () => {
  const org = "00000000-0000-4000-8000-000000000001" as OrgId
  const app = "00000000-0000-4000-8000-000000000002" as AppId

  it.effect(
    "counts of use are written as they stand, kept where they cannot be, and dropped once their day is over",
    () =>
      Effect.gen(function* () {
        const [puts, fails] = [yield* Ref.make<ReadonlyArray<number>>([]), yield* Ref.make(false)]
        const store = Layer.mock(UsageCounterStore, {
          put: (counts) =>
            Effect.gen(function* () {
              if (yield* Ref.get(fails)) return yield* Effect.die("the database refuses")
              yield* Ref.update(puts, (all) => [...all, ...counts.map(({ value }) => value)])
            }),
          ofApps: () => Effect.succeed(100)
        })
        yield* Effect.gen(function* () {
          const counters = yield* UsageCounters
          counters.add(org, app, "live_session_ms", 5)
          counters.add(org, null, "live_session_ms", 1000)
          counters.add(org, app, "live_session_ms", 0)
          assert.strictEqual(yield* counters.monthOfApps(org, "live_session_ms"), 105)
          yield* Ref.set(fails, true)
          yield* Effect.exit(counters.flush)
          counters.add(org, app, "live_session_ms", 2)
          yield* Ref.set(fails, false)
          yield* counters.flush
          assert.deepStrictEqual(yield* Ref.get(puts), [7, 1000])
          assert.strictEqual(yield* counters.monthOfApps(org, "live_session_ms"), 107)
          yield* counters.flush
          counters.add(org, app, "live_session_ms", 3)
          yield* counters.flush
          assert.deepStrictEqual(yield* Ref.get(puts), [7, 1000, 10])
          assert.strictEqual(counters.size(), 2)
          yield* TestClock.adjust("1 day")
          yield* counters.flush
          assert.strictEqual(counters.size(), 0)
        }).pipe(Effect.provide(UsageCounters.layer.pipe(Layer.provide([store, Nodes.alone]))))
      })
  )
})
