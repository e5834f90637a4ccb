import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { unique } from "../../../support/people.ts"
import { call, refusal } from "../../../support/wire.ts"
import { callbackUrl, signInAt } from "./identityProvider.ts"
import { audited, begin, comeBack, exchange, makeWorld, OidcApp, redirectUri, signIn, userOf, visit } from "./world.ts"

const ann = () => ({ login: `ann-${unique()}`, email: `ann-${unique()}@example.com` })

layer(OidcApp, { timeout: "60 seconds" })("a sign-in through a provider", (it) => {
  it.effect("makes an account at first, and finds it again by its subject", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld()
      const { email, login } = ann()
      world.idp.people.set(login, { email, email_verified: true, name: "  Ann Example " })
      const first = yield* signIn(world, login)
      assert.deepStrictEqual(Object.keys(first.tokens).sort(), [
        "access_token",
        "expires_in",
        "refresh_token",
        "token_type"
      ])
      const user = yield* userOf(world, email)
      assert.strictEqual(first.me.app_user_id, user.id)
      assert.deepInclude(user, {
        email,
        display_name: "Ann Example",
        role_id: world.observe.id,
        status: "active",
        has_password: false,
        providers: ["acme"]
      })
      // Whatever the provider says of the address from now on.
      world.idp.people.set(login, {})
      assert.strictEqual((yield* signIn(world, login)).me.app_user_id, user.id)
      const told = { app_id: world.app.id, method: "oidc", provider: "acme", second_factor: "skipped" }
      assert.deepStrictEqual(yield* audited(world, "app_user.login"), [told, told])
      assert.deepStrictEqual(yield* audited(world, "app_user.registered"), [{ app_id: world.app.id, provider: "acme" }])
    })
  )

  it.effect("asks the userinfo endpoint where the token says nothing of the address", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld({}, "userinfo")
      const { email, login } = ann()
      world.idp.people.set(login, { email, email_verified: true, name: "Ann" })
      yield* signIn(world, login)
      assert.deepInclude(yield* userOf(world, email), { display_name: "Ann", providers: ["acme"] })
      const asked = () => world.idp.server.requests.filter((each) => each.endsWith(" /me")).length
      assert.strictEqual(asked(), 1)
      yield* signIn(world, login)
      assert.strictEqual(asked(), 1)
    })
  )

  it.effect("sends the browser to the provider with a state, a nonce and a challenge of the service's own", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld({ scopes: ["email", "profile"] })
      const [one, other] = [yield* begin(world), yield* begin(world)]
      const asked = new URL(one.at)
      assert.strictEqual(asked.origin, world.idp.issuer)
      assert.deepInclude(Object.fromEntries(asked.searchParams), {
        response_type: "code",
        client_id: "fleet",
        redirect_uri: callbackUrl,
        scope: "openid email profile",
        code_challenge_method: "S256"
      })
      for (const name of ["state", "nonce", "code_challenge"]) {
        assert.match(asked.searchParams.get(name)!, /^[\w-]{43}$/)
        assert.notStrictEqual(asked.searchParams.get(name), new URL(other.at).searchParams.get(name))
      }
      assert.isFalse(one.at.includes("state-of-the-app"))
    })
  )

  it.effect("comes back to the app's page with its state, whatever else its address has", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld()
      const { email, login } = ann()
      world.idp.people.set(login, { email, email_verified: true })
      const { at } = yield* begin(world)
      const answer = yield* comeBack(yield* signInAt(at, login))
      assert.strictEqual(answer.status, 302)
      assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      assert.strictEqual(answer.headers.get("referrer-policy"), "no-referrer")
      assert.strictEqual(`${answer.to!.origin}${answer.to!.pathname}`, redirectUri)
      assert.deepStrictEqual([...answer.to!.searchParams.keys()], ["code", "state"])
      assert.strictEqual(answer.to!.searchParams.get("state"), "state-of-the-app")
    })
  )

  it.effect("goes on in two tabs of one browser, each with its own", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld()
      const { email, login } = ann()
      world.idp.people.set(login, { email, email_verified: true })
      const jar = new Map<string, string>()
      const [one, other] = [yield* begin(world), yield* begin(world)]
      const otherBack = yield* comeBack(yield* signInAt(other.at, login, jar))
      const oneBack = yield* comeBack(yield* signInAt(one.at, login, jar))
      const codes = [oneBack, otherBack].map(({ to }) => to!.searchParams.get("code")!)
      assert.deepStrictEqual(refusal(yield* exchange(codes[0]!, other.verifier)), [410, "token_spent"])
      assert.strictEqual((yield* exchange(codes[1]!, other.verifier)).status, 200)
    })
  )

  it.effect("needs no second factor, though the app requires one", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld()
      yield* world.set({ two_factor: "required" })
      const { email, login } = ann()
      world.idp.people.set(login, { email, email_verified: true })
      const { me } = yield* signIn(world, login)
      assert.strictEqual(me.two_factor_enabled, false)
    })
  )

  it.effect("goes on after the provider has changed its keys", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld()
      const { email, login } = ann()
      world.idp.people.set(login, { email, email_verified: true })
      const keys = () => world.idp.server.requests.filter((each) => each.endsWith("/jwks")).length
      yield* signIn(world, login)
      yield* signIn(world, login)
      assert.strictEqual(keys(), 1)
      world.idp.rotateKeys()
      yield* signIn(world, login)
      assert.strictEqual(keys(), 2)
      const documents = world.idp.server.requests.filter((each) => each.includes("/.well-known/"))
      assert.strictEqual(documents.length, 1)
    })
  )

  it.effect("is offered by slug while it is enabled", () =>
    Effect.gen(function* () {
      const world = yield* makeWorld({ slug: "zeta", name: "Zeta" })
      const { id } = yield* world.addProvider(world.idp.issuer, { slug: "alpha", name: "Alpha" })
      yield* world.addProvider(world.idp.issuer, { slug: "mid", enabled: false })
      const list = () =>
        Effect.map(
          call("GET", `/api/client/providers?app_identifier=${world.app.identifier}`),
          ({ body }) => body.providers
        )
      const zeta = { slug: "zeta", name: "Zeta" }
      assert.deepStrictEqual(yield* list(), [{ slug: "alpha", name: "Alpha" }, zeta])
      yield* world.patch(id, { enabled: false })
      assert.deepStrictEqual(yield* list(), [zeta])
      assert.strictEqual((yield* visit(world, "nobody", "zeta")).outcome, "claims_incomplete")
    })
  )
})
