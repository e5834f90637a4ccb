import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { copyScript } from "./copyScript.ts"
import { formScript } from "./formScript.ts"
import { markImage } from "./mark.ts"
import { fontPath, iconPath, stylePath } from "./Page.ts"
import { copyScriptPath, formScriptPath } from "./scriptPaths.ts"
import { style } from "./style.ts"

const kept = (path: `/${string}`, contentType: string, content: string | Uint8Array, maxAge = 300) => {
  const headers = { "cache-control": `max-age=${maxAge}`, "x-content-type-options": "nosniff" }
  return HttpRouter.add(
    "GET",
    path,
    Effect.succeed(
      typeof content === "string"
        ? HttpServerResponse.text(content, { contentType, headers })
        : HttpServerResponse.uint8Array(content, { contentType, headers })
    )
  )
}

const font = readFileSync(
  fileURLToPath(import.meta.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"))
)

const week = 7 * 24 * 3600

/** What every page loads, and what some load. */
export const PagesHttp = Layer.mergeAll(
  kept(stylePath, "text/css; charset=utf-8", style),
  kept(fontPath, "font/woff2", font, week),
  kept(iconPath, "image/svg+xml", markImage),
  kept(formScriptPath, "text/javascript; charset=utf-8", formScript),
  kept(copyScriptPath, "text/javascript; charset=utf-8", copyScript)
)
