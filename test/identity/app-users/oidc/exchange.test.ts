import { assert, layer } from "@effect/vitest"
import { testAppWithMail } from "../../../support/MailSink.ts"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { unique } from "../../../support/people.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { makeHostileProvider } from "./hostileProvider.ts"
import { begin, comeBack, exchange, makeCranes, makeVerifier, OidcApp, origin, start } from "./world.ts"

const makeCodes = Effect.gen(function* () {
  const cranes = yield* makeCranes
  const idp = yield* makeHostileProvider
  const provider = yield* cranes.addProvider(idp.issuer)
  idp.claims = { email: `ann-${unique()}@example.com`, email_verified: true }
  const issue = Effect.gen(function* () {
    const { at, verifier } = yield* begin(cranes)
    const { to } = yield* comeBack(idp.comingBack(at))
    return { code: to!.searchParams.get("code")!, verifier }
  })
  return { ...cranes, idp, issue, provider }
})

const spent = [410, "token_spent"]

layer(OidcApp, { timeout: "60 seconds" })("the code of a sign-in through a provider", (it) => {
  it.effect("gives a session once, to the holder of the verifier", () =>
    Effect.gen(function* () {
      const { issue } = yield* makeCodes
      const { code, verifier } = yield* issue
      const answer = yield* exchange(code, verifier)
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: answer.body.access_token })).status, 200)
      assert.deepStrictEqual(refusal(yield* exchange(code, verifier)), spent)
      // Used again, it does not end the session.
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: answer.body.access_token })).status, 200)
    })
  )

  it.effect("is spent by a wrong verifier", () =>
    Effect.gen(function* () {
      const { issue } = yield* makeCodes
      const { code, verifier } = yield* issue
      assert.deepStrictEqual(refusal(yield* exchange(code, makeVerifier().verifier)), spent)
      assert.deepStrictEqual(refusal(yield* exchange(code, verifier)), spent)
      assert.deepStrictEqual(refusal(yield* exchange("unknown", verifier)), spent)
    })
  )

  it.effect("is good for less than a minute", () =>
    Effect.gen(function* () {
      const { issue } = yield* makeCodes
      const [one, other] = [yield* issue, yield* issue]
      yield* TestClock.adjust("59999 millis")
      assert.strictEqual((yield* exchange(one.code, one.verifier)).status, 200)
      yield* TestClock.adjust("1 milli")
      assert.deepStrictEqual(refusal(yield* exchange(other.code, other.verifier)), spent)
    })
  )

  it.effect("gives one session to fifty calls at once", () =>
    Effect.gen(function* () {
      const { issue } = yield* makeCodes
      const { code, verifier } = yield* issue
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, () => exchange(code, verifier)),
        { concurrency: 50 }
      )
      assert.deepStrictEqual(
        answers.map(({ status }) => status).sort((left, right) => left - right),
        [200, ...Array(49).fill(410)]
      )
    })
  )

  it.effect("is read strictly: its bounds, and no other key", () =>
    Effect.gen(function* () {
      const { verifier } = makeVerifier()
      const ask = (body: unknown) => Effect.map(call("POST", "/api/client/oidc/exchange", { body }), refusal)
      assert.deepStrictEqual(yield* ask({ code: "c".repeat(200), code_verifier: verifier }), spent)
      assert.deepStrictEqual(
        yield* ask({ code: "c".repeat(201), code_verifier: verifier }),
        invalid("code", "too_long")
      )
      assert.deepStrictEqual(yield* ask({ code: "", code_verifier: verifier }), invalid("code", "too_short"))
      assert.deepStrictEqual(yield* ask({ code_verifier: verifier }), invalid("code", "required"))
      for (const length of [43, 128])
        assert.deepStrictEqual(yield* ask({ code: "c", code_verifier: "~".repeat(length) }), spent)
      for (const wrong of ["v".repeat(42), "v".repeat(129), "+".repeat(43)])
        assert.deepStrictEqual(yield* ask({ code: "c", code_verifier: wrong }), invalid("code_verifier", "format"))
      const more = { code: "c", code_verifier: verifier, app_identifier: "x" }
      assert.deepStrictEqual(yield* ask(more), invalid("app_identifier", "unknown"))
    })
  )

  it.effect("is kept, like a sign-in under way, only until the next sweep after its end", () =>
    Effect.gen(function* () {
      const world = yield* makeCodes
      const sql = yield* SqlClient.SqlClient
      yield* world.issue
      yield* begin(world)
      const count = Effect.map(
        sql<{ count: number }>`
          SELECT ((SELECT count(*) FROM oidc_codes) + (SELECT count(*) FROM oidc_interactions))::int AS count`,
        ([row]) => row!.count
      )
      assert.isAbove(yield* count, 1)
      yield* TestClock.adjust("25 minutes")
      yield* Effect.repeat(count, { until: (left) => left === 0 })
    })
  )

  it.effect("and all before it is stored as hashes, and the client secret sealed", () =>
    Effect.gen(function* () {
      const world = yield* makeCodes
      const sql = yield* SqlClient.SqlClient
      const { code, verifier } = yield* world.issue
      const { at } = yield* begin(world)
      const asked = new URL(at).searchParams
      const rows = yield* sql<{ row: string }>`
        SELECT t::text AS row FROM oidc_codes t UNION ALL SELECT t::text FROM oidc_interactions t
        UNION ALL SELECT t::text || encode(client_secret, 'escape') FROM app_oidc_providers t`
      const all = rows.map(({ row }) => row).join("\n")
      for (const secret of [code, verifier, asked.get("state")!, asked.get("nonce")!, "a secret of the fleet"])
        assert.isFalse(all.includes(secret))
    })
  )
})

layer(testAppWithMail({ outboundAllow: ["127.0.0.0/8"] }), { timeout: "60 seconds" })(
  "sign-ins through providers",
  (it) => {
    it.effect("are limited to thirty a minute for each step and address", () =>
      Effect.gen(function* () {
        const world = yield* makeCodes
        const { challenge, verifier } = makeVerifier()
        const steps = {
          start: Effect.map(start(world, challenge), ({ status }) => status),
          callback: Effect.map(comeBack({ search: "?state=unknown" }), ({ status }) => status),
          exchange: Effect.map(exchange("unknown", verifier), ({ status }) => status)
        }
        for (const [name, step] of Object.entries(steps)) {
          const statuses = yield* Effect.forEach(Array.from({ length: 31 }), () => step)
          assert.strictEqual(statuses.indexOf(429), 30, name)
        }
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* steps.start, 302)
      })
    )

    it.effect("answer the app's origin, and no other", () =>
      Effect.gen(function* () {
        const world = yield* makeCodes
        const { code, verifier } = yield* world.issue
        const ask = (from: string, code: string) =>
          Effect.map(
            call("POST", "/api/client/oidc/exchange", {
              headers: { origin: from },
              body: { code, code_verifier: verifier }
            }),
            ({ headers }) => headers.get("access-control-allow-origin")
          )
        assert.strictEqual(yield* ask(origin, "unknown"), origin)
        assert.isNull(yield* ask("https://evil.example.com", "unknown"))
        assert.strictEqual(yield* ask(origin, code), origin)
      })
    )
  }
)
