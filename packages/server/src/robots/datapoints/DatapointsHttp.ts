import { Api } from "@fleet/domain/api/Api"
import { CurrentDatapoint } from "@fleet/domain/api/RobotScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Datasheets } from "../Datasheets.ts"
import { Datapoints } from "./Datapoints.ts"
import { History } from "./History.ts"

/** Values are kept as JSON text, so they are answered without being read and written again. */
const json = (text: string) => HttpServerResponse.text(text, { contentType: "application/json" })

export const DatapointsHttp = HttpApiBuilder.group(
  Api,
  "datapoints",
  Effect.fnUntraced(function* (handlers) {
    const datapoints = yield* Datapoints
    const datasheets = yield* Datasheets
    const history = yield* History
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
        return json(yield* history.read(yield* CurrentDatapoint, query))
      }),
      datasheet: Effect.fnUntraced(function* ({ params }) {
        return yield* datasheets.get(yield* CurrentCaller, params.id)
      })
    })
  })
)
