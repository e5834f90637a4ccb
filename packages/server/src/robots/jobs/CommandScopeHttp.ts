import {
  CommandScope,
  CurrentJobHistory,
  CurrentStop,
  CurrentTarget,
  JobHistoryScope,
  StopScope,
  TakesKinds
} from "@fleet/domain/api/CommandScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { InvalidUuid } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { readPath } from "../../platform/http/pathReader.ts"
import { Jobs } from "./Jobs.ts"

const pathParams = readPath(Schema.Struct({ id: RobotId, slug: Schema.String }))

export const CommandScopeLive = Layer.effect(
  CommandScope,
  Effect.gen(function* () {
    const jobs = yield* Jobs
    return Effect.fnUntraced(function* (handled, { endpoint }) {
      const { id, slug } = yield* Effect.mapError(pathParams, () => new InvalidUuid())
      const kinds = Option.getOrElse(Context.getOption(endpoint.annotations, TakesKinds), () => [])
      const target = yield* jobs.target(yield* CurrentCaller, id, slug, kinds)
      return yield* Effect.provideService(handled, CurrentTarget, target)
    })
  })
)

const robotParams = readPath(Schema.Struct({ id: RobotId }))

export const JobHistoryScopeLive = Layer.effect(
  JobHistoryScope,
  Effect.gen(function* () {
    const jobs = yield* Jobs
    return Effect.fnUntraced(function* (handled) {
      const { id } = yield* Effect.mapError(robotParams, () => new InvalidUuid())
      const target = yield* jobs.historyTarget(yield* CurrentCaller, id)
      return yield* Effect.provideService(handled, CurrentJobHistory, target)
    })
  })
)

export const StopScopeLive = Layer.effect(
  StopScope,
  Effect.gen(function* () {
    const jobs = yield* Jobs
    return Effect.fnUntraced(function* (handled) {
      const { id } = yield* Effect.mapError(robotParams, () => new InvalidUuid())
      const target = yield* jobs.stopTarget(yield* CurrentCaller, id)
      return yield* Effect.provideService(handled, CurrentStop, target)
    })
  })
)
