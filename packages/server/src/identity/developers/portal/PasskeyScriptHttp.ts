import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { passkeyScriptPath } from "../../../platform/pages/scriptPaths.ts"
import { passkeyScript } from "./passkeyScript.ts"

/** The module of passkey forms. */
export const PasskeyScriptHttp = HttpRouter.add(
  "GET",
  passkeyScriptPath,
  Effect.succeed(
    HttpServerResponse.text(passkeyScript, {
      contentType: "text/javascript; charset=utf-8",
      headers: { "cache-control": "max-age=300", "x-content-type-options": "nosniff" }
    })
  )
)
