import type { McpRegistrationRequest } from "@fleet/domain/McpOAuth"
import { Context, DateTime, Duration, Effect, Layer, Option } from "effect"
import { mintSecret } from "../../../platform/crypto/Secrets.ts"
import { ClientDocuments } from "./ClientDocuments.ts"
import { clientName } from "./clientName.ts"
import { McpClientStore } from "./McpClientStore.ts"
import type { McpEndpoint } from "./McpEndpoints.ts"
import { type OAuthRefused, refused } from "./OAuthRefused.ts"
import { isRedirectUri, redirectHost } from "./redirectUris.ts"

/** How long a registration lives from its last use. */
export const registrationLifetime = Duration.days(90)

/** Somebody's program. Nobody has verified its name. */
export interface McpClient {
  readonly id: string
  readonly name: string | null
  readonly redirectUris: ReadonlyArray<string>
}

export interface Registered extends McpClient {
  readonly name: string
  /** Unix seconds. */
  readonly issuedAt: number
}

const isDocument = (clientId: string) => clientId.startsWith("https://")

/** The clients of an endpoint: those that registered there, and those that have a metadata document. */
export class McpClients extends Context.Service<
  McpClients,
  {
    readonly register: (
      endpoint: McpEndpoint,
      request: McpRegistrationRequest
    ) => Effect.Effect<Registered, OAuthRefused>
    readonly find: (endpoint: McpEndpoint, clientId: string) => Effect.Effect<McpClient, OAuthRefused>
    /** Whether a client may present codes and tokens. A document is not fetched for that: what it asked for is stored. */
    readonly isKnown: (endpoint: McpEndpoint, clientId: string) => Effect.Effect<boolean>
  }
>()("@fleet/server/McpClients") {
  static readonly layer = Layer.effect(
    McpClients,
    Effect.gen(function* () {
      const store = yield* McpClientStore
      const documents = yield* ClientDocuments

      const registered = Effect.fnUntraced(function* (endpoint: McpEndpoint, id: string) {
        const now = yield* DateTime.now
        const usedAfter = DateTime.toDateUtc(DateTime.subtractDuration(now, registrationLifetime))
        const found = yield* store.find({ id, app_id: endpoint.app?.id ?? null, usedAfter })
        if (Option.isSome(found)) yield* store.touch(id, DateTime.toDateUtc(now))
        return found
      })

      return McpClients.of({
        register: Effect.fn("McpClients.register")(function* (endpoint, { client_name, redirect_uris }) {
          const redirectUris = [...new Set(redirect_uris)]
          const bad = redirectUris.find((uri) => !isRedirectUri(uri))
          if (bad !== undefined) {
            return yield* refused(
              "invalid_redirect_uri",
              "A redirect URI must be https, http on loopback or of a scheme of the app's own, without fragment and user part."
            )
          }
          const now = yield* DateTime.now
          const id = mintSecret("mcp_")
          const name = clientName(client_name) ?? redirectHost(redirectUris[0]!).replace(/:$/, "").slice(0, 200)
          yield* store.insert({
            id,
            app_id: endpoint.app?.id ?? null,
            name,
            redirect_uris: redirectUris,
            now: DateTime.toDateUtc(now)
          })
          return { id, name, redirectUris, issuedAt: Math.floor(now.epochMilliseconds / 1000) }
        }),
        find: Effect.fn("McpClients.find")(function* (endpoint, id) {
          if (isDocument(id)) return { id, ...(yield* documents.get(id)) }
          const found = Option.getOrUndefined(yield* registered(endpoint, id))
          if (found === undefined) return yield* refused("invalid_request", "client_id is not known.")
          return { id, name: found.name, redirectUris: found.redirect_uris }
        }),
        isKnown: (endpoint, id) =>
          isDocument(id) ? Effect.succeed(true) : Effect.map(registered(endpoint, id), Option.isSome)
      })
    })
  )
}
