import { Api } from "@fleet/domain/api/Api"
import { NotFound } from "@fleet/domain/Errors"
import { mediaCloses, mediaDocument } from "@fleet/domain/docs/Media"
import { openApiDocument } from "@fleet/domain/docs/OpenApi"
import { realtimeCloses, realtimeDocument } from "@fleet/domain/docs/Realtime"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { refuse } from "../../http/Envelope.ts"
import { Settings } from "../../settings/Settings.ts"
import { bridgeCloses, bridgeDocument } from "./BridgeDocument.ts"
import { indexPage, referenceSections, sectionPage } from "./ReferencePage.ts"
import { referenceStyle } from "./referenceStyle.ts"
import { searchScript } from "./searchScript.ts"

/** Made on the first request and kept: the contracts do not change while the process lives. */
const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined
  return () => (made ??= { value: make() }).value
}

const openApi = once(() => openApiDocument(Api))
const realtime = once(() => realtimeDocument(openApi().info.version))
const media = once(() => mediaDocument(openApi().info.version))
const bridge = once(bridgeDocument)
const sections = once(() =>
  referenceSections(openApi(), [
    { id: "realtime", path: "/realtime", peer: "client", closes: realtimeCloses, document: realtime() },
    { id: "media", path: "/media", peer: "client", closes: mediaCloses, document: media() },
    { id: "bridge", path: "/bridge", peer: "bridge", closes: bridgeCloses, document: bridge() }
  ])
)

const headers = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache"
}

const answer = (path: `/${string}`, contentType: string, body: (baseUrl: string) => string) =>
  HttpRouter.use((router) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* Settings
      const text = once(() => body(baseUrl))
      yield* router.add(
        "GET",
        path,
        Effect.sync(() => HttpServerResponse.text(text(), { contentType, headers }))
      )
    })
  )

/** The contract is the same everywhere, but for the address of this service. */
const openApiAt = (baseUrl: string) =>
  JSON.stringify({ ...openApi(), servers: [{ url: baseUrl, description: "This service." }] })

const asyncApiAt = (document: () => Readonly<Record<string, unknown>>) => (baseUrl: string) => {
  const { host, protocol } = new URL(baseUrl)
  const service = { host, protocol: protocol.replace(/^http/, "ws").slice(0, -1), description: "This service." }
  return JSON.stringify({ ...document(), servers: { service } })
}

const page = "text/html; charset=utf-8"

const made = new Map<string, string>()

/** A section is made when it is first asked for, and kept. */
const pages = HttpRouter.add(
  "GET",
  "/docs/:page",
  Effect.gen(function* () {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const path = url.split("?", 1)[0]!
    const section = sections().find((each) => each.path === path)
    if (section === undefined) return refuse(new NotFound())
    const text = made.get(path) ?? sectionPage(openApi(), sections(), section)
    made.set(path, text)
    return HttpServerResponse.text(text, { contentType: page, headers })
  })
)

/** The documents of the service, derived from its contracts, and a page to read them. */
export const DocsHttp = Layer.mergeAll(
  answer("/openapi.json", "application/json", openApiAt),
  answer("/asyncapi/realtime.json", "application/json", asyncApiAt(realtime)),
  answer("/asyncapi/media.json", "application/json", asyncApiAt(media)),
  answer("/asyncapi/bridge.json", "application/json", asyncApiAt(bridge)),
  answer("/docs", page, () => indexPage(openApi(), sections())),
  pages,
  answer("/docs/reference.css", "text/css; charset=utf-8", () => referenceStyle),
  answer("/docs/search.js", "text/javascript; charset=utf-8", () => searchScript)
)
