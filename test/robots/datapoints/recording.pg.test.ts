import { assert, layer } from "@effect/vitest"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import { HistoryRecorder } from "@fleet/server/robots/datapoints/HistoryRecorder"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { aConnectedRobot, eventually, pass, type World } from "../jobs/world.ts"
import type { FakeBridge } from "../../support/FakeBridge.ts"
import { homeOf, say as record } from "../../support/homes.ts"
import { keptRows } from "../../support/keepSamples.ts"
import { metrics, OperatedApp } from "../../support/metrics.ts"
import { ceilings } from "../../support/quotas.ts"
import { connectRealtime, type RealtimeClient } from "../../support/RealtimeClient.ts"
import { call } from "../../support/wire.ts"

const dayMs = 86_400_000

/** The app, begun at a time of day to which one can look back. */
const Begun = Layer.unwrap(Effect.as(TestClock.setTime(100 * dayMs), OperatedApp))

/** A connected robot, and a console of its org. */
const aWatchedRobot = Effect.gen(function* () {
  const world = yield* aConnectedRobot
  const client = yield* connectRealtime(world.as)
  client.send({ type: "org_event_subscribe" })
  yield* client.next("org_event_replay")
  return { ...world, client }
})

/** What the console was told of recording since it was asked last. The robot's clock has health of its own. */
const healthOf = (client: RealtimeClient) =>
  Effect.gen(function* () {
    yield* (yield* HealthReports).flush
    return (yield* client.settled)
      .filter(({ kind }) => kind === "health")
      .filter(({ detail }) => detail.facet === "recording")
      .map(({ detail, robot_id, severity, subject }) => [severity, robot_id, subject, detail])
  })

const told = (state: string, reason: string | null) => [
  reason === null ? "info" : "warning",
  null,
  "retention",
  { facet: "recording", state, reason }
]

const say = (bridge: FakeBridge, timestamp_ms: number, backfill = false) =>
  bridge.send({ type: "datapoint", slug: "battery", value: timestamp_ms, timestamp_ms, backfill })

/** The stamps of what is recorded, once so many are. */
const recorded = Effect.fnUntraced(function* ({ as, path }: Pick<World, "as" | "path">, count: number) {
  const history = call("GET", `${path}/datapoints/battery/history?from=0&to=8640000000000000&limit=10000`, { as })
  const { body } = yield* eventually(history, (answer) => answer.body.samples.length >= count)
  return body.samples.map(({ timestamp_ms }: { readonly timestamp_ms: number }) => timestamp_ms)
})

const unrecorded = Effect.map(metrics, (all) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => {
      const reason = /^samples_unrecorded_(\w+)_total$/.exec(name)?.[1]
      return reason === undefined ? [] : [[reason, value]]
    })
  )
)
const none = { over_quota: 0, queue_full: 0, refused: 0, stamped_ahead: 0, stamped_old: 0 }

/** What was counted in the meantime. */
const counting = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const before = yield* unrecorded
    yield* work
    return Object.fromEntries(Object.entries(yield* unrecorded).map(([name, now]) => [name, now - before[name]!]))
  })

layer(Begun, { timeout: "120 seconds" })("recording", (it) => {
  it.effect("recording takes stamps up to 5 s ahead of the cloud's clock and 90 days old, and counts others", () =>
    Effect.gen(function* () {
      const { client, ...world } = yield* aWatchedRobot
      const nowMs = yield* Clock.currentTimeMillis
      const [ahead, old] = [nowMs + 5_000, nowMs - 90 * dayMs]
      const lost = yield* counting(
        Effect.gen(function* () {
          for (const at of [old - 1, old]) say(world.bridge, at, true)
          for (const at of [nowMs, ahead, ahead + 1, 8_640_000_000_000_000]) say(world.bridge, at)
          yield* pass(world.bridge, 1_000)
          const rows = yield* eventually(keptRows(world.robot.id), ({ length }) => length === 3)
          assert.deepStrictEqual(
            rows.map(({ at }) => at),
            [old, nowMs, ahead]
          )
        })
      )
      assert.deepStrictEqual(lost, { ...none, stamped_ahead: 2, stamped_old: 1 })
      // The live value is untouched.
      const { body } = yield* call("GET", `${world.path}/datapoints/battery`, { as: world.as })
      assert.strictEqual(body.timestamp_ms, 8_640_000_000_000_000)
      // The graver is told.
      assert.deepStrictEqual((yield* healthOf(client)).at(-1), told("failed", "stamped_ahead"))
    })
  )

  it.effect("recording that loses samples for minutes is reported once when it begins and once when it is over", () =>
    Effect.gen(function* () {
      const { bridge, client } = yield* aWatchedRobot
      const lose = Effect.map(Clock.currentTimeMillis, (nowMs) => say(bridge, nowMs + 5_001))
      for (let second = 0; second < 100; second++) {
        yield* lose
        if (second % 25 === 0) yield* lose
        yield* pass(bridge, 1_000)
      }
      assert.deepStrictEqual(yield* healthOf(client), [told("failed", "stamped_ahead")])
      // The last was lost a second ago.
      yield* pass(bridge, 118_000)
      assert.deepStrictEqual(yield* healthOf(client), [])
      yield* pass(bridge, 2_000)
      assert.deepStrictEqual(yield* healthOf(client), [told("ok", null)])
      yield* lose
      yield* bridge.sync
      assert.deepStrictEqual(yield* healthOf(client), [told("failed", "stamped_ahead")])
    })
  )

  it.effect("recording of a value that the database refuses loses that one, counts it and reports it to the org", () =>
    Effect.gen(function* () {
      const { client, orgId, robot, ...world } = yield* aWatchedRobot
      const recorder = yield* HistoryRecorder
      const nowMs = yield* Clock.currentTimeMillis
      const home = yield* homeOf(robot.id, orgId)
      const lost = yield* counting(
        Effect.gen(function* () {
          record(home, "battery", "1", nowMs - 2_000)
          record(home, "battery", "{", nowMs - 1_000)
          yield* recorder.flush
          // It does not stand in the way of a neighbour.
          record(home, "battery", "2", nowMs - 999)
          yield* recorder.flush
          assert.deepStrictEqual(yield* recorded(world, 2), [nowMs - 2_000, nowMs - 999])
        })
      )
      assert.deepStrictEqual(lost, { ...none, refused: 1 })
      assert.deepStrictEqual(yield* healthOf(client), [told("failed", "refused")])
    })
  )
})

const Narrow = ceilings({ max_retention_writes_per_minute: 3 })

layer(Begun.pipe(Layer.provide(Narrow)), { timeout: "120 seconds" })("recording over a quota", (it) => {
  it.effect(
    "recording over a quota stops at the ceiling of writes a minute, and reports that once for as long as it lasts",
    () =>
      Effect.gen(function* () {
        const { client, ...world } = yield* aWatchedRobot
        const stamps: Array<number> = []
        const lost = yield* counting(
          Effect.gen(function* () {
            for (let minute = 0; minute < 3; minute++) {
              const nowMs = yield* Clock.currentTimeMillis
              for (let each = 1; each <= 5; each++) {
                say(world.bridge, nowMs - each * 1_000)
                if (each <= 3) stamps.unshift(nowMs - each * 1_000)
              }
              yield* pass(world.bridge, 60_000)
            }
          })
        )
        assert.deepStrictEqual(
          yield* recorded(world, 9),
          stamps.toSorted((a, b) => a - b)
        )
        assert.deepStrictEqual(lost, { ...none, over_quota: 6 })
        yield* pass(world.bridge, 61_000)
        assert.deepStrictEqual(yield* healthOf(client), [
          told("over_quota", "max_retention_writes_per_minute"),
          told("ok", null)
        ])
      })
  )
})
