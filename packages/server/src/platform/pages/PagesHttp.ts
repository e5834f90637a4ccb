import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { copyScript, copyScriptPath } from "./copyScript.ts"
import { iconPath, stylePath } from "./Page.ts"
import { style } from "./style.ts"

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#1f4e8c"/><circle cx="5.5" cy="8" r="1.5" fill="#fff"/><circle cx="10.5" cy="8" r="1.5" fill="#fff"/></svg>`

const kept = (path: `/${string}`, contentType: string, text: string) =>
  HttpRouter.add(
    "GET",
    path,
    Effect.succeed(
      HttpServerResponse.text(text, {
        contentType,
        headers: { "cache-control": "max-age=300", "x-content-type-options": "nosniff" }
      })
    )
  )

/** What every page loads. */
export const PagesHttp = Layer.mergeAll(
  kept(stylePath, "text/css; charset=utf-8", style),
  kept(iconPath, "image/svg+xml", icon),
  kept(copyScriptPath, "text/javascript; charset=utf-8", copyScript)
)
