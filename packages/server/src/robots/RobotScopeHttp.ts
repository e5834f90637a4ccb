import { CurrentRobot, OwnerOfRobot, RobotScope } from "@fleet/domain/api/RobotScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { InvalidUuid, TierRequired } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/unstable/http"
import { Robots } from "./Robots.ts"

const pathParams = HttpRouter.schemaPathParams(Schema.Struct({ id: RobotId }))

export const RobotScopeLive = Layer.effect(
  RobotScope,
  Effect.gen(function* () {
    const robots = yield* Robots
    return Effect.fnUntraced(function* (handled) {
      const { id } = yield* Effect.mapError(pathParams, () => new InvalidUuid())
      const robot = yield* robots.get(yield* CurrentDeveloper, id)
      return yield* Effect.provideService(handled, CurrentRobot, robot)
    })
  })
)

export const OwnerOfRobotLive = Layer.succeed(
  OwnerOfRobot,
  Effect.fnUntraced(function* (handled) {
    const { tier } = yield* CurrentDeveloper
    if (tier !== "owner") return yield* new TierRequired({ details: { required: "owner", actual: tier } })
    return yield* handled
  })
)
