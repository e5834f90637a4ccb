import { assert, describe, it, layer } from "@effect/vitest"
import { RateLimitKeys } from "@fleet/server/platform/limits/RateLimitKeys"
import { RateLimits } from "@fleet/server/platform/limits/RateLimits"
import { RateLimitStore } from "@fleet/server/platform/limits/RateLimitStore"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { callerAddress } from "@fleet/server/platform/http/callerAddress"
import { RateLimitsText } from "@fleet/server/platform/settings/RateWindows"
import { Clock, Effect, Layer, Result, Schema } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"
import { makeEveryone, unique } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { call, refusal } from "../../support/wire.ts"

const tight = {
  client_login: { limit: 5, windowMs: 60_000 },
  client_login_account: { limit: 2, windowMs: 60_000 },
  session: { limit: 3, windowMs: 60_000 }
}
const minute = (limit: number) => ({ limit, windowMs: 60_000 })

/** One call of some key after some time, in steps that make calls fall together and on borders. */
const Step = Schema.Struct({
  afterMs: Schema.Literals([0, 0, 0, 1, 10, 33, 34, 100]),
  key: Schema.Literals(["a", "a", "b"])
})

/** What a window is: the calls that were let through, and of those the ones within the time. */
const model = (limit: number, windowMs: number) => {
  const calls: Record<string, Array<number>> = { a: [], b: [] }
  return (key: string, now: number) => {
    const within = calls[key]!.filter((at) => at > now - windowMs)
    if (within.length >= limit) return within[0]! + windowMs - now
    calls[key]!.push(now)
    return 0
  }
}

const stores = { "this process": RateLimitStore.memory, "the database": RateLimitStore.shared }

describe.each(Object.entries(stores))("windows counted by %s", (_, Store) => {
  const Limits = RateLimits.layer.pipe(
    Layer.provideMerge(Store),
    Layer.provideMerge(TestDatabase),
    Layer.provide(Settings.layerTest({ rateLimits: tight }))
  )

  layer(Limits)((it) => {
    it.effect("take their number, answer how long to wait, and do not count refusals", () =>
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

    it.effect.prop(
      "slide: whatever comes when, they answer as the list of all calls says",
      { steps: Schema.Array(Step).check(Schema.isMaxLength(40)), limit: Schema.Literals([1, 2, 3, 7]) },
      ({ limit, steps }) =>
        Effect.gen(function* () {
          const store = yield* RateLimitStore
          const expected = model(limit, 100)
          const run = unique()
          for (const { afterMs, key } of steps) {
            yield* TestClock.adjust(afterMs)
            const now = yield* Clock.currentTimeMillis
            assert.strictEqual(yield* store.take(`${run} ${key}`, { limit, windowMs: 100 }, now), expected(key, now))
          }
        })
    )

    it.effect("let exactly their number through of calls at the same time", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const key = unique()
        const waits = yield* Effect.all(
          Array.from({ length: 50 }, () => store.take(key, minute(10), 1_000)),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(waits.filter((wait) => wait === 0).length, 10)
        assert.deepStrictEqual([...new Set(waits)].sort(), [0, 60_000])
      })
    )

    it.effect("end within one window when the clock is set back", () =>
      Effect.gen(function* () {
        const store = yield* RateLimitStore
        const key = unique()
        assert.strictEqual(yield* store.take(key, minute(1), 9_000_000), 0)
        assert.strictEqual(yield* store.take(key, minute(1), 1_000), 60_000)
        assert.strictEqual(yield* store.take(key, minute(1), 31_000), 30_000)
        assert.strictEqual(yield* store.take(key, minute(1), 61_000), 0)
      })
    )
  })
})

layer(TestDatabase)("servers on one database", (it) => {
  const server = Layer.build(Layer.fresh(RateLimitStore.shared))

  it.effect("servers on one database count together, and a flood over the limit writes nothing", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [one, other] = yield* Effect.all([server, server])
      const take = (context: typeof one, now: number) =>
        Effect.flatMap(RateLimitStore, (store) => store.take("key", minute(4), now)).pipe(Effect.provide(context))
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, (_, index) => take(index % 2 === 0 ? one : other, 1_000)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter((wait) => wait === 0).length, 4)
      const version = Effect.map(
        sql<{ version: string }>`SELECT xmin::text AS version FROM rate_limit_windows`,
        (rows) => rows.map(({ version }) => version)
      )
      const before = yield* version
      for (let again = 0; again < 20; again++) assert.strictEqual(yield* take(one, 1_000 + again), 60_000 - again)
      assert.deepStrictEqual(yield* version, before)
      assert.strictEqual(yield* take(other, 61_000), 0)
    })
  )

  it.effect("servers on one database forget the windows that are over", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const keys = Effect.map(sql<{ key: string }>`SELECT key FROM rate_limit_windows ORDER BY key`, (rows) =>
        rows.map(({ key }) => key)
      )
      yield* sql`DELETE FROM rate_limit_windows`
      const store = yield* Effect.provide(RateLimitStore, yield* server)
      const now = yield* Clock.currentTimeMillis
      yield* store.take("a minute", minute(4), now)
      yield* store.take("a day", { limit: 4, windowMs: 86_400_000 }, now)
      assert.deepStrictEqual(yield* keys, ["a day", "a minute"])
      yield* TestClock.adjust("5 minutes")
      const only = (left: number): typeof keys =>
        Effect.flatMap(keys, (found) => (found.length <= left ? Effect.succeed(found) : only(left)))
      assert.deepStrictEqual(yield* only(1), ["a day"])
    })
  )
})

describe("the keys of a flood", () => {
  it("the keys of a flood are remembered up to a number, the ones that were set last", () => {
    const keys = new RateLimitKeys<number>(3)
    for (const key of ["a", "b", "c", "a", "d"]) keys.set(key, 1)
    assert.deepStrictEqual(
      ["a", "b", "c", "d"].map((key) => keys.get(key)),
      [1, undefined, 1, 1]
    )
  })

  it("the keys of a flood are forgotten when they are over, also those behind one that is not", () => {
    const keys = new RateLimitKeys<number>()
    for (const [key, at] of [
      ["day", 20],
      ["a", 10],
      ["b", 10]
    ] as const) {
      keys.set(key, at)
    }
    keys.forget((at) => at === 10)
    assert.deepStrictEqual(
      ["day", "a", "b"].map((key) => keys.get(key)),
      [20, undefined, undefined]
    )
  })
})

layer(testApp({ rateLimits: tight }), { timeout: "60 seconds" })("a limited route", (it) => {
  it.effect("a limited route counts sign-ins by account, and by the caller's address before the body is read", () =>
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

  it.effect("a limited route counts refreshes and logouts of both spaces together", () =>
    Effect.gen(function* () {
      const body = { refresh_token: "nobody's" }
      assert.strictEqual((yield* call("POST", "/api/auth/refresh", { body })).status, 401)
      assert.strictEqual((yield* call("POST", "/api/auth/logout", { body })).status, 204)
      assert.strictEqual((yield* call("POST", "/api/client/refresh", { body })).status, 401)
      const [status, code] = refusal(yield* call("POST", "/api/client/logout", { body }))
      assert.deepStrictEqual([status, code], [429, "rate_limited"])
    })
  )
})

const writtenWindows = Schema.decodeUnknownResult(RateLimitsText)

layer(testApp({ trustedProxies: 1, rateLimits: { session: { limit: 1, windowMs: 60_000 } } }), {
  timeout: "60 seconds"
})("behind a proxy", (it) => {
  it.effect("a limit counts the address that the trusted proxy saw, and not what the caller wrote before it", () =>
    Effect.gen(function* () {
      const refresh = (forwarded: string) =>
        Effect.map(
          call("POST", "/api/auth/refresh", {
            body: { refresh_token: "nobody's" },
            headers: { "x-forwarded-for": forwarded }
          }),
          ({ status }) => status
        )
      assert.strictEqual(yield* refresh("198.51.100.1"), 401)
      assert.strictEqual(yield* refresh("198.51.100.2"), 401)
      assert.strictEqual(yield* refresh("203.0.113.9, 198.51.100.1"), 429)
    })
  )
})

describe("the caller's address", () => {
  it.for([
    ["the peer without trusted proxies", "10.0.0.1", "1.1.1.1", 0, "10.0.0.1"],
    ["the last address for one proxy", "10.0.0.1", "1.1.1.1, 2.2.2.2", 1, "2.2.2.2"],
    ["the one before it for two", "10.0.0.1", "1.1.1.1, 2.2.2.2", 2, "1.1.1.1"],
    ["the first when there are fewer than proxies", "10.0.0.1", "1.1.1.1", 3, "1.1.1.1"],
    ["the peer when a proxy wrote nothing", "10.0.0.1", "", 1, "10.0.0.1"],
    ["the peer when a proxy wrote no address", "10.0.0.1", "unknown", 1, "10.0.0.1"],
    ["without the port that a proxy wrote", "10.0.0.1", "2.2.2.2:4711", 1, "2.2.2.2"],
    ["IPv4 when it is written as IPv6", "::ffff:192.0.2.7", undefined, 0, "192.0.2.7"],
    ["IPv4 when a proxy wrote it so", "10.0.0.1", "::FFFF:c000:207", 1, "192.0.2.7"],
    ["a network of IPv6", "2001:db8:0:7:1:2:3:4", undefined, 0, "2001:db8:0:7::/64"],
    ["the same network however it is written", "::1", "[2001:0DB8::7:ffff:0:0:1]:443", 1, "2001:db8:0:7::/64"],
    ["the network of a link, without its name", "fe80::1%eth0", undefined, 0, "fe80:0:0:0::/64"],
    ["this computer's", "::1", undefined, 0, "0:0:0:0::/64"],
    ["a word when there is none", undefined, undefined, 1, "unknown"]
  ] as const)("the caller's address is %s", ([, peer, forwardedFor, hops, expected]) => {
    assert.strictEqual(callerAddress(peer, forwardedFor, hops), expected)
  })
})

describe("RATE_LIMITS", () => {
  it("RATE_LIMITS names buckets and calls a minute", () => {
    assert.deepStrictEqual(Result.getOrThrow(writtenWindows("client_login=120, waitlist=1")), {
      client_login: { limit: 120, windowMs: 60_000 },
      waitlist: { limit: 1, windowMs: 60_000 }
    })
  })

  it.for(["nothing=1", "waitlist=0", "waitlist", "waitlist=-1", "waitlist=1.5", "toString=1"])(
    "RATE_LIMITS refuses %s",
    (text) => {
      assert.isTrue(Result.isFailure(writtenWindows(text)))
    }
  )
})
