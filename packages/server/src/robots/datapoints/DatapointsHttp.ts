import { Api } from "@fleet/domain/api/Api"
import { CurrentDatapoint } from "@fleet/domain/api/RobotScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { DateTime, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { streamedBody } from "../../platform/http/streamedBody.ts"
import { UnreadAnswers } from "../../platform/http/UnreadAnswers.ts"
import { Datasheets } from "../Datasheets.ts"
import { Datapoints } from "./Datapoints.ts"
import { HistoryExports } from "./export/HistoryExports.ts"
import { History } from "./History.ts"

/** Values are kept as JSON text, so they are answered without being read and written again. */
const json = (text: string) => HttpServerResponse.text(text, { contentType: "application/json" })

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  ndjson: "application/x-ndjson",
  mcap: "application/octet-stream"
}

export const DatapointsHttp = HttpApiBuilder.group(
  Api,
  "datapoints",
  Effect.fnUntraced(function* (handlers) {
    const datapoints = yield* Datapoints
    const datasheets = yield* Datasheets
    const exports = yield* HistoryExports
    const history = yield* History
    const answers = yield* UnreadAnswers
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        return { datapoints: yield* datapoints.list(yield* CurrentCaller, params.id) }
      }),
      get: Effect.fnUntraced(function* () {
        const datapoint = yield* CurrentDatapoint
        const latest = yield* datapoints.latest(datapoint)
        return json(`{"slug":"${datapoint.slug}","value":${latest.json},"timestamp_ms":${latest.timestampMs}}`)
      }),
      history: Effect.fnUntraced(function* ({ query }) {
        return json(yield* answers.large(history.read(yield* CurrentDatapoint, query)))
      }),
      export: Effect.fnUntraced(function* ({ query }) {
        const datapoint = yield* CurrentDatapoint
        const file = yield* exports.make(datapoint, query)
        const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
        return HttpServerResponse.stream(yield* streamedBody(file.body, "history export failed"), {
          contentType: contentTypes[file.format],
          headers: { "content-disposition": `attachment; filename="${datapoint.slug}-${day}.${file.format}"` }
        })
      }),
      datasheet: Effect.fnUntraced(function* ({ params }) {
        return yield* datasheets.get(yield* CurrentCaller, params.id)
      })
    })
  })
)
