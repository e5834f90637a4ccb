import { CurrentRobot, RobotScope } from "@fleet/domain/api/RobotScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { InvalidUuid } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { readPath } from "../platform/http/pathReader.ts"
import { Robots } from "./Robots.ts"

const pathParams = readPath(Schema.Struct({ id: RobotId }))

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
