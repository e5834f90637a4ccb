import { CurrentDatapoint, DatapointScope } from "@fleet/domain/api/RobotScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { InvalidUuid } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { readPath } from "../../platform/http/pathReader.ts"
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
