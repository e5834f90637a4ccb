import { Api } from "@fleet/domain/api/Api"
import { CurrentApp } from "@fleet/domain/api/AppScope"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ClientActivity } from "../identity/oauth/mcp/ClientActivity.ts"
import { doctorReports } from "./doctorReports.ts"

/** How the connections of an app's MCP clients go, for its developers. */
export const DoctorHttp = HttpApiBuilder.group(
  Api,
  "mcpClients",
  Effect.fnUntraced(function* (handlers) {
    const activity = yield* ClientActivity
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { id } = yield* CurrentApp
        return { clients: doctorReports(yield* activity.list(id), yield* DateTime.now) }
      })
    })
  })
)
