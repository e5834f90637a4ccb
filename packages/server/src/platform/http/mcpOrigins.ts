import type { AppId } from "@fleet/domain/Ids"
import { Effect, Option } from "effect"
import type { AllowedOrigins } from "./AllowedOrigins.ts"

/** Metadata, registration, tokens and their end: any page may ask, for none of it reads a credential of a browser. */
const open =
  /^\/\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)\/mcp(?:\/[^/]+)?$|^\/mcp(?:\/[^/]+)?\/(?:\.well-known\/[a-z-]+|oauth\/(?:register|token|revoke))$/
const endpoint = /^\/mcp(?:\/([^/]+))?$/

/** Whether any origin may read what a path answers. */
export const isOpenPath = (path: string): boolean => open.test(path)

/** Whether a path is an MCP endpoint. */
export const isMcpEndpoint = (path: string): boolean => endpoint.test(path)

/** Whether the app of an endpoint lists an origin. The central endpoint has the console's alone. */
export const isListedByEndpoint = (
  origins: Pick<AllowedOrigins["Service"], "listedBy" | "named">,
  origin: string,
  path: string
): Effect.Effect<boolean> => {
  const identifier = endpoint.exec(path)?.[1]
  if (identifier === undefined) return Effect.succeed(false)
  return Effect.flatMap(
    origins.named(identifier),
    Option.match({
      onNone: () => Effect.succeed(false),
      onSome: (app: AppId) => origins.listedBy(app, origin)
    })
  )
}

/** What a browser may send to an endpoint beside the usual, and read of its answers. */
export const mcpHeaders = { allowed: "mcp-protocol-version, mcp-method, mcp-name", exposed: "www-authenticate" }
