import type { ClientOidcErrorCode } from "@fleet/domain/ClientOidc"
import type { IdpUnavailable, ProviderMisconfigured } from "@fleet/domain/Errors"
import { Clock, Context, Data, Duration, Effect, Layer } from "effect"
import * as client from "openid-client"
import { OutboundFetch } from "../../../platform/outbound/OutboundFetch.ts"
import { type Claims, subjectIsMissing } from "./claims.ts"
import { makeGuardedFetch } from "./guardedFetch.ts"
import { discoveryOptions, OidcDiscovery } from "./OidcDiscovery.ts"

/** How long a key that was seen is trusted without asking again. */
const keysKeptFor = Duration.minutes(3)
/** The client asks again for a key it does not know only where its keys are older than this, in seconds. */
const renewableAfter = 60

/** Why a sign-in that came back goes no further. */
export class OidcRefused extends Data.TaggedError("OidcRefused")<{ readonly code: ClientOidcErrorCode }> {}

/** A provider as its customer registered this service there. */
export interface Registration {
  readonly issuer: string
  readonly client_id: string
  readonly secret: string
}

/** What binds a sign-in to its start. */
export interface Binding {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Who signed in, as the verified token says. */
export interface Redeemed {
  readonly claims: Claims
  /** What the provider's userinfo endpoint adds; null where it has none. */
  readonly userInfo: Effect.Effect<Claims | null, OidcRefused>
}

/** Speaks OpenID Connect with providers, through the guard of outbound fetches. */
export class OidcClient extends Context.Service<
  OidcClient,
  {
    /** Where the browser is sent to sign in. */
    readonly authorizationUrl: (
      provider: Pick<Registration, "issuer" | "client_id"> & { readonly scopes: ReadonlyArray<string> },
      binding: Binding
    ) => Effect.Effect<string, IdpUnavailable | ProviderMisconfigured>
    /** Gives the code back for a token, and verifies it: signature, issuer, audience, nonce, times. */
    readonly redeem: (
      provider: Registration,
      binding: Binding,
      answer: { readonly code: string; readonly iss?: string | undefined }
    ) => Effect.Effect<Redeemed, OidcRefused>
  }
>()("@fleet/server/OidcClient") {
  static readonly layer = Layer.effect(
    OidcClient,
    Effect.gen(function* () {
      const outbound = yield* OutboundFetch
      const discovery = yield* OidcDiscovery

      const connect = Effect.fnUntraced(function* (issuer: string, clientId: string, secret: string) {
        const document = yield* discovery.of(issuer)
        const guarded = yield* makeGuardedFetch(outbound)
        const known: client.CustomFetch = async () =>
          new Response(document.text, { headers: { "content-type": "application/json" } })
        const authentication =
          secret === ""
            ? client.None()
            : document.secretIn === "body"
              ? client.ClientSecretPost(secret)
              : client.ClientSecretBasic(secret)
        const configuration = yield* Effect.promise(() =>
          client.discovery(new URL(issuer), clientId, {}, authentication, discoveryOptions(issuer, known))
        )
        configuration[client.customFetch] = guarded.fetch
        // Without them the client trusts a token for the connection it came by, which may be http.
        client.enableNonRepudiationChecks(configuration)
        return { configuration, document, guarded }
      })

      const authorizationUrl = Effect.fn("OidcClient.authorizationUrl")(function* (
        { client_id, issuer, scopes }: Parameters<OidcClient["Service"]["authorizationUrl"]>[0],
        { nonce, redirectUri, state, verifier }: Binding
      ) {
        const { configuration } = yield* connect(issuer, client_id, "")
        const challenge = yield* Effect.promise(() => client.calculatePKCECodeChallenge(verifier))
        return client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: [...new Set(["openid", ...scopes])].join(" "),
          state,
          nonce,
          code_challenge: challenge,
          code_challenge_method: "S256"
        }).href
      })

      const redeem = Effect.fn("OidcClient.redeem")(function* (
        provider: Registration,
        { nonce, redirectUri, state, verifier }: Binding,
        { code, iss }: { readonly code: string; readonly iss?: string | undefined }
      ) {
        const { configuration, document, guarded } = yield* Effect.mapError(
          connect(provider.issuer, provider.client_id, provider.secret),
          ({ code }) => new OidcRefused({ code })
        )
        const now = yield* Clock.currentTimeMillis
        const { keys } = document
        const lent =
          keys !== undefined && keys.untilMs > now ? { ...keys.cache, uat: keys.cache.uat - renewableAfter } : undefined
        if (lent !== undefined) client.setJwksCache(configuration, lent)
        const refused = (error: unknown) => {
          if (guarded.failed()) return new OidcRefused({ code: "idp_unavailable" })
          return new OidcRefused({ code: subjectIsMissing(error) ? "claims_incomplete" : "exchange_failed" })
        }
        const answered = new URL(redirectUri)
        for (const [name, value] of Object.entries({ code, state, ...(iss === undefined ? {} : { iss }) })) {
          answered.searchParams.set(name, value)
        }
        const tokens = yield* Effect.tryPromise({
          try: () =>
            client.authorizationCodeGrant(configuration, answered, {
              expectedState: state,
              expectedNonce: nonce,
              pkceCodeVerifier: verifier,
              idTokenExpected: true
            }),
          catch: refused
        })
        const cache = client.getJwksCache(configuration)
        if (cache !== undefined && cache.uat !== lent?.uat) {
          document.keys = { cache, untilMs: now + Duration.toMillis(keysKeptFor) }
        }
        const claims = tokens.claims()! as Claims
        const userInfo = Effect.tryPromise({
          try: async () =>
            configuration.serverMetadata().userinfo_endpoint === undefined
              ? null
              : ((await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) as object as Claims),
          catch: refused
        })
        return { claims, userInfo }
      })

      return OidcClient.of({ authorizationUrl, redeem })
    })
  )
}
