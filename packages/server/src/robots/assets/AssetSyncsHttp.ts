import { Api } from "@fleet/domain/api/Api"
import { CurrentRobot } from "@fleet/domain/api/RobotScope"
import { CurrentDeveloper } from "@fleet/domain/Caller"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AssetSyncs } from "./AssetSyncs.ts"
import { JointMapping } from "./JointMapping.ts"

export const AssetSyncsHttp = HttpApiBuilder.group(
  Api,
  "assetSyncs",
  Effect.fnUntraced(function* (handlers) {
    const syncs = yield* AssetSyncs
    const joints = yield* JointMapping
    return handlers.handleAll({
      start: Effect.fnUntraced(function* () {
        return { sync_id: yield* syncs.start(yield* CurrentDeveloper, yield* CurrentRobot) }
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        return yield* syncs.get((yield* CurrentRobot).id, params.syncId)
      }),
      clear: Effect.fnUntraced(function* () {
        return yield* syncs.clear(yield* CurrentDeveloper, yield* CurrentRobot)
      }),
      putJointState: Effect.fnUntraced(function* ({ payload: { slug } }) {
        yield* joints.put(yield* CurrentDeveloper, yield* CurrentRobot, slug)
        return { joint_state_slug: slug }
      })
    })
  })
)
