import { assert, layer } from "@effect/vitest"
import type { ClientOidcErrorCode } from "@fleet/domain/ClientOidc"
import { createClient, FleetError, memoryStorage, type ProviderError } from "@fleet/sdk"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { unique } from "../support/people.ts"
import { makeHostileProvider } from "../identity/app-users/oidc/hostileProvider.ts"
import { comeBack, makeCranes, OidcApp, redirectUri } from "../identity/app-users/oidc/world.ts"

/** The codes of the contract are those of the SDK. */
const sameCodes: [ClientOidcErrorCode, ProviderError] extends [ProviderError, ClientOidcErrorCode] ? true : false = true

const makeClient = Effect.gen(function* () {
  const cranes = yield* makeCranes
  const idp = yield* makeHostileProvider
  yield* cranes.addProvider(idp.issuer)
  const baseUrl = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const email = `ann-${unique()}@example.com`
  idp.claims = { email, email_verified: true }
  const client = createClient({ baseUrl, app: cranes.app.identifier, storage: memoryStorage() })
  /** Sends the browser there; answers where it comes back to. */
  const go = Effect.fnUntraced(function* (rest?: Readonly<Record<string, string>>) {
    const url = yield* Effect.promise(() => client.auth.providerUrl({ provider: "acme", redirectUri }))
    const { headers } = yield* Effect.promise(() => fetch(url, { redirect: "manual" }))
    return (yield* comeBack(idp.comingBack(headers.get("location")!, rest))).to!.href
  })
  const failure = (callbackUrl: string) =>
    Effect.promise(() =>
      client.auth.completeProviderSignIn(callbackUrl).then(
        () => assert.fail("It was completed."),
        (error: unknown) => (FleetError.is(error) ? error : assert.fail(String(error)))
      )
    )
  return { baseUrl, client, email, failure, go }
})

layer(OidcApp, { excludeTestServices: true, timeout: "60 seconds" })("a sign-in with a provider", (it) => {
  it.effect("a sign-in with a provider ends with a session, once", () =>
    Effect.gen(function* () {
      assert.isTrue(sameCodes)
      const { client, email, failure, go } = yield* makeClient
      const methods = yield* Effect.promise(() => client.auth.signInMethods())
      assert.deepStrictEqual(methods.providers, [{ slug: "acme", name: "Acme" }])
      const back = yield* go()
      const done = yield* Effect.promise(() => client.auth.completeProviderSignIn(back))
      assert.strictEqual(done.status, "signed_in")
      assert.strictEqual(done.session.user.email, email)
      assert.isTrue((yield* failure(back)).is("sign_in_interrupted"))
    })
  )

  it.effect("a sign-in with a provider says why it was refused", () =>
    Effect.gen(function* () {
      const { failure, go } = yield* makeClient
      const error = yield* failure(yield* go({ error: "access_denied" }))
      assert.isTrue(error.is("sign_in_refused"))
      assert.deepStrictEqual(error.details, { error: "exchange_failed" })
    })
  )

  it.effect("a sign-in with a provider takes no answer to another browser's, and each answer to its own", () =>
    Effect.gen(function* () {
      const { client, go } = yield* makeClient
      const other = yield* makeClient
      const first = yield* go()
      // Another tab, whose sign-in is in the same storage.
      yield* go()
      assert.isTrue((yield* other.failure(first)).is("sign_in_interrupted"))
      assert.isNull(yield* Effect.promise(() => other.client.auth.session()))
      const done = yield* Effect.promise(() => client.auth.completeProviderSignIn(first))
      assert.strictEqual(done.status, "signed_in")
    })
  )

  it.effect("a sign-in with a provider needs an app", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* makeClient
      const client = createClient({ baseUrl })
      const asked = client.auth.providerUrl
      assert.throws(() => asked.call(client.auth, { provider: "acme", redirectUri }), TypeError)
    })
  )
})
