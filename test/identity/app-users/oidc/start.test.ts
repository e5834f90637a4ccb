import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { setPlan } from "../../../plans/planWorld.ts"
import { eventually } from "../../../robots/jobs/world.ts"
import { testAppWithMail } from "../../../support/MailSink.ts"
import { call, invalid, refusal } from "../../../support/wire.ts"
import { makeHostileProvider } from "./hostileProvider.ts"
import { begin, body, makeCranes, makeVerifier, OidcApp, origin, redirectUri, start, wide } from "./world.ts"

const makeStart = Effect.gen(function* () {
  const cranes = yield* makeCranes
  const idp = yield* makeHostileProvider
  const provider = yield* cranes.addProvider(idp.issuer)
  const { challenge } = makeVerifier()
  const ask = (rest: Readonly<Record<string, string | undefined>> = {}, slug = "acme") =>
    start(cranes, challenge, slug, rest)
  return { ...cranes, ask, challenge, idp, provider }
})

const badRedirect = [400, "invalid_redirect_uri"]

layer(OidcApp, { timeout: "60 seconds" })("the start of a sign-in through a provider", (it) => {
  it.effect("takes only pages of the app's origins to come back to, and refuses others first", () =>
    Effect.gen(function* () {
      const { ask, patch, provider, set, app } = yield* makeStart
      for (const right of [
        origin,
        `${origin}/`,
        `${origin}/a/b?c=d&e`,
        `${origin}/${"p".repeat(2000 - origin.length - 1)}`
      ])
        assert.strictEqual((yield* ask({ redirect_uri: right })).status, 302, right)
      const wrong = [
        "https://evil.example.com/signed-in",
        `${origin}.evil.example.com/`,
        `${origin}:8443/`,
        "http://cranes.example.com/signed-in",
        `https://user@cranes.example.com/`,
        `${redirectUri}#fragment`,
        "https:\\\\cranes.example.com",
        "//cranes.example.com/",
        "/signed-in",
        "cranes://signed-in",
        "javascript:alert(1)",
        "http://localhost:8787/app/x/sign-in/return",
        " "
      ]
      for (const redirect_uri of wrong) {
        for (const slug of ["acme", "unknown"]) {
          const answer = yield* ask({ redirect_uri }, slug)
          assert.deepStrictEqual(refusal(answer), badRedirect, redirect_uri)
          assert.isNull(answer.headers.get("location"))
        }
      }
      yield* patch(provider.id, { enabled: false })
      assert.deepStrictEqual(refusal(yield* ask({ redirect_uri: wrong[0] })), badRedirect)
      assert.deepStrictEqual(refusal(yield* ask()), [403, "provider_disabled"])
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE apps SET allowed_origins = '{}' WHERE id = ${app.id}`
      assert.deepStrictEqual(refusal(yield* ask()), badRedirect)
      yield* set({ name: "still there" })
    })
  )

  it.effect("is refused without a redirect: unknown, disabled, beyond the plan, unavailable, misconfigured", () =>
    Effect.gen(function* () {
      const world = yield* makeStart
      const { ask, idp } = world
      assert.deepStrictEqual(refusal(yield* ask({}, "unknown")), [404, "not_found"])
      assert.deepStrictEqual(refusal(yield* ask({ app_identifier: "app_unknown" })), [404, "not_found"])
      yield* setPlan(world.orgId, "basic")
      assert.deepStrictEqual(refusal(yield* ask()), [403, "provider_disabled"])
      const offered = yield* call("GET", `/api/client/providers?app_identifier=${world.app.identifier}`)
      assert.deepStrictEqual(offered.body.providers, [])
      yield* setPlan(world.orgId, "plus")
      assert.strictEqual((yield* ask()).status, 302)
      // What was read is kept for ten minutes.
      const discovery = "/.well-known/openid-configuration"
      idp.answers[discovery] = (request) => request.socket.destroy()
      yield* TestClock.adjust("599 seconds")
      assert.strictEqual((yield* ask()).status, 302)
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(refusal(yield* ask()), [502, "idp_unavailable"])
      idp.answers[discovery] = (_, response) => idp.reply(response, { issuer: "http://127.0.0.1:1" })
      assert.deepStrictEqual(refusal(yield* ask()), [422, "provider_misconfigured"])
      delete idp.answers[discovery]
      assert.strictEqual((yield* ask()).status, 302)
    })
  )

  it.effect("waits five seconds for a provider that is silent", () =>
    Effect.gen(function* () {
      const { ask, idp } = yield* makeStart
      yield* TestClock.adjust("10 minutes")
      let asked = 0
      idp.answers["/.well-known/openid-configuration"] = () => void asked++
      const waiting = yield* Effect.forkChild(ask(), { startImmediately: true })
      yield* eventually(
        Effect.sync(() => asked),
        (times) => times === 1
      )
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).status, 502)
    })
  )

  it.effect("asks the provider once for many sign-ins at once", () =>
    Effect.gen(function* () {
      const { ask, idp } = yield* makeStart
      yield* TestClock.adjust("10 minutes")
      const before = idp.server.requests.length
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => ask()),
        { concurrency: 10 }
      )
      assert.isTrue(answers.every(({ status }) => status === 302))
      assert.strictEqual(idp.server.requests.length - before, 1)
    })
  )

  it.effect("reads its query: its bounds, S256 alone, and no other key", () =>
    Effect.gen(function* () {
      const { ask } = yield* makeStart
      const wrong: ReadonlyArray<readonly [Record<string, string | undefined>, string, string]> = [
        [{ app_identifier: undefined }, "app_identifier", "required"],
        [{ redirect_uri: undefined }, "redirect_uri", "required"],
        [{ redirect_uri: "" }, "redirect_uri", "too_short"],
        [{ redirect_uri: `${origin}/${"p".repeat(2000 - origin.length)}` }, "redirect_uri", "too_long"],
        [{ state: undefined }, "state", "required"],
        [{ state: "s".repeat(7) }, "state", "too_short"],
        [{ state: "s".repeat(513) }, "state", "too_long"],
        [{ code_challenge: undefined }, "code_challenge", "required"],
        [{ code_challenge: "c".repeat(42) }, "code_challenge", "format"],
        [{ code_challenge: "c".repeat(129) }, "code_challenge", "format"],
        [{ code_challenge: "=".repeat(43) }, "code_challenge", "format"],
        [{ code_challenge_method: "plain" }, "code_challenge_method", "invalid_value"]
      ]
      for (const [rest, field, rule] of wrong)
        assert.deepStrictEqual(refusal(yield* ask(rest)), invalid(field, rule), JSON.stringify(rest))
      const right = [
        { state: "s".repeat(8) },
        { state: "s".repeat(512) },
        { code_challenge: "c".repeat(43) },
        { code_challenge: "c".repeat(128) },
        { code_challenge_method: "S256" },
        { prompt: "login" }
      ]
      for (const rest of right) assert.strictEqual((yield* ask(rest)).status, 302, JSON.stringify(rest))
    })
  )
})

const Guarded = testAppWithMail({ rateLimits: wide })

layer(Guarded, { timeout: "60 seconds" })("a provider that may not be reached", (it) => {
  it.effect("is unavailable, whatever its address looks like, when it is added and when it is used", () =>
    Effect.gen(function* () {
      const cranes = yield* makeCranes
      const idp = yield* makeHostileProvider
      const { port } = new URL(idp.issuer)
      const unreachable = [
        idp.issuer,
        `http://localhost:${port}`,
        `https://127.0.0.1:${port}`,
        `https://[::1]:${port}`,
        `https://2130706433:${port}`,
        "https://169.254.169.254/latest",
        "https://10.0.0.1",
        "https://[::ffff:127.0.0.1]",
        "http://93.184.216.34"
      ]
      for (const issuer of unreachable) {
        const answer = yield* call("POST", cranes.path, { as: cranes.as, body: body(issuer) })
        assert.deepStrictEqual(refusal(answer), [502, "idp_unavailable"], issuer)
      }
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO app_oidc_providers (id, org_id, app_id, slug, name, issuer, client_id, client_secret, scopes,
          link_verified_emails, enabled, created_at)
        VALUES (gen_random_uuid(), ${cranes.orgId}, ${cranes.app.id}, 'acme', 'Acme', ${idp.issuer}, 'c', '', '[]', true, true,
          now())`
      const { challenge } = makeVerifier()
      assert.deepStrictEqual(refusal(yield* start(cranes, challenge)), [502, "idp_unavailable"])
      assert.deepStrictEqual(idp.server.requests, [])
      assert.isTrue((yield* Effect.exit(begin(cranes)))._tag === "Failure")
    })
  )
})
