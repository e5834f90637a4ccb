import { assert, layer } from "@effect/vitest"
import type { UsageMetric } from "@fleet/domain/Usage"
import { UsageCounters } from "@fleet/server/plans/UsageCounters"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { ask } from "../mcp/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { connect, makeMcpApp } from "../support/mcp.ts"
import { makeEveryone, makeOrg } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const [today, tomorrow] = ["2026-11-24", "2026-11-25"]
const query = `from_day=${today}&to_day=${tomorrow}`

/** Begun 20 s before a UTC midnight. */
const begunLate = (app: typeof TestApp) =>
  Layer.unwrap(Effect.as(TestClock.setTime(Date.parse(`${today}T23:59:40.000Z`)), app))

const rowsOf = Effect.fnUntraced(function* (as: string, metric: UsageMetric) {
  yield* (yield* UsageCounters).flush
  const { body } = yield* call("GET", `/api/org/usage?${query}`, { as })
  return body.rows
    .filter((row: any) => row.metric === metric)
    .map(({ app_id, day, value }: any) => [app_id, day, value]) as ReadonlyArray<
    readonly [string | null, string, number]
  >
})

/** What of today is counted without an app, and of an app. */
const callsOf = (as: string, appId: string | null) =>
  Effect.map(rowsOf(as, "api_calls"), (rows) => rows.find(([app]) => app === appId)?.[2] ?? 0)

layer(begunLate(TestApp), { timeout: "60 seconds" })("api_calls", (it) => {
  it.effect("api_calls are requests with a valid bearer or key, direct reads and others alike, by app", () =>
    Effect.gen(function* () {
      const { app, key, orgId, owner, robot, user } = yield* makeEveryone
      assert.strictEqual(yield* callsOf(owner.token, null), 0)
      // The read itself is counted once its status is known.
      assert.strictEqual(yield* callsOf(owner.token, null), 1)
      const own: ReadonlyArray<readonly [string, string, object?]> = [
        ["GET", `/api/robots/${robot.id}`],
        ["GET", "/api/robots/no-uuid"],
        ["GET", `/api/robots/${orgId}`],
        ["GET", "/api/audit/export"],
        ["POST", "/api/robots", {}]
      ]
      const before = yield* callsOf(owner.token, null)
      for (const [method, path, body] of own) yield* call(method, path, { as: owner.token, body })
      assert.strictEqual(yield* callsOf(owner.token, null), before + own.length + 1)
      for (const { token } of [key, user, user]) yield* call("GET", `/api/robots/${robot.id}/datapoints`, { as: token })
      yield* call("GET", "/api/org/plan", { as: key.token })
      assert.strictEqual(yield* callsOf(owner.token, app.id), 4)
    })
  )

  it.effect("api_calls leave out requests without a valid bearer, and those that are known by their body", () =>
    Effect.gen(function* () {
      const { owner, robot } = yield* makeEveryone
      const before = yield* callsOf(owner.token, null)
      yield* call("GET", `/api/robots/${robot.id}`)
      yield* call("GET", `/api/robots/${robot.id}`, { as: "no-token" })
      yield* call("POST", "/api/auth/login", { body: { email: owner.email, password: "wrong wrong wrong" } })
      yield* call("POST", "/api/auth/refresh", { body: { refresh_token: owner.refreshToken } })
      yield* call("GET", "/api/health")
      yield* call("OPTIONS", `/api/robots/${robot.id}`, { as: owner.token })
      yield* call("GET", "/api/no/such/route", { as: owner.token })
      assert.strictEqual(yield* callsOf(owner.token, null), before + 1)
    })
  )

  it.effect("api_calls count POSTs of MCP with a valid bearer, whatever they are answered", () =>
    Effect.gen(function* () {
      const { app, owner, path, user } = yield* makeMcpApp
      const { access } = yield* connect(path, user.token)
      const before = yield* callsOf(owner.token, app.id)
      yield* ask(path, access, "tools/list")
      yield* ask(path, access, "no/method")
      yield* ask(path, undefined, "tools/list")
      yield* ask(path, "no-token", "tools/list")
      yield* call("GET", path, { as: access })
      assert.strictEqual(yield* callsOf(owner.token, app.id), before + 2)
    })
  )

  it.effect("api_calls leave out what is answered 429, and count what is refused otherwise", () =>
    Effect.gen(function* () {
      const { app, owner, user } = yield* makeMcpApp
      const path = "/api/client/mcp/interactions/00000000-0000-4000-8000-000000000000/approve"
      const before = yield* callsOf(owner.token, app.id)
      const statuses = yield* Effect.replicateEffect(
        Effect.map(call("POST", path, { as: user.token }), ({ status }) => status),
        32
      )
      assert.deepStrictEqual(statuses.slice(29), [410, 429, 429])
      assert.strictEqual(yield* callsOf(owner.token, app.id), before + 30)
    })
  )
})

layer(begunLate(TestApp), { timeout: "60 seconds" })("robot_online_ms", (it) => {
  it.effect("robot_online_ms run from hello_ok to the end of the socket, each on its UTC day, across a hand-over", () =>
    Effect.gen(function* () {
      const { bridgeToken, owner } = yield* makeEveryone
      const other = yield* makeOrg
      const first = yield* connectBridge(bridgeToken)
      yield* TestClock.adjust("5 seconds")
      const second = yield* connectBridge(bridgeToken)
      yield* first.closeCode
      yield* TestClock.adjust("25 seconds")
      const online = rowsOf(owner.token, "robot_online_ms")
      assert.deepStrictEqual(yield* online, [
        [null, today, 20_000],
        [null, tomorrow, 10_000]
      ])
      yield* second.leave
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* online, [
        [null, today, 20_000],
        [null, tomorrow, 10_000]
      ])
      assert.deepStrictEqual(yield* rowsOf(other.owner.token, "robot_online_ms"), [])
    })
  )
})
