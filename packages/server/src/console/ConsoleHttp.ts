import { NotFound } from "@fleet/domain/Errors"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { acceptedEncoding } from "../platform/http/acceptedEncoding.ts"
import { refuse } from "../platform/http/Envelope.ts"
import { localeOf } from "../platform/pages/Locales.ts"
import { isReserved, unknownPage, wantsPage } from "../platform/pages/unknownPage.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { version } from "../platform/version.ts"
import { ConsoleFiles } from "./ConsoleFiles.ts"
import { apiUrlAt, namedOrigin, otherOrigin } from "./consolePlaces.ts"
import { consoleHeaders, consolePolicy, withConfiguration } from "./consolePolicy.ts"
import { notBuiltPage } from "./notBuiltPage.ts"
import { type ConsoleFile, etagOf, type Variant } from "./readConsole.ts"

type Request = HttpServerRequest.HttpServerRequest

/** Whether a client has these bytes already. */
const has = ({ headers }: Request, etag: string): boolean =>
  (headers["if-none-match"] ?? "").split(",").some((each) => [etag, "*"].includes(each.trim().replace(/^W\//, "")))

/** Sends a browser to the same path elsewhere. */
const moved = (origin: string, url: string) =>
  HttpServerResponse.empty({
    status: 302,
    headers: { location: origin + url, "cache-control": "no-store", vary: "Accept, Host" }
  })

/**
 * Every GET that no other route takes: the console for browsers, a page that says so where it is not built, `not_found`
 * for everybody else.
 */
const Unknown = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const settings = yield* Settings
    const { baseUrl, portalUrl } = settings
    const files = yield* ConsoleFiles
    const elsewhere = otherOrigin(settings)
    const headers = {
      ...consoleHeaders,
      "content-security-policy": consolePolicy(baseUrl, portalUrl),
      vary: "Accept, Host"
    }
    yield* router.add(
      "GET",
      // Not "/*": the router would add "/" for it.
      "*",
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const path = request.url.split("?", 1)[0]!
        const isDesign = settings.demo && path === "/dev/design"
        if ((isReserved(path) && !isDesign) || !wantsPage(request)) return refuse(new NotFound())
        const { host } = request.headers
        const named = namedOrigin(host, settings)
        if (named !== null) return moved(named, request.url)
        const built = yield* files.built
        if (Option.isNone(built)) return elsewhere === null ? unknownPage(request) : moved(elsewhere, request.url)
        const text = withConfiguration(built.value.page, { apiUrl: apiUrlAt(host, settings), portalUrl, version })
        const etag = etagOf(text)
        if (has(request, etag)) return HttpServerResponse.empty({ status: 304, headers: { ...headers, etag } })
        return HttpServerResponse.text(text, {
          contentType: "text/html; charset=utf-8",
          headers: { ...headers, etag }
        })
      }).pipe(
        Effect.catchTag("ConsoleNotBuilt", ({ message }) =>
          Effect.map(HttpServerRequest.HttpServerRequest, (request) => notBuiltPage(localeOf(request), message))
        )
      )
    )
  })
)

/** Which of its encodings a client is sent. */
const variantFor = (
  file: ConsoleFile,
  { headers }: Request
): { readonly sent: Variant; readonly encoding?: string } => {
  const wanted = acceptedEncoding(headers["accept-encoding"])
  const packed = wanted === null ? null : file[wanted]
  return wanted === null || packed === null ? { sent: file.plain } : { sent: packed, encoding: wanted }
}

const answerFile = (request: Request, file: ConsoleFile) => {
  const { encoding, sent } = variantFor(file, request)
  const headers = {
    "cache-control": file.isImmutable ? "public, max-age=31536000, immutable" : "no-cache",
    etag: sent.etag,
    "accept-ranges": "none",
    vary: "Accept-Encoding",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...(encoding === undefined ? {} : { "content-encoding": encoding })
  }
  return has(request, sent.etag)
    ? HttpServerResponse.empty({ status: 304, headers })
    : HttpServerResponse.uint8Array(sent.bytes, { contentType: file.mediaType, headers })
}

/** It may be there after the next upgrade. */
const unknownAsset = HttpServerResponse.setHeader(refuse(new NotFound()), "cache-control", "no-store")

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
        return file === undefined ? unknownAsset : answerFile(request, file)
      }).pipe(Effect.catchTag("ConsoleNotBuilt", () => Effect.succeed(unknownAsset)))
    )
  })
)

export const ConsoleHttp = Layer.mergeAll(Unknown, Assets)
