import { HistoryExportsLimited } from "@fleet/domain/api/HistoryExportsLimited"
import { CurrentDatapoint, DatapointScope } from "@fleet/domain/api/RobotScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { InvalidUuid } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { readPath } from "../../platform/http/pathReader.ts"
import { RateLimits } from "../../platform/limits/RateLimits.ts"
import { Datapoints } from "./Datapoints.ts"

const pathParams = readPath(Schema.Struct({ id: RobotId, slug: Schema.String }))

export const DatapointScopeLive = Layer.effect(
  DatapointScope,
  Effect.gen(function* () {
    const datapoints = yield* Datapoints
    return Effect.fnUntraced(function* (handled) {
      const { id, slug } = yield* Effect.mapError(pathParams, () => new InvalidUuid())
      const datapoint = yield* datapoints.find(yield* CurrentCaller, id, slug)
      return yield* Effect.provideService(handled, CurrentDatapoint, datapoint)
    })
  })
)

/** Before the path is read, as every limit. */
export const HistoryExportsLimitedLive = Layer.effect(
  HistoryExportsLimited,
  Effect.map(RateLimits, (limits) =>
    Effect.fnUntraced(function* (handled) {
      const { id, kind } = yield* CurrentCaller
      yield* limits.take("history_export", `${kind} ${id}`)
      return yield* handled
    })
  )
)
