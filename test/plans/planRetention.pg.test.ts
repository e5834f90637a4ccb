import { assert, describe, it, layer } from "@effect/vitest"
import { OrgId, type RobotId } from "@fleet/domain/Ids"
import type { PlanName } from "@fleet/domain/Plans"
import { noAddons } from "@fleet/server/org/OrgPlans"
import { HistoryDays } from "@fleet/server/plans/HistoryDays"
import { PlanStore } from "@fleet/server/plans/PlanStore"
import { Retention } from "@fleet/server/plans/Retention"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { aRobot, eventually, pass } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { recordMaps } from "../support/recordMaps.ts"
import { keptRows } from "../support/keepSamples.ts"
import { OperatedApp } from "../support/metrics.ts"
import { testApp } from "../support/TestApp.ts"
import { setPlan } from "./planWorld.ts"

const dayMs = 86_400_000
const hourMs = 3_600_000

/** How long rows are kept: a plan without a limit keeps them as long as the server does. */
const kept: Readonly<Record<PlanName, number>> = { basic: 7, plus: 30, pro: 90, enterprise: 90 }
const plans = Object.keys(kept) as Array<PlanName>

/** One row before and one at the edge of what an org keeps, of each kind that is kept for days. */
const addRows = Effect.fnUntraced(function* (orgId: OrgId, robotId: RobotId, edgeMs: number) {
  const sql = yield* SqlClient.SqlClient
  for (const [name, atMs] of [
    ["goes", edgeMs - 1],
    ["stays", edgeMs]
  ] as const) {
    const at = new Date(atMs)
    yield* sql`
      INSERT INTO audit_events (org_id, at, actor_kind, actor_id, actor_label, action)
      VALUES (${orgId}, ${at}, 'platform', ${orgId}, 'Test', ${`test.${name}`})`
    yield* sql`
      INSERT INTO job_runs
        (id, mint, org_id, robot_id, slug, kind, state, patience_ms, actor, started_at, updated_at, ended_at)
      VALUES (gen_random_uuid(), 1, ${orgId}, ${robotId}, ${name}, 'action', 'succeeded', 1000,
        ${JSON.stringify({ kind: "developer", id: orgId, label: "Test", name: null })}::jsonb, ${at}, ${at}, ${at})`
  }
})

/** The names of an org's rows, of each kind. */
const rowsOf = Effect.fnUntraced(function* (orgId: OrgId) {
  const sql = yield* SqlClient.SqlClient
  const names = (rows: ReadonlyArray<{ readonly name: string }>) => rows.map(({ name }) => name).toSorted()
  return {
    jobs: names(yield* sql<{ name: string }>`SELECT slug AS name FROM job_runs WHERE org_id = ${orgId}`),
    audit: names(
      yield* sql<{ name: string }>`
        SELECT substr(action, 6) AS name FROM audit_events WHERE org_id = ${orgId} AND action LIKE 'test.%'`
    )
  }
})
const only = (...names: ReadonlyArray<string>) => ({ jobs: names, audit: names })

/** Begun on a day to which one can look back. */
const begun = <A, E, R>(app: Layer.Layer<A, E, R>) => Layer.unwrap(Effect.as(TestClock.setTime(1000 * dayMs), app))

layer(begun(testApp()), { timeout: "120 seconds" })("retention by plan", (it) => {
  it.effect("retention by plan deletes jobs and audit events to the millisecond", () =>
    Effect.gen(function* () {
      const sweepMs = (yield* Clock.currentTimeMillis) + hourMs
      const orgs = yield* Effect.forEach(plans, (plan) =>
        Effect.gen(function* () {
          const { orgId, robot } = yield* aRobot
          yield* setPlan(orgId, plan)
          yield* addRows(orgId, robot.id, sweepMs - kept[plan] * dayMs)
          return { orgId, plan }
        })
      )
      for (const { orgId } of orgs) assert.deepStrictEqual(yield* rowsOf(orgId), only("goes", "stays"))
      yield* TestClock.adjust(hourMs)
      for (const { orgId, plan } of orgs) {
        const rows = yield* eventually(rowsOf(orgId), (rows) => Object.values(rows).every(({ length }) => length < 2))
        assert.deepStrictEqual(rows, only("stays"), plan)
      }
    })
  )

  it.effect("a change of the plan takes effect with the next sweep", () =>
    Effect.gen(function* () {
      const retention = yield* Retention
      const { orgId } = yield* aRobot
      const days = Effect.gen(function* () {
        const cutoff = (yield* retention.cutoffs("history_days")).find((each) => each.orgId === orgId)
        return ((yield* Clock.currentTimeMillis) - cutoff!.before.getTime()) / dayMs
      })
      for (const plan of [...plans, ...plans.toReversed()]) {
        yield* setPlan(orgId, plan)
        assert.strictEqual(yield* days, kept[plan])
      }
    })
  )
})

layer(begun(testApp({ historyDays: 20, auditDays: 10 })), { timeout: "120 seconds" })(
  "a server that keeps less",
  (it) => {
    it.effect("retention by plan never exceeds the days of the server's settings", () =>
      Effect.gen(function* () {
        const retention = yield* Retention
        const orgs = yield* Effect.forEach(plans, (plan) =>
          Effect.gen(function* () {
            const { orgId } = yield* aRobot
            yield* setPlan(orgId, plan)
            return orgId
          })
        )
        const nowMs = yield* Clock.currentTimeMillis
        const days = Effect.fnUntraced(function* (kind: "history_days" | "audit_days") {
          const cutoffs = new Map((yield* retention.cutoffs(kind)).map(({ before, orgId }) => [orgId, before]))
          return orgs.map((orgId) => (nowMs - cutoffs.get(orgId)!.getTime()) / dayMs)
        })
        assert.deepStrictEqual(yield* days("history_days"), [7, 20, 20, 20])
        assert.deepStrictEqual(yield* days("audit_days"), [7, 10, 10, 10])
      })
    )
  }
)

layer(begun(OperatedApp), { timeout: "120 seconds" })("recording by plan", (it) => {
  for (const plan of plans) {
    it.effect(`${plan}: a sample as old as the plan keeps is recorded from the hello on, and an older one is not`, () =>
      Effect.gen(function* () {
        const { bridgeToken, orgId, robot } = yield* aRobot
        yield* setPlan(orgId, plan)
        const bridge = yield* connectBridge(bridgeToken)
        yield* bridge.next("config")
        const oldMs = (yield* Clock.currentTimeMillis) - kept[plan] * dayMs
        for (const timestamp_ms of [oldMs - 1, oldMs]) {
          bridge.send({ type: "datapoint", slug: "battery", value: 1, timestamp_ms, backfill: true })
        }
        yield* pass(bridge, 1_000)
        const rows = yield* eventually(keptRows(robot.id), ({ length }) => length > 0)
        assert.deepStrictEqual(
          rows.map(({ at }) => at),
          [oldMs]
        )
      })
    )
  }

  it.effect("a change of the plan reaches a robot that is connected within 30 s", () =>
    Effect.gen(function* () {
      const { bridgeToken, orgId, robot } = yield* aRobot
      const bridge = yield* connectBridge(bridgeToken)
      yield* bridge.next("config")
      yield* setPlan(orgId, "basic")
      const days = yield* HistoryDays
      yield* pass(bridge, 30_000)
      // The plan is read at the 30th second, and the database answers in its own time.
      yield* eventually(
        Effect.sync(() => days.of(orgId)),
        (kept) => kept === 7
      )
      const oldMs = (yield* Clock.currentTimeMillis) - 8 * dayMs
      bridge.send({ type: "datapoint", slug: "battery", value: 1, timestamp_ms: oldMs, backfill: true })
      bridge.send({ type: "datapoint", slug: "battery", value: 1, timestamp_ms: oldMs + 2 * dayMs, backfill: true })
      yield* pass(bridge, 1_000)
      const rows = yield* eventually(keptRows(robot.id), ({ length }) => length > 0)
      assert.deepStrictEqual(
        rows.map(({ at }) => at),
        [oldMs + 2 * dayMs]
      )
    })
  )
})

describe("the days of 10,000 orgs", () => {
  it.effect("the days of 10,000 orgs are read in one statement, and dropped twenty minutes after their last use", () =>
    Effect.gen(function* () {
      const orgIds = Array.from({ length: 10_000 }, () => OrgId.make(randomUUID()))
      const asked: Array<number> = []
      const row = {
        plan: "basic",
        currency: "eur",
        period_ends_at: null,
        addons: noAddons,
        terms: null,
        locked_at: null
      } as const
      const rows = (ids: ReadonlyArray<OrgId>) => ids.map((id) => ({ id, ...row }))
      const store = Layer.mock(PlanStore, {
        some: (ids) => Effect.sync(() => (asked.push(ids.length), rows(ids)))
      })
      const layer = HistoryDays.layer.pipe(Layer.provide(Retention.layer), Layer.provide([store, Settings.layerTest()]))
      const { entries, result: services } = yield* recordMaps(Layer.build(layer))
      const days = Context.get(services, HistoryDays)
      const idle = entries()
      for (const orgId of orgIds) yield* days.load(orgId)
      asked.length = 0
      for (const orgId of orgIds) yield* days.load(orgId)
      assert.deepStrictEqual(asked, [])
      assert.strictEqual(entries() - idle, 10_000)
      assert.strictEqual(days.of(orgIds[0]!), 7)
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(asked, [10_000])
      yield* TestClock.adjust("21 minutes")
      assert.strictEqual(entries() - idle, 0)
      // One that is asked about again is read again.
      assert.strictEqual(days.of(orgIds[0]!), 90)
      yield* Effect.yieldNow
      assert.strictEqual(days.of(orgIds[0]!), 7)
    }).pipe(Effect.scoped)
  )
})
