import { Api } from "@fleet/domain/api/Api"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ResourceHealths } from "./health/ResourceHealths.ts"
import { LatencyLog } from "./latency/LatencyLog.ts"

export const OrgReportsHttp = HttpApiBuilder.group(
  Api,
  "orgReports",
  Effect.fnUntraced(function* (handlers) {
    const healths = yield* ResourceHealths
    const latencies = yield* LatencyLog
    return handlers.handleAll({
      latency: Effect.fnUntraced(function* ({ query }) {
        return yield* latencies.read((yield* CurrentDeveloper).orgId, query)
      }),
      health: Effect.fnUntraced(function* ({ query }) {
        return { resources: yield* healths.list((yield* CurrentDeveloper).orgId, query) }
      })
    })
  })
)
