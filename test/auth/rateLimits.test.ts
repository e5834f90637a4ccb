import { assert, layer } from "@effect/vitest"
import { RateLimits, RateLimitTable } from "@fleet/server/auth/RateLimits"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { makeEveryone, unique } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

const tight = Layer.succeed(RateLimitTable, {
  client_login: { limit: 5, windowMs: 60_000 },
  client_login_account: { limit: 2, windowMs: 60_000 },
  session: { limit: 3, windowMs: 60_000 }
})

layer(RateLimits.layer.pipe(Layer.provide(tight)))("a sliding window", (it) => {
  it.effect("lets its number through, says how long to wait, and does not count what it refused", () =>
    Effect.gen(function* () {
      const limits = yield* RateLimits
      yield* limits.take("client_login_account", "a")
      yield* TestClock.adjust("20 seconds")
      yield* limits.take("client_login_account", "a")
      yield* TestClock.adjust("10 seconds")
      for (let again = 0; again < 3; again++) {
        const { details } = yield* Effect.flip(limits.take("client_login_account", "a"))
        assert.deepStrictEqual(details, { retry_after_ms: 30_000 })
      }
      yield* limits.take("client_login_account", "b")
      yield* TestClock.adjust("30 seconds")
      yield* limits.take("client_login_account", "a")
      const { details } = yield* Effect.flip(limits.take("client_login_account", "a"))
      assert.deepStrictEqual(details, { retry_after_ms: 20_000 })
    })
  )
})

layer(TestApp.pipe(Layer.provide(tight)), { excludeTestServices: true, timeout: "60 seconds" })(
  "a limited route",
  (it) => {
    it.effect("counts sign-ins by app and address, and by the caller's address before it reads anything", () =>
      Effect.gen(function* () {
        const { app, user } = yield* makeEveryone
        const login = (email: string) =>
          call("POST", "/api/client/login", { body: { app_identifier: app.identifier, email, password: "wrong" } })
        assert.strictEqual((yield* login(user.email)).status, 401)
        assert.strictEqual((yield* login(user.email.toUpperCase())).status, 401)
        const third = yield* login(user.email)
        assert.strictEqual(third.status, 429)
        assert.deepStrictEqual(Object.keys(third.body.details), ["retry_after_ms"])
        assert.isAbove(third.body.details.retry_after_ms, 0)
        assert.isNull(third.headers.get("retry-after"))
        assert.strictEqual((yield* login(`${unique()}@example.com`)).status, 401)
        assert.strictEqual((yield* login(`${unique()}@example.com`)).status, 401)
        const malformed = yield* call("POST", "/api/client/login", { body: "{" })
        assert.strictEqual(malformed.status, 429)
      })
    )

    it.effect("counts refreshes and logouts of both spaces together", () =>
      Effect.gen(function* () {
        const body = { refresh_token: "nobody's" }
        assert.strictEqual((yield* call("POST", "/api/auth/refresh", { body })).status, 401)
        assert.strictEqual((yield* call("POST", "/api/auth/logout", { body })).status, 204)
        assert.strictEqual((yield* call("POST", "/api/client/refresh", { body })).status, 401)
        const [status, code] = refusal(yield* call("POST", "/api/client/logout", { body }))
        assert.deepStrictEqual([status, code], [429, "rate_limited"])
      })
    )
  }
)
