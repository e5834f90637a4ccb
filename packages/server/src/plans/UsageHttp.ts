import { Api } from "@fleet/domain/api/Api"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { UsageReport } from "./UsageReport.ts"
import { usageText } from "./usageText.ts"

export const UsageHttp = HttpApiBuilder.group(
  Api,
  "usage",
  Effect.fnUntraced(function* (handlers) {
    const report = yield* UsageReport
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const series = yield* report.read((yield* CurrentDeveloper).orgId, query)
        return HttpServerResponse.text(usageText(series, query), { contentType: "application/json" })
      })
    })
  })
)
