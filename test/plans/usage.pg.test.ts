import { assert, layer } from "@effect/vitest"
import { UsageCounterStore } from "@fleet/server/plans/UsageCounterStore"
import type { AppId, OrgId } from "@fleet/domain/Ids"
import type { UsageMetric } from "@fleet/domain/Usage"
import { Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"
import { makeEveryone, makeOrg } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, invalid, refusal } from "../support/wire.ts"

const usageOf = (as: string, query: string) => call("GET", `/api/org/usage${query}`, { as })

const put = (orgId: OrgId, counts: ReadonlyArray<readonly [AppId | null, UsageMetric, string, number]>) =>
  Effect.flatMap(UsageCounterStore, (store) =>
    store.put(counts.map(([appId, metric, day, value]) => ({ orgId, appId, metric, day, value, boot: randomUUID() })))
  )

layer(Layer.provideMerge(UsageCounterStore.layer, TestApp), { timeout: "60 seconds" })("GET /api/org/usage", (it) => {
  it.effect("GET /api/org/usage refuses what is no window of at most 366 days, by field and rule", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const refusals: ReadonlyArray<readonly [string, string, string]> = [
        ["", "from_day", "required"],
        ["?to_day=2026-11-01", "from_day", "required"],
        ["?from_day=2026-11-01", "to_day", "required"],
        ["?from_day=2026-02-29&to_day=2026-11-01", "from_day", "format"],
        ["?from_day=2026-2-1&to_day=2026-11-01", "from_day", "format"],
        ["?from_day=0000-01-01&to_day=0000-01-01", "from_day", "format"],
        ["?from_day=&to_day=2026-11-01", "from_day", "format"],
        ["?from_day=2026-11-01&to_day=2026-11-31", "to_day", "format"],
        ["?from_day=2026-11-01&to_day=2026-11-02T00:00:00Z", "to_day", "format"],
        ["?from_day=2026-11-02&to_day=2026-11-01", "to_day", "too_small"],
        ["?from_day=2025-01-01&to_day=2026-01-02", "to_day", "too_large"],
        ["?from_day=2026-11-01&to_day=2026-11-01&app_id=1", "app_id", "unknown"]
      ]
      for (const [query, field, rule] of refusals)
        assert.deepStrictEqual(refusal(yield* usageOf(owner.token, query)), invalid(field, rule), query)
      for (const query of [
        "?from_day=2025-01-01&to_day=2026-01-01",
        "?from_day=2024-02-29&to_day=2024-02-29",
        "?from_day=0001-01-01&to_day=0001-01-01",
        "?from_day=9999-12-31&to_day=9999-12-31"
      ])
        assert.deepStrictEqual((yield* usageOf(owner.token, query)).body.rows, [], query)
    })
  )

  it.effect("GET /api/org/usage answers rows by day, none of value 0 and none of another org or day", () =>
    Effect.gen(function* () {
      const {
        app: { id: appId },
        developer,
        orgId,
        owner
      } = yield* makeEveryone
      const other = yield* makeOrg
      yield* put(orgId, [
        [appId, "api_calls", "2026-11-03", 2],
        [appId, "api_calls", "2026-11-03", 5],
        [null, "api_calls", "2026-11-03", 1],
        [null, "asset_bytes", "2026-11-02", 70_000_000_000],
        [appId, "live_session_ms", "2026-11-02", 0],
        [null, "api_calls", "2026-11-01", 9],
        [null, "api_calls", "2026-11-04", 9]
      ])
      yield* put(other.orgId, [[null, "api_calls", "2026-11-03", 100]])
      const expected = {
        rows: [
          { app_id: null, app_name: null, metric: "asset_bytes", day: "2026-11-02", value: 70_000_000_000 },
          { app_id: null, app_name: null, metric: "api_calls", day: "2026-11-03", value: 1 },
          {
            app_id: appId,
            app_name: (yield* call("GET", `/api/apps/${appId}`, { as: owner.token })).body.name,
            metric: "api_calls",
            day: "2026-11-03",
            value: 7
          }
        ],
        from_day: "2026-11-02",
        to_day: "2026-11-03"
      }
      for (const { token } of [owner, developer]) {
        const { body, status } = yield* usageOf(token, "?from_day=2026-11-02&to_day=2026-11-03")
        assert.deepStrictEqual([status, body], [200, expected])
      }
      yield* call("DELETE", `/api/apps/${appId}`, { as: owner.token })
      const { rows } = (yield* usageOf(owner.token, "?from_day=2026-11-03&to_day=2026-11-03")).body
      assert.deepStrictEqual(rows[1], {
        app_id: appId,
        app_name: null,
        metric: "api_calls",
        day: "2026-11-03",
        value: 7
      })
    })
  )

  it.effect("GET /api/org/usage is for developers of the org alone", () =>
    Effect.gen(function* () {
      const { key, user } = yield* makeEveryone
      const query = "?from_day=2026-11-01&to_day=2026-11-01"
      for (const { token } of [key, user])
        assert.deepStrictEqual(refusal(yield* usageOf(token, query)), [401, "unauthorized"])
    })
  )
})
