import { NotFound } from "@fleet/domain/Errors"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { join } from "node:path"
import { refuse } from "../platform/http/Envelope.ts"
import { html } from "../platform/pages/html.ts"
import { page } from "../platform/pages/Page.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { isDemoHost } from "./demoHost.ts"
import { makeExampleFiles } from "./ExampleFiles.ts"

const root = "/examples"
const brand = { name: "Robot Fleet Cloud demo", logo: null, theme: null }

/** Scripts and styles of this origin alone; live video may be at the service's own address. */
const policyOf = (baseUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    `connect-src 'self' blob: ${baseUrl} ${baseUrl.replace(/^http/, "ws")}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

const notBuilt = page({
  locale: "en",
  brand,
  icon: "warning",
  title: "The example pages could not be built",
  status: 503,
  lead: html`The terminal that started the demo says why. They need the packages that <code>npm install</code> brings.`,
  body: html``
})

/** GET /examples/ and what is below it: pages made with the SDK. Outside the demo nothing is there. */
export const ExamplesHttp = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, dataFolder, demo } = yield* Settings
    if (!demo) return Layer.empty
    const files = makeExampleFiles(join(dataFolder, "examples"))
    const headers = {
      "content-security-policy": policyOf(baseUrl),
      "cache-control": "no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cross-origin-opener-policy": "same-origin"
    }

    const answer = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      if (!isDemoHost(request.headers.host, baseUrl)) return refuse(new NotFound())
      const path = request.url.split("?", 1)[0]!.slice(root.length)
      const found = yield* files
      const name = path.slice(1)
      const file = found.get(name.endsWith("/") || name === "" ? `${name}index.html` : name)
      if (path !== "" && file !== undefined) {
        return HttpServerResponse.uint8Array(file.bytes, { contentType: file.mediaType, headers })
      }
      // Relative addresses of a page need the slash.
      return path === "" || found.has(`${name}/index.html`)
        ? HttpServerResponse.redirect(`${root}${path}/`, { status: 302 })
        : refuse(new NotFound())
    }).pipe(
      Effect.catchTag("ExamplesNotBuilt", ({ message }) =>
        Effect.as(Effect.logWarning("the example pages could not be built", message), notBuilt)
      )
    )
    return HttpRouter.add("GET", `${root}/*`, answer)
  })
)
