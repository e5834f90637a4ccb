import type { Developer } from "@fleet/domain/Caller"
import { RobotDeletionPartial, RobotInUse } from "@fleet/domain/Errors"
import { type DeletionStep, deletionSteps, type Robot, type RobotDeletionSummary } from "@fleet/domain/Robots"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { AccessVersions } from "../access/AccessVersions.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { AuditLog } from "../audit/AuditLog.ts"
import { robotEntry } from "../audit/robotEntry.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { AlertRecords } from "./alerts/records/AlertRecords.ts"
import { AssetStore } from "./assets/AssetStore.ts"
import { LiveSessions } from "./cameras/live/LiveSessions.ts"
import { SnapshotRecords } from "./cameras/records/SnapshotRecords.ts"
import { PublishedConfigs } from "./config/PublishedConfigs.ts"
import { DeletionStore, type InOrg } from "./DeletionStore.ts"
import { ResourceHealths } from "./health/ResourceHealths.ts"
import { RecorderRecords } from "./recordings/records/RecorderRecords.ts"
import { RecordedSamples } from "./history/RecordedSamples.ts"

/** Deleting a robot with all that hangs on it, step by step. The audit trail stays. */
export class RobotDeletion extends Context.Service<
  RobotDeletion,
  {
    readonly preview: (developer: Developer, robot: Robot) => Effect.Effect<RobotDeletionSummary>
    /** Goes on where an earlier attempt stopped. A robot that somebody watches is deleted only by force. */
    readonly delete: (
      developer: Developer,
      robot: Robot,
      isForced?: boolean
    ) => Effect.Effect<void, RobotInUse | RobotDeletionPartial>
  }
>()("@fleet/server/RobotDeletion") {
  static readonly layer = Layer.effect(
    RobotDeletion,
    Effect.gen(function* () {
      const store = yield* DeletionStore
      const series = yield* RecordedSamples
      const alerts = yield* AlertRecords
      const healths = yield* ResourceHealths
      const assets = yield* AssetStore
      const recorders = yield* RecorderRecords
      const snapshots = yield* SnapshotRecords
      const versions = yield* AccessVersions
      const configs = yield* PublishedConfigs
      const transaction = yield* Transaction
      const audit = yield* AuditLog
      const bus = yield* Bus
      const live = yield* LiveSessions

      const gone = ({ orgId }: Developer, { id }: Robot) =>
        transaction.afterCommit(bus.tell({ type: "robot_deleted", robotId: id, orgId }))

      const work = (developer: Developer, robot: Robot): Record<DeletionStep, Effect.Effect<void>> => {
        const key = { orgId: developer.orgId, id: robot.id }
        return {
          live_sessions: Effect.sync(() => live.endRobot(robot.id)),
          // From here on the robot sends nothing more that would have to be deleted again.
          bridge: Effect.andThen(store.dropToken(key), gone(developer, robot)),
          jobs: store.dropJobs(key),
          history: Effect.gen(function* () {
            yield* series.release(robot.id)
            yield* snapshots.drop({ orgId: developer.orgId, robotId: robot.id })
            yield* store.dropHistory(key)
          }),
          // Their bytes go when no other robot has them.
          assets: Effect.andThen(recorders.drop(robot.id), assets.drop({ orgId: developer.orgId, robotId: robot.id })),
          configuration: Effect.gen(function* () {
            yield* alerts.drop({ orgId: developer.orgId, robotId: robot.id })
            yield* healths.drop({ orgId: developer.orgId, robotId: robot.id })
            yield* store.dropConfiguration(key)
          }),
          grants: Effect.gen(function* () {
            const apps = yield* store.dropGrants(key)
            yield* versions.raiseApps(apps)
            yield* transaction.afterCommit(
              bus.tell(...apps.map((appId) => ({ type: "app_access_changed", appId }) as const))
            )
          }),
          robot: Effect.gen(function* () {
            yield* store.dropRobot(key)
            yield* audit.record(
              robotEntry(robot, { orgId: developer.orgId, actor: developer, action: "robot.deleted" })
            )
            yield* versions.raiseOrg(developer.orgId)
            yield* gone(developer, robot)
          })
        }
      }

      /** Locks the robot: of two deletions at once, one does the step and the other passes over it. */
      const take = Effect.fnUntraced(function* (key: InOrg, step: DeletionStep, done: Effect.Effect<void>) {
        const before = Option.getOrNull(yield* store.lockForUpdate(key))
        if (before === null || before.deletion_done.includes(step)) return
        yield* done
        if (step !== "robot") yield* store.mark({ ...key, step })
      }, transaction.run)

      return RobotDeletion.of({
        preview: Effect.fn("RobotDeletion.preview")(function* (developer, robot) {
          const { exposures } = yield* configs.current(robot.id)
          const holdings = yield* store.holdings({ orgId: developer.orgId, id: robot.id })
          const kept = [...exposures.values()]
          const cameras = kept.filter(({ kind }) => kind === "camera").map(({ slug }) => slug)
          return {
            slug_count: kept.length - cameras.length,
            sample_rows: holdings.sample_rows,
            bytes_freed: holdings.bytes + (yield* snapshots.bytesOf(robot.id)),
            cameras,
            asset_count: holdings.asset_count,
            asset_bytes_freed: holdings.asset_bytes_freed,
            job_run_count: holdings.job_run_count,
            had_live_session: live.ofRobot(robot.id).length > 0,
            had_unpublished_draft: holdings.had_unpublished_draft
          }
        }),
        delete: Effect.fn("RobotDeletion.delete")(function* (developer, robot, isForced = true) {
          if (!isForced && live.ofRobot(robot.id).length > 0) return yield* new RobotInUse()
          const steps = work(developer, robot)
          const done: Array<DeletionStep> = []
          for (const step of deletionSteps) {
            yield* Effect.catchCauseIf(
              take({ orgId: developer.orgId, id: robot.id }, step, steps[step]),
              (cause) => !Cause.hasInterruptsOnly(cause),
              (cause) =>
                Effect.andThen(
                  Effect.logError(`robot deletion stopped at step ${step}`, cause),
                  Effect.fail(new RobotDeletionPartial({ details: { done, failed: step } }))
                )
            )
            done.push(step)
          }
        })
      })
    })
  )
}
