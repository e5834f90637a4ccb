import { Api } from "@fleet/domain/api/Api"
import { CurrentCaller } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ClientRobots } from "./ClientRobots.ts"

export const ClientHttp = HttpApiBuilder.group(
  Api,
  "client",
  Effect.fnUntraced(function* (handlers) {
    const robots = yield* ClientRobots
    return handlers.handleAll({
      robots: Effect.fnUntraced(function* () {
        const bytes = yield* robots.listBytes(yield* CurrentCaller)
        return HttpServerResponse.uint8Array(bytes, { contentType: "application/json" })
      })
    })
  })
)
