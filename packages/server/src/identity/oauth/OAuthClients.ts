import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../../platform/settings/Settings.ts"

/** Who may ask for a sign-in of a developer, and where its answers go. */
export interface OAuthClient {
  readonly id: string
  /** Says who answered, in every redirect to the client. */
  readonly issuer: string
  /** Compared as they are written. */
  readonly redirectUris: ReadonlyArray<string>
  /** The page of an interaction that asks the person's consent; null where the client needs none. */
  readonly consentPage: ((interaction: string) => string) | null
}

/** The clients that are known here. */
export class OAuthClients extends Context.Service<
  OAuthClients,
  {
    readonly find: (id: string | undefined) => Effect.Effect<Option.Option<OAuthClient>>
  }
>()("@fleet/server/OAuthClients") {
  static readonly layerOf = (clients: ReadonlyArray<OAuthClient>) =>
    Layer.succeed(OAuthClients, {
      find: (id) => Effect.succeed(Option.fromUndefinedOr(clients.find((client) => client.id === id)))
    })

  /** The console, and whatever client a developer of the central MCP endpoint is asked about. */
  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ baseUrl, consoleRedirects, portalUrl }) =>
      OAuthClients.layerOf([
        { id: "console", issuer: portalUrl, redirectUris: consoleRedirects, consentPage: null },
        {
          id: "mcp",
          issuer: `${baseUrl}/mcp`,
          redirectUris: [],
          consentPage: (interaction) => `/mcp/oauth/consent/${interaction}`
        }
      ])
    )
  )
}
