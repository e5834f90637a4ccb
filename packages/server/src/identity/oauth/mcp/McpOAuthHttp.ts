import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { authorizeHttp } from "./AuthorizeHttp.ts"
import { authorizationServerHttp, missingHttp, protectedResourceHttp } from "./MetadataHttp.ts"
import { registerHttp } from "./RegisterHttp.ts"
import { revokeHttp, tokenHttp } from "./TokenHttp.ts"

const wellKnown = "/.well-known"

/** The authorization server of one kind of endpoint: an app's, or the central one. */
const server = <const Path extends `/${string}`>(path: Path) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      for (const document of [
        `${wellKnown}/oauth-protected-resource${path}`,
        `${path}${wellKnown}/oauth-protected-resource`
      ] as const) {
        yield* router.add("GET", document, protectedResourceHttp)
      }
      for (const document of [
        `${wellKnown}/oauth-authorization-server${path}`,
        `${wellKnown}/openid-configuration${path}`,
        `${path}${wellKnown}/oauth-authorization-server`,
        `${path}${wellKnown}/openid-configuration`
      ] as const) {
        yield* router.add("GET", document, authorizationServerHttp)
      }
      yield* router.add("POST", `${path}/oauth/register`, registerHttp)
      yield* router.add("GET", `${path}/oauth/authorize`, authorizeHttp)
      yield* router.add("POST", `${path}/oauth/token`, tokenHttp)
      yield* router.add("POST", `${path}/oauth/revoke`, revokeHttp)
    })
  )

/** Whatever else a client looks for under an app's endpoint is not there, and noted. */
const Missing = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    for (const method of ["GET", "POST"] as const) {
      yield* router.add(method, "/mcp/:identifier/:first", missingHttp)
      yield* router.add(method, "/mcp/:identifier/:first/:second", missingHttp)
    }
    yield* router.add("GET", `${wellKnown}/:document/mcp/:identifier`, missingHttp)
  })
)

/** The authorization servers of all endpoints, each its own. */
export const McpOAuthHttp = Layer.mergeAll(server("/mcp/:identifier"), server("/mcp"), Missing)
