import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { eventually } from "../../../robots/jobs/world.ts"
import { unique } from "../../../support/people.ts"
import { call } from "../../../support/wire.ts"
import { makeHostileProvider, signatures } from "./hostileProvider.ts"
import { begin, comeBack, exchange, makeCranes, OidcApp, outcome, userOf } from "./world.ts"

const makeHostile = Effect.gen(function* () {
  const cranes = yield* makeCranes
  const idp = yield* makeHostileProvider
  const provider = yield* cranes.addProvider(idp.issuer)
  idp.claims = { email: `eve-${unique()}@example.com`, email_verified: true }
  const come = Effect.fnUntraced(function* (rest?: Readonly<Record<string, string>>) {
    const { at, verifier } = yield* begin(cranes)
    const { status, to } = yield* comeBack(idp.comingBack(at, rest))
    return { status, verifier, outcome: outcome(to), code: to?.searchParams.get("code") ?? "" }
  })
  const outcomeOf = (rest?: Readonly<Record<string, string>>) => Effect.map(come(rest), ({ outcome }) => outcome)
  return { ...cranes, come, idp, outcomeOf, provider }
})

const hourAgo = () => Math.floor(Date.now() / 1000) - 3600

layer(OidcApp, { timeout: "60 seconds" })("a provider's answer", (it) => {
  it.effect("a token that does not verify signs nobody in", () =>
    Effect.gen(function* () {
      const { idp, outcomeOf } = yield* makeHostile
      const [right, header] = [idp.claims, idp.header]
      assert.strictEqual(yield* outcomeOf(), "code")
      const wrongClaims: Readonly<Record<string, Record<string, unknown>>> = {
        issuer: { iss: "http://127.0.0.1:1" },
        audience: { aud: "somebody-else" },
        "authorized party": { aud: ["fleet", "other"], azp: "other" },
        nonce: { nonce: "another" },
        "no nonce": { nonce: undefined },
        expired: { exp: hourAgo(), iat: hourAgo() - 60 },
        "no expiry": { exp: undefined },
        "not yet": { nbf: hourAgo() + 7200 }
      }
      for (const [name, wrong] of Object.entries(wrongClaims)) {
        idp.claims = { ...right, ...wrong }
        assert.strictEqual(yield* outcomeOf(), "exchange_failed", name)
      }
      idp.claims = right
      const wrongSignatures: Readonly<Record<string, readonly [Record<string, unknown>, typeof idp.signature]>> = {
        "another key": [header, idp.otherKey],
        none: [{ alg: "none" }, signatures.none],
        "the client's secret": [{ alg: "HS256" }, signatures.byClientSecret],
        "an unknown key": [{ alg: "RS256", kid: "x" }, signatures.right],
        "another algorithm": [{ alg: "PS256", kid: "k" }, signatures.right]
      }
      for (const [name, [wrong, signature]] of Object.entries(wrongSignatures)) {
        idp.header = wrong
        idp.signature = signature
        assert.strictEqual(yield* outcomeOf(), "exchange_failed", name)
      }
      idp.header = header
      idp.signature = signatures.right
      assert.strictEqual(yield* outcomeOf(), "code")
    })
  )

  it.effect(
    "a token endpoint that refuses, or says what is no token, is exchange_failed; one that is gone is not",
    () =>
      Effect.gen(function* () {
        const { idp, outcomeOf } = yield* makeHostile
        const told: Readonly<Record<string, readonly [status: number, body: unknown]>> = {
          refused: [400, { error: "invalid_grant" }],
          broken: [500, { error: "server_error" }],
          text: [200, "no JSON"],
          "no token": [200, { access_token: "a", token_type: "Bearer" }],
          moved: [302, {}],
          "too large": [200, { access_token: "a".repeat(70_000), token_type: "Bearer", id_token: "a" }]
        }
        for (const [name, [status, body]] of Object.entries(told)) {
          idp.answers["/token"] = (_, response) => idp.reply(response, body, status)
          assert.strictEqual(yield* outcomeOf(), "exchange_failed", name)
        }
        idp.answers["/token"] = (request) => request.socket.destroy()
        assert.strictEqual(yield* outcomeOf(), "idp_unavailable")
        delete idp.answers["/token"]
        idp.answers["/jwks"] = (request) => request.socket.destroy()
        assert.strictEqual(yield* outcomeOf(), "idp_unavailable")
        idp.answers["/jwks"] = (_, response) => idp.reply(response, { keys: "none" })
        assert.strictEqual(yield* outcomeOf(), "exchange_failed")
      })
  )

  it.effect("a provider that says nothing is given up after five seconds", () =>
    Effect.gen(function* () {
      const { idp, outcomeOf } = yield* makeHostile
      let asked = false
      idp.answers["/token"] = () => void (asked = true)
      const waiting = yield* Effect.forkChild(outcomeOf(), { startImmediately: true })
      yield* eventually(
        Effect.sync(() => asked),
        (is) => is
      )
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(waiting), "idp_unavailable")
    })
  )

  it.effect("claims without a subject or an address are incomplete, and an address must be verified", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      const { idp, outcomeOf } = world
      const email = `eve-${unique()}@example.com`
      const cases: ReadonlyArray<readonly [claims: Record<string, unknown>, outcome: string]> = [
        [{ sub: undefined, email, email_verified: true }, "claims_incomplete"],
        [{ sub: "", email, email_verified: true }, "claims_incomplete"],
        [{ sub: "s".repeat(256), email, email_verified: true }, "claims_incomplete"],
        [{ sub: "a\u0000b", email, email_verified: true }, "claims_incomplete"],
        [{ email: undefined }, "claims_incomplete"],
        [{ email: "no address", email_verified: true }, "claims_incomplete"],
        [{ email: 7, email_verified: true }, "claims_incomplete"],
        [{ email }, "email_unverified"],
        [{ email, email_verified: false }, "email_unverified"],
        [{ email, email_verified: "false" }, "email_unverified"],
        [{ email, email_verified: 1 }, "email_unverified"],
        [{ email, email_verified: "true", sub: "s".repeat(255), name: "\u0000" }, "code"]
      ]
      for (const [claims, expected] of cases) {
        idp.claims = claims
        assert.strictEqual(yield* outcomeOf(), expected, JSON.stringify(claims))
      }
      assert.isNull((yield* userOf(world, email)).display_name)
    })
  )

  it.effect("the word on an address is that of its own caller, never of another address", () =>
    Effect.gen(function* () {
      const { idp, outcomeOf } = yield* makeHostile
      const victim = `victim-${unique()}@example.com`
      idp.claims = { email: victim, email_verified: false }
      idp.userInfo = { email: `own-${unique()}@example.com`, email_verified: true }
      assert.strictEqual(yield* outcomeOf(), "email_unverified")
      idp.claims = { email_verified: true }
      idp.userInfo = { email: victim }
      assert.strictEqual(yield* outcomeOf(), "email_unverified")
      idp.userInfo = { sub: "another", email: victim, email_verified: true }
      assert.strictEqual(yield* outcomeOf(), "exchange_failed")
    })
  )

  it.effect("what the browser brings is checked: cancelled, empty, twice, by another issuer, unreadable", () =>
    Effect.gen(function* () {
      const { idp, outcomeOf } = yield* makeHostile
      assert.strictEqual(yield* outcomeOf({ error: "access_denied", error_description: "no" }), "exchange_failed")
      assert.strictEqual(yield* outcomeOf({ error: "access_denied", code: "c" }), "exchange_failed")
      assert.strictEqual(yield* outcomeOf({}), "invalid_request")
      assert.strictEqual(yield* outcomeOf({ code: "" }), "invalid_request")
      assert.strictEqual(yield* outcomeOf({ code: "c".repeat(2001) }), "invalid_request")
      assert.strictEqual(yield* outcomeOf({ code: "c".repeat(2000) }), "code")
      assert.strictEqual(yield* outcomeOf({ code: "c", iss: "https://accounts.example.com" }), "exchange_failed")
      assert.strictEqual(yield* outcomeOf({ code: "c", iss: idp.issuer }), "code")
      assert.strictEqual(yield* outcomeOf({ code: "c", session_state: "unknown keys are ignored" }), "code")
    })
  )

  it.effect("a state is good once, for ten minutes, and every outcome spends it", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      const { idp } = world
      const twice = Effect.fnUntraced(function* (rest?: Readonly<Record<string, string>>) {
        const { at } = yield* begin(world)
        const back = idp.comingBack(at, rest)
        yield* comeBack(back)
        return yield* comeBack(back)
      })
      for (const rest of [undefined, { error: "access_denied" }, {}]) {
        const { body, headers, status } = yield* twice(rest)
        assert.strictEqual(status, 400)
        assert.match(headers.get("content-type")!, /^text\/html/)
        assert.match(headers.get("content-security-policy")!, /frame-ancestors 'none'/)
        assert.include(body, "This sign-in is over")
      }
      for (const search of ["", "?state=", "?state=unknown&code=c", `?state=${"s".repeat(513)}`, "?state=a&state=b"]) {
        assert.strictEqual((yield* comeBack({ search })).status, 400, search)
      }
      const german = yield* call("GET", "/api/client/oidc/callback", { headers: { "accept-language": "de" } })
      assert.include(german.body, "Diese Anmeldung ist vorbei")
      const [early, late] = [yield* begin(world), yield* begin(world)]
      yield* TestClock.adjust("599999 millis")
      assert.strictEqual((yield* comeBack(idp.comingBack(early.at))).status, 302)
      yield* TestClock.adjust("1 milli")
      assert.strictEqual((yield* comeBack(idp.comingBack(late.at))).status, 400)
    })
  )

  it.effect("of many callbacks with one state one goes on", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      const { at } = yield* begin(world)
      const back = world.idp.comingBack(at)
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => comeBack(back)),
        { concurrency: 20 }
      )
      assert.deepStrictEqual(answers.map(({ status }) => status).sort(), [302, ...Array(19).fill(400)])
    })
  )

  it.effect("a code of one provider is never shown to another", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      const evil = yield* makeHostileProvider
      yield* world.addProvider(evil.issuer, { slug: "evil" })
      const { at } = yield* begin(world)
      // The honest provider's code arrives with the state that was made for the evil one.
      const { at: evilAt } = yield* begin(world, "evil")
      evil.comingBack(evilAt)
      const mixed = world.idp.comingBack(evilAt, { code: "honest-code", iss: world.idp.issuer })
      assert.strictEqual(outcome((yield* comeBack(mixed)).to), "exchange_failed")
      assert.isFalse(evil.server.requests.some((each) => each.startsWith("POST")))
      // And where the provider got another issuer meanwhile.
      const back = world.idp.comingBack(at)
      const patched = yield* world.patch(world.provider.id, { issuer: evil.issuer })
      assert.strictEqual(patched.status, 200)
      assert.strictEqual(outcome((yield* comeBack(back)).to), "exchange_failed")
      assert.isFalse(evil.server.requests.some((each) => each.startsWith("POST")))
    })
  )

  it.effect("a provider that was disabled or deleted meanwhile signs nobody in", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      const { as, idp, path, provider } = world
      const [first, second] = [yield* begin(world), yield* begin(world)]
      const issued = yield* world.come()
      yield* world.patch(provider.id, { enabled: false })
      assert.strictEqual(outcome((yield* comeBack(idp.comingBack(first.at))).to), "provider_disabled")
      assert.strictEqual((yield* call("DELETE", `${path}/${provider.id}`, { as })).status, 204)
      assert.strictEqual(outcome((yield* comeBack(idp.comingBack(second.at))).to), "provider_disabled")
      assert.strictEqual((yield* exchange(issued.code, issued.verifier)).status, 410)
    })
  )

  it.effect("a provider that is disabled or deleted while its token is on the way signs nobody in", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      const { as, idp, path, provider } = world
      const during = Effect.fnUntraced(function* <A, E, R>(change: Effect.Effect<A, E, R>) {
        // The keys are asked for again.
        yield* TestClock.adjust("3 minutes")
        const { at } = yield* begin(world)
        const back = idp.comingBack(at)
        const [asked, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const services = yield* Effect.context<never>()
        idp.answers["/jwks"] = (_, response) => {
          Effect.runForkWith(services)(
            Effect.andThen(
              Deferred.succeed(asked, undefined),
              Effect.map(Deferred.await(go), () => idp.reply(response, idp.keys))
            )
          )
        }
        const coming = yield* Effect.forkChild(comeBack(back), { startImmediately: true })
        yield* Effect.raceFirst(Deferred.await(asked), Effect.asVoid(Fiber.await(coming)))
        yield* change
        yield* Deferred.succeed(go, undefined)
        return outcome((yield* Fiber.join(coming)).to)
      })
      assert.strictEqual(yield* during(Effect.void), "code")
      assert.strictEqual(yield* during(world.patch(provider.id, { enabled: false })), "provider_disabled")
      yield* world.patch(provider.id, { enabled: true })
      assert.strictEqual(yield* during(call("DELETE", `${path}/${provider.id}`, { as })), "provider_disabled")
    })
  )

  it.effect("a sign-in whose page is no longer the app's ends at a page of ours", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      const { at } = yield* begin(world)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE apps SET allowed_origins = ARRAY['https://other.example.com'] WHERE id = ${world.app.id}`
      assert.strictEqual((yield* comeBack(world.idp.comingBack(at))).status, 400)
    })
  )

  it.effect("the provider is shown the secret where it takes it, and the verifier of its own challenge", () =>
    Effect.gen(function* () {
      const world = yield* makeHostile
      yield* world.come()
      assert.isFalse(world.idp.tokenRequest.has("client_secret"))
      assert.match(world.idp.tokenRequest.get("code_verifier")!, /^[\w-]{43}$/)
      const poster = yield* makeHostileProvider
      poster.document = { token_endpoint_auth_methods_supported: ["client_secret_post"] }
      poster.claims = { email: `eve-${unique()}@example.com`, email_verified: true }
      yield* world.addProvider(poster.issuer, { slug: "poster" })
      const { at } = yield* begin(world, "poster")
      assert.strictEqual(outcome((yield* comeBack(poster.comingBack(at))).to), "code")
      assert.strictEqual(poster.tokenRequest.get("client_secret"), "a secret of the fleet")
    })
  )
})
