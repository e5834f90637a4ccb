import { NotFound } from "@fleet/domain/Errors"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { acceptedEncoding } from "../platform/http/acceptedEncoding.ts"
import { refuse } from "../platform/http/Envelope.ts"
import { html } from "../platform/pages/html.ts"
import { page } from "../platform/pages/Page.ts"
import { isReserved, unknownPage, wantsPage } from "../platform/pages/unknownPage.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { version } from "../platform/version.ts"
import { ConsoleFiles } from "./ConsoleFiles.ts"
import { consoleHeaders, consolePolicy, withConfiguration } from "./consolePolicy.ts"

const brand = { name: "Robot Fleet Cloud", logo: null, theme: null }

const notBuilt = (message: string) =>
  page({
    locale: "en",
    brand,
    icon: "warning",
    title: "The console could not be built",
    lead: html`The service runs; its API is at <a href="/docs">/docs</a>. The console is built again when this page is
      asked for.`,
    status: 503,
    body: html`<p class="quiet">${message}</p>`
  })

/** The other name of a loopback address: a passkey belongs to a name, and the portal has one. */
const namedOrigin = (host: string | undefined, portalUrl: string): string | undefined => {
  const portal = new URL(portalUrl)
  const isLoopback = host !== undefined && /^(?:127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
  return isLoopback && portal.hostname === "localhost" && host.replace(/^.*?(?=:\d+$|$)/, "") === `:${portal.port}`
    ? portal.origin
    : undefined
}

/**
 * Every GET that no other route takes: the console for browsers, a page that says so where there is none, `not_found`
 * for everybody else.
 */
const Unknown = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { baseUrl, portalUrl } = yield* Settings
    const files = yield* ConsoleFiles
    const headers = { ...consoleHeaders, "content-security-policy": consolePolicy(baseUrl, portalUrl) }
    yield* router.add(
      "GET",
      // Not "/*": the router would add "/" for it.
      "*",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const path = request.url.split("?", 1)[0]!
        if (isReserved(path) || !wantsPage(request)) return refuse(new NotFound())
        const built = yield* files.built
        if (Option.isNone(built)) return unknownPage(request)
        const origin = namedOrigin(request.headers.host, portalUrl)
        if (origin !== undefined) return HttpServerResponse.redirect(origin + request.url, { status: 302 })
        const text = withConfiguration(built.value.page, { portalUrl, version })
        return HttpServerResponse.text(text, { contentType: "text/html; charset=utf-8", headers })
      }).pipe(
        Effect.catchTag("ConsoleNotBuilt", ({ message }) =>
          Effect.as(Effect.logError("the console could not be built", message), notBuilt(message))
        )
      )
    )
  })
)

/** GET /assets/{name}: the console's files. Their names change with their content, so that browsers keep them. */
const Assets = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const files = yield* ConsoleFiles
    yield* router.add(
      "GET",
      "/assets/*",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const name = request.url.split("?", 1)[0]!.slice("/assets/".length)
        const built = yield* files.built
        const file = Option.isNone(built) ? undefined : built.value.assets.get(name)
        if (file === undefined) return refuse(new NotFound())
        const encoding = acceptedEncoding(request.headers["accept-encoding"])
        const packed = encoding === null ? undefined : file.bytes[encoding]
        const headers = {
          "cache-control": "public, max-age=31536000, immutable",
          etag: file.etag,
          vary: "accept-encoding",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
          ...(packed === undefined ? {} : { "content-encoding": encoding! })
        }
        if (request.headers["if-none-match"]?.includes(file.etag) === true)
          return HttpServerResponse.empty({ status: 304, headers })
        return HttpServerResponse.uint8Array(packed ?? file.bytes.plain, { contentType: file.mediaType, headers })
      }).pipe(Effect.catchTag("ConsoleNotBuilt", () => Effect.succeed(refuse(new NotFound()))))
    )
  })
)

export const ConsoleHttp = Layer.mergeAll(Unknown, Assets)
