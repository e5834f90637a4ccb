import { AnyCaller, AppUserSession } from "@fleet/domain/api/Access"
import { Api } from "@fleet/domain/api/Api"
import { Effect } from "effect"
import { HttpEffect, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { RequestCaller } from "./RequestCaller.ts"
import { Settings } from "../settings/Settings.ts"
import { AllowedOrigins } from "./AllowedOrigins.ts"
import { isListedByEndpoint, isMcpEndpoint, isOpenPath, mcpHeaders } from "./mcpOrigins.ts"

const exposed = [
  "etag",
  "deprecation",
  "sunset",
  "x-platform-age-ms",
  "x-platform-timestamp-ms",
  "x-platform-width",
  "x-platform-height"
].join(", ")

const preflight = {
  "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "authorization, content-type, if-match",
  "access-control-max-age": "600"
}

/** The paths that apps may call from their own origins: those of sign-in, of links, and those an app's credential reaches. */
const clientPaths = (): ReadonlyArray<RegExp> => {
  const paths = new Set<string>()
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, middleware }) => {
      const keys = new Set([...middleware].map((key) => key.key))
      if (keys.has(AnyCaller.key) || keys.has(AppUserSession.key)) paths.add(endpoint.path)
    }
  })
  return [
    /^\/api\/client\//,
    /^\/api\/asset-links\//,
    ...[...paths].map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}/?$`))
  ]
}

const vary = (response: HttpServerResponse.HttpServerResponse) => {
  const others = response.headers.vary
  return HttpServerResponse.setHeader(response, "vary", others === undefined ? "Origin" : `${others}, Origin`)
}

/** Whether an origin may read the answer of a path; asked once the caller is known, or could not be. */
export const makeAllowedOrigin = Effect.gen(function* () {
  const origins = yield* AllowedOrigins
  const { consoleOrigin } = yield* Settings
  const paths = clientPaths()

  return Effect.fnUntraced(function* (origin: string, path: string) {
    if (origin === consoleOrigin) return true
    if (isMcpEndpoint(path)) return yield* isListedByEndpoint(origins, origin, path)
    if (!paths.some((pattern) => pattern.test(path))) return false
    const { app, caller } = (yield* RequestCaller) ?? { app: null, caller: null }
    if (caller?.kind === "developer") return false
    return yield* app === null ? origins.listedByAny(origin) : origins.listedBy(app, origin)
  })
})

/** What an answer says to a browser beside whether its origin may read it. */
export const readableHeaders = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": exposed
})

/** The same of one path, some of which are read from anywhere. */
const readableAt = (origin: string, path: string) => ({
  "access-control-allow-origin": isOpenPath(path) ? "*" : origin,
  "access-control-expose-headers": isMcpEndpoint(path) ? `${exposed}, ${mcpHeaders.exposed}` : exposed
})

const preflightAt = (origin: string, path: string) => ({
  ...preflight,
  ...(isMcpEndpoint(path)
    ? { "access-control-allow-headers": `${preflight["access-control-allow-headers"]}, ${mcpHeaders.allowed}` }
    : {}),
  "access-control-allow-origin": isOpenPath(path) ? "*" : origin
})

/**
 * Which origins a browser may read answers from: the console's everywhere, and on client paths those of the caller's
 * app, or of any app while the caller is not known. Refusals are answered the same way. No cookies are ever read, so
 * credentials are not allowed.
 */
export const Cors = HttpRouter.middleware(
  Effect.gen(function* () {
    const allowed = yield* makeAllowedOrigin

    return (handled) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { origin } = request.headers
        const path = request.url.split("?", 1)[0]!
        if (origin === undefined) return vary(yield* handled)
        if (request.method === "OPTIONS" && "access-control-request-method" in request.headers) {
          const answer = vary(HttpServerResponse.empty({ status: 204 }))
          if (!isOpenPath(path) && !(yield* allowed(origin, path))) return answer
          return HttpServerResponse.setHeaders(answer, preflightAt(origin, path))
        }
        const slot = yield* RequestCaller
        yield* HttpEffect.appendPreResponseHandler((_, response) =>
          Effect.map(
            isOpenPath(path) ? Effect.succeed(true) : Effect.provideService(allowed(origin, path), RequestCaller, slot),
            (may) => (may ? HttpServerResponse.setHeaders(vary(response), readableAt(origin, path)) : vary(response))
          )
        )
        return yield* handled
      })
  }),
  { global: true }
)
