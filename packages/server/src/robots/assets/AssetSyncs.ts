import { type AssetSyncStatus, AssetSyncId } from "@fleet/domain/Assets"
import type { Developer } from "@fleet/domain/Caller"
import { SyncBusy, NotFound, type RobotOffline } from "@fleet/domain/Errors"
import type { RobotId } from "@fleet/domain/Ids"
import type { DeletedAssets } from "@fleet/domain/Assets"
import { foldedUri } from "@fleet/domain/assets/assetNames"
import type { Robot } from "@fleet/domain/Robots"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { randomUUID } from "node:crypto"
import { AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { AssetNode } from "./AssetsRpc.ts"
import { Settings } from "../../platform/settings/Settings.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { AssetStore } from "./AssetStore.ts"
import { AssetSyncStore } from "./AssetSyncStore.ts"
import type { Progress } from "./ProgressPart.ts"
import { endedBy, isRepeated, missingOf, progressed, statusOf, withSecondRound } from "./syncStates.ts"
import { SyncTokens } from "./SyncTokens.ts"

/** A sync without a report for so long has failed. */
const silenceMs = 60_000

/** Uploads of robots' files, from the request to the end. */
export class AssetSyncs extends Context.Service<
  AssetSyncs,
  {
    /** `not_found` where the robot has nothing to upload. */
    readonly start: (
      developer: Developer,
      robot: Robot
    ) => Effect.Effect<AssetSyncId, NotFound | RobotOffline | SyncBusy>
    readonly get: (robotId: RobotId, id: AssetSyncId) => Effect.Effect<AssetSyncStatus, NotFound>
    readonly running: (robotId: RobotId) => Effect.Effect<AssetSyncStatus | null>
    /** What the bridge of a robot says. It is ignored where the sync is not a running one of that robot. */
    readonly progress: (robotId: RobotId, progress: Progress) => Effect.Effect<void>
    /** Deletes all files of a robot, not while they are uploaded. */
    readonly clear: (developer: Developer, robot: Robot) => Effect.Effect<DeletedAssets, NotFound | SyncBusy>
    /** Ends the syncs that have been silent for too long. */
    readonly endSilent: Effect.Effect<void>
  }
>()("@fleet/server/AssetSyncs") {
  static readonly layer = Layer.effect(
    AssetSyncs,
    Effect.gen(function* () {
      const store = yield* AssetStore
      const syncs = yield* AssetSyncStore
      const tokens = yield* SyncTokens
      const audit = yield* AuditLog
      const node = yield* AssetNode
      const transaction = yield* Transaction
      const { baseUrl } = yield* Settings
      const uploadUrl = `${baseUrl}/api/bridge/assets`

      const endSilent = Effect.gen(function* () {
        const now = yield* DateTime.now
        const before = DateTime.subtract(now, { milliseconds: silenceMs })
        yield* syncs.endSilent({ before: DateTime.toDateUtc(before), now: DateTime.toDateUtc(now) })
      })

      const refuseBusy = Effect.fnUntraced(function* (robotId: RobotId) {
        yield* endSilent
        const running = Option.getOrNull(yield* syncs.running(robotId))
        if (running === null) return
        const started_at_ms = running.started_at.epochMilliseconds
        return yield* new SyncBusy({ details: { sync_id: running.id, started_at_ms } })
      })

      const locked = Effect.fnUntraced(function* ({ orgId }: Developer, robot: Robot) {
        const ofRobot = { orgId, robotId: robot.id }
        if (!(yield* store.lockRobotForUpdate(ofRobot))) return yield* new NotFound()
        yield* refuseBusy(robot.id)
        return ofRobot
      })

      const ask = (robotId: RobotId, syncId: AssetSyncId, meshes: ReadonlyArray<string>) =>
        node.request({ robotId, syncId, uploadUrl, token: tokens.tokenOf(syncId), meshes })

      const begin = Effect.fnUntraced(function* (developer: Developer, robot: Robot, meshes: ReadonlyArray<string>) {
        const { orgId } = yield* locked(developer, robot)
        const id = AssetSyncId.make(randomUUID())
        const at = yield* DateTime.now
        const requested = meshes.length + 1
        yield* syncs.put({
          id,
          robot_id: robot.id,
          org_id: orgId,
          state: "running",
          requested,
          meshes,
          round: 1,
          done: 0,
          total: requested,
          stored: 0,
          failed: [],
          reason: null,
          urdf_refusal: null,
          first_end: null,
          started_at: at,
          updated_at: at
        })
        yield* syncs.trim(robot.id)
        yield* audit.record(
          robotEntry(robot, { orgId, actor: developer, action: "assets.sync_started", details: { sync_id: id } })
        )
        return id
      }, transaction.run)

      /** Answers the files that the bridge is to be asked for besides. */
      const advance = Effect.fnUntraced(function* (robotId: RobotId, id: AssetSyncId, progress: Progress) {
        const before = Option.getOrNull(yield* syncs.lockRunningForUpdate(id))
        if (before === null || before.robot_id !== robotId) return []
        const now = progressed(before, progress, yield* DateTime.now)
        if (now.state === "failed" || progress.state === "running" || isRepeated(before, progress)) {
          yield* syncs.put(now)
          return []
        }
        const missing = missingOf(
          Option.getOrNull(yield* store.urdf(robotId)),
          (yield* store.list(robotId)).map(({ name }) => name)
        )
        const asked = new Set(before.meshes.map((uri) => foldedUri(uri) ?? uri))
        const second =
          before.round === 1 ? missing.map(({ uri }) => uri).filter((uri) => !asked.has(foldedUri(uri) ?? uri)) : []
        yield* syncs.put(second.length > 0 ? withSecondRound(now, second) : endedBy(now, missing.length))
        return second
      }, transaction.run)

      return AssetSyncs.of({
        start: Effect.fn("AssetSyncs.start")(function* (developer, robot) {
          const { meshes, urdf } = yield* node.available({ robotId: robot.id })
          if (!urdf && meshes.length === 0) return yield* new NotFound()
          const named = [...new Set(meshes)]
          const id = yield* begin(developer, robot, named)
          // A robot that has left meanwhile is found silent.
          yield* Effect.ignore(ask(robot.id, id, named))
          return id
        }),
        get: Effect.fn("AssetSyncs.get")(function* (robotId, id) {
          yield* endSilent
          const row = yield* syncs.find({ robotId, id })
          return Option.isNone(row) ? yield* new NotFound() : statusOf(row.value)
        }),
        running: Effect.fn("AssetSyncs.running")(function* (robotId) {
          yield* endSilent
          return Option.getOrNull(Option.map(yield* syncs.running(robotId), statusOf))
        }),
        progress: Effect.fn("AssetSyncs.progress")(function* (robotId, progress) {
          const id = AssetSyncId.make(progress.sync_id)
          const second = yield* advance(robotId, id, progress)
          if (second.length > 0) yield* Effect.ignore(ask(robotId, id, second))
        }),
        clear: Effect.fn("AssetSyncs.clear")(function* (developer, robot) {
          const cleared = yield* store.clear(yield* locked(developer, robot))
          if (cleared.deleted === 0) return cleared
          yield* audit.record(
            robotEntry(robot, {
              orgId: developer.orgId,
              actor: developer,
              action: "assets.cleared",
              details: { ...cleared }
            })
          )
          return cleared
        }, transaction.run),
        endSilent
      })
    })
  )
}
