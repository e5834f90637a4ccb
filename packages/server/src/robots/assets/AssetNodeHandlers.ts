import { RobotOffline } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import { Effect } from "effect"
import { AssetQuestion } from "./AssetsRpc.ts"
import { HealthReports } from "../health/HealthReports.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { AvailablePart } from "./AvailablePart.ts"
import { requestFrames } from "./requestFrames.ts"

/** Robots' files at the process that holds their bridges. */
export const AssetNodeHandlers = AssetQuestion.toLayer(
  Effect.gen(function* () {
    const homes = yield* RobotHomes
    const reports = yield* HealthReports
    const parts = yield* homes.register({ open: (home) => new AvailablePart(home, reports) })

    const linkOf = (robotId: RobotId) =>
      Effect.suspend(() => {
        const link = homes.link(robotId)
        return link === undefined ? Effect.fail(new RobotOffline()) : Effect.succeed(link)
      })

    return {
      available: Effect.fnUntraced(function* ({ robotId }) {
        return parts.in((yield* linkOf(robotId)).home).available
      }),
      request: Effect.fnUntraced(function* ({ meshes, robotId, syncId, token, uploadUrl }) {
        const link = yield* linkOf(robotId)
        const request = { type: "asset_request", sync_id: syncId, upload_url: uploadUrl, token, meshes } as const
        for (const frame of requestFrames(request)) link.send(frame)
      })
    }
  })
)
