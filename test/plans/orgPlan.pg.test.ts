import { assert, layer } from "@effect/vitest"
import { Plans } from "@fleet/server/plans/Plans"
import { Clock, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { lock, unlock } from "../org/lockWorld.ts"
import { makeEveryone, makeOrg } from "../support/people.ts"
import { testApp, TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { setPlan } from "./planWorld.ts"

const planOf = (as: string) => call("GET", "/api/org/plan", { as })

/** Begun in the last millisecond of a month. */
const Begun = Layer.unwrap(Effect.as(TestClock.setTime(Date.parse("2026-11-30T23:59:59.999Z")), TestApp))

const table = {
  basic: {
    limits: {
      seats: 1,
      robots: 1,
      apps: 1,
      app_users: 10,
      live_video_ms_per_month: 36_000_000,
      asset_bytes_per_robot: 1_000_000_000,
      history_days: 7,
      audit_days: 7
    },
    paid: { app_oidc: false, addons: false }
  },
  plus: {
    limits: {
      seats: 3,
      robots: 3,
      apps: 3,
      app_users: 25,
      live_video_ms_per_month: 360_000_000,
      asset_bytes_per_robot: 2_000_000_000,
      history_days: 30,
      audit_days: 30
    },
    paid: { app_oidc: true, addons: false }
  },
  pro: {
    limits: {
      seats: 5,
      robots: 5,
      apps: 5,
      app_users: 50,
      live_video_ms_per_month: 900_000_000,
      asset_bytes_per_robot: 3_000_000_000,
      history_days: 90,
      audit_days: 90
    },
    paid: { app_oidc: true, addons: true }
  },
  enterprise: {
    limits: {
      seats: null,
      robots: null,
      apps: null,
      app_users: null,
      live_video_ms_per_month: null,
      asset_bytes_per_robot: null,
      history_days: null,
      audit_days: null
    },
    paid: { app_oidc: true, addons: false }
  }
} as const
const plans = Object.keys(table) as Array<keyof typeof table>

layer(Begun, { timeout: "60 seconds" })("GET /api/org/plan", (it) => {
  for (const plan of plans) {
    it.effect(`${plan}: answers the limits, the features and what is used now`, () =>
      Effect.gen(function* () {
        const { developer, orgId, owner } = yield* makeEveryone
        yield* setPlan(orgId, plan)
        const { body, status } = yield* planOf(owner.token)
        assert.strictEqual(status, 200)
        const { limits, paid } = table[plan]
        assert.deepStrictEqual(body, {
          plan,
          currency: "eur",
          period_ends_at: "2026-12-01T00:00:00.000Z",
          addons: { seats: 0, robots: 0, apps: 0, app_user_packs: 0, live_video_packs: 0 },
          limits,
          features: {
            app_mcp: true,
            two_factor: true,
            require_two_factor: true,
            hosted_logo: true,
            audit_export: true,
            ...paid
          },
          usage: { seats: 2, robots: 1, apps: 1, app_users: 1, live_video_ms_this_month: 0, asset_bytes: 0 },
          pending_change: null,
          lock: null
        })
        assert.deepStrictEqual((yield* planOf(developer.token)).body, body)
      })
    )
  }

  it.effect("GET /api/org/plan answers since when a locked org is locked", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const since = new Date(yield* Clock.currentTimeMillis).toISOString()
      yield* lock(orgId)
      assert.deepStrictEqual((yield* planOf(owner.token)).body.lock, { reason: "payment", since })
      yield* unlock(orgId)
      assert.isNull((yield* planOf(owner.token)).body.lock)
    })
  )

  it.effect("GET /api/org/plan is for developers of the org alone", () =>
    Effect.gen(function* () {
      const { key, user } = yield* makeEveryone
      for (const { token } of [key, user]) {
        assert.deepStrictEqual(refusal(yield* planOf(token)), [401, "unauthorized"])
      }
      assert.deepStrictEqual(refusal(yield* call("GET", "/api/org/plan")), [401, "unauthorized"])
    })
  )
})

layer(TestApp, { timeout: "60 seconds" })("the operator's choice of a plan", (it) => {
  it.effect("an operator's change of plan is recorded once, in the audit log and in the org's activity", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      assert.deepStrictEqual(
        [yield* setPlan(orgId, "pro"), yield* setPlan(orgId, "pro"), yield* setPlan(orgId, "basic")],
        [true, false, true]
      )
      const { events } = (yield* call("GET", "/api/audit?action=org.plan_changed", { as: owner.token })).body
      assert.deepStrictEqual(
        events.map(({ actor, details, target }: any) => [actor.kind, target.id, details]),
        [
          ["platform", orgId, { from: "pro", to: "basic" }],
          ["platform", orgId, { from: "enterprise", to: "pro" }]
        ]
      )
    })
  )

  it.effect("plan_required names the feature, the plan and the next plan that has it", () =>
    Effect.gen(function* () {
      const { orgId } = yield* makeOrg
      const plans = yield* Plans
      const required = (feature: "app_oidc" | "addons") =>
        Effect.map(Effect.option(Effect.flip(plans.require(orgId, feature))), (refused) =>
          refused._tag === "None" ? null : [refused.value.code, refused.value.details]
        )
      yield* setPlan(orgId, "basic")
      assert.deepStrictEqual(yield* required("app_oidc"), [
        "plan_required",
        { feature: "app_oidc", plan: "basic", required_plan: "plus" }
      ])
      assert.deepStrictEqual(yield* required("addons"), [
        "plan_required",
        { feature: "addons", plan: "basic", required_plan: "pro" }
      ])
      yield* setPlan(orgId, "plus")
      assert.isNull(yield* required("app_oidc"))
      yield* setPlan(orgId, "pro")
      assert.isNull(yield* required("addons"))
      yield* setPlan(orgId, "enterprise")
      assert.deepStrictEqual(yield* required("addons"), [
        "plan_required",
        { feature: "addons", plan: "enterprise", required_plan: "enterprise" }
      ])
    })
  )

  it.effect("the plan of an org is restricted to the four plans by the database", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { orgId } = yield* makeOrg
      yield* Effect.flip(sql`UPDATE orgs SET plan = 'free' WHERE id = ${orgId}`)
    })
  )
})

layer(testApp({ historyDays: 10, auditDays: 20 }), { timeout: "60 seconds" })("a server that keeps less", (it) => {
  it.effect("GET /api/org/plan answers the lower of the server's days and the plan's, and null for no limit", () =>
    Effect.gen(function* () {
      const { orgId, owner } = yield* makeOrg
      const days: Array<unknown> = []
      for (const plan of plans) {
        yield* setPlan(orgId, plan)
        const { audit_days, history_days } = (yield* planOf(owner.token)).body.limits
        days.push([plan, history_days, audit_days])
      }
      assert.deepStrictEqual(days, [
        ["basic", 7, 7],
        ["plus", 10, 20],
        ["pro", 10, 20],
        ["enterprise", null, null]
      ])
    })
  )
})
