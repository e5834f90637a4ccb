import { AssetScope, CurrentAssets } from "@fleet/domain/api/AssetScope"
import { CurrentCaller } from "@fleet/domain/Caller"
import { InvalidUuid } from "@fleet/domain/Errors"
import { RobotId } from "@fleet/domain/Ids"
import { Effect, Layer, Schema } from "effect"
import { Access } from "../../access/Access.ts"
import { readPath } from "../../platform/http/pathReader.ts"

const pathParams = readPath(Schema.Struct({ id: RobotId }))

export const AssetScopeLive = Layer.effect(
  AssetScope,
  Effect.gen(function* () {
    const access = yield* Access
    return Effect.fnUntraced(function* (handled) {
      const { id } = yield* Effect.mapError(pathParams, () => new InvalidUuid())
      const { robot } = yield* access.requireCapability(yield* CurrentCaller, id, "assets")
      return yield* Effect.provideService(handled, CurrentAssets, { robotId: robot.id, orgId: robot.orgId })
    })
  })
)
