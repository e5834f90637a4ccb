import { IdpUnavailable, ProviderMisconfigured } from "@fleet/domain/Errors"
import { Cache, Context, Duration, Effect, Exit, Layer } from "effect"
import * as client from "openid-client"
import { OutboundFetch } from "../../../platform/outbound/OutboundFetch.ts"
import { makeGuardedFetch } from "./guardedFetch.ts"

/** How many issuers' documents are kept, and for how long. */
const kept = { capacity: 500, timeToLive: Duration.minutes(10) }

/** What an issuer says of itself. */
export interface Discovered {
  /** The document, as JSON. */
  readonly text: string
  /** How a client shows its secret at the token endpoint. */
  readonly secretIn: "body" | "header"
  /** The keys that signed the newest token, until a time in Unix epoch milliseconds. */
  keys?: { readonly cache: client.ExportedJWKSCache; readonly untilMs: number }
}

/** An issuer over http is asked over http; the guard decides whether it may be. */
export const isPlain = (issuer: string): boolean => new URL(issuer).protocol === "http:"

const insecure = (issuer: string) => (isPlain(issuer) ? [client.allowInsecureRequests] : [])

/** What the OpenID client reads an issuer's document with. */
export const discoveryOptions = (issuer: string, fetch: client.CustomFetch) => ({
  [client.customFetch]: fetch,
  execute: insecure(issuer)
})

const isFit = (endpoint: string | undefined, issuer: string): boolean => {
  const protocol = endpoint === undefined ? undefined : URL.parse(endpoint)?.protocol
  return protocol === "https:" || (protocol === "http:" && isPlain(issuer))
}

const secretInOf = (methods: ReadonlyArray<string> = ["client_secret_basic"]): Discovered["secretIn"] | null => {
  if (methods.includes("client_secret_post")) return "body"
  return methods.includes("client_secret_basic") ? "header" : null
}

/** How to show the secret, where the document has all that a sign-in needs; null where it does not. */
const fitted = (issuer: string, metadata: client.ServerMetadata): Discovered["secretIn"] | null => {
  const { authorization_endpoint, jwks_uri, response_types_supported: types, token_endpoint } = metadata
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri]
  if (!endpoints.every((endpoint) => isFit(endpoint, issuer))) return null
  if (types !== undefined && !types.includes("code")) return null
  return secretInOf(metadata.token_endpoint_auth_methods_supported)
}

/** The discovery documents of issuers: checked, and kept for ten minutes. */
export class OidcDiscovery extends Context.Service<
  OidcDiscovery,
  {
    readonly of: (issuer: string) => Effect.Effect<Discovered, IdpUnavailable | ProviderMisconfigured>
    /** The same, asked now. */
    readonly ask: (issuer: string) => Effect.Effect<Discovered, IdpUnavailable | ProviderMisconfigured>
    /** How many documents are kept. */
    readonly size: Effect.Effect<number>
  }
>()("@fleet/server/OidcDiscovery") {
  static readonly layer = Layer.effect(
    OidcDiscovery,
    Effect.gen(function* () {
      const outbound = yield* OutboundFetch

      const read = Effect.fnUntraced(function* (issuer: string) {
        // The client would take the document of any issuer from such an address.
        if (issuer.includes("/.well-known/")) return yield* new ProviderMisconfigured()
        const guarded = yield* makeGuardedFetch(outbound)
        let text = ""
        const fetch: client.CustomFetch = async (url, options) => {
          const response = await guarded.fetch(url, options)
          text = await response.clone().text()
          return response
        }
        const configuration = yield* Effect.tryPromise({
          try: () => client.discovery(new URL(issuer), "discovery", {}, client.None(), discoveryOptions(issuer, fetch)),
          catch: () => (guarded.failed() ? new IdpUnavailable() : new ProviderMisconfigured())
        })
        const secretIn = fitted(issuer, configuration.serverMetadata())
        if (secretIn === null) return yield* new ProviderMisconfigured()
        return { text, secretIn } satisfies Discovered as Discovered
      }, Effect.uninterruptible)

      const documents = yield* Cache.makeWith(read, {
        capacity: kept.capacity,
        timeToLive: (exit) => (Exit.isSuccess(exit) ? kept.timeToLive : Duration.zero)
      })

      return OidcDiscovery.of({
        of: Effect.fn("OidcDiscovery.of")((issuer) => Cache.get(documents, issuer)),
        ask: Effect.fn("OidcDiscovery.ask")((issuer) =>
          Effect.andThen(Cache.invalidate(documents, issuer), Cache.get(documents, issuer))
        ),
        size: Cache.size(documents)
      })
    })
  )
}
