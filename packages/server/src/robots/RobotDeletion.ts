import type { Developer } from "@fleet/domain/Caller"
import { RobotDeletionPartial, RobotInUse } from "@fleet/domain/Errors"
import { type DeletionStep, deletionSteps, type Robot, type RobotDeletionSummary } from "@fleet/domain/Robots"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { AccessVersions } from "../access/AccessVersions.ts"
import { Bus } from "../platform/bus/Bus.ts"
import { AuditLog, type PlatformIn } from "../audit/AuditLog.ts"
import { robotEntry } from "../audit/robotEntry.ts"
import { Transaction } from "../platform/sql/Transaction.ts"
import { DeletionStore, type InOrg } from "./DeletionStore.ts"
import { RobotRecords } from "./stored/RobotRecords.ts"

/** Deleting a robot with all that hangs on it, step by step. The audit trail stays. */
export class RobotDeletion extends Context.Service<
  RobotDeletion,
  {
    readonly preview: (developer: Developer, robot: Robot) => Effect.Effect<RobotDeletionSummary>
    /** Goes on where an earlier attempt stopped. A robot that somebody watches is deleted only by force. */
    readonly delete: (
      developer: Developer | PlatformIn,
      robot: Robot,
      isForced?: boolean
    ) => Effect.Effect<void, RobotInUse | RobotDeletionPartial>
  }
>()("@fleet/server/RobotDeletion") {
  static readonly layer = Layer.effect(
    RobotDeletion,
    Effect.gen(function* () {
      const store = yield* DeletionStore
      const records = yield* RobotRecords
      const versions = yield* AccessVersions
      const transaction = yield* Transaction
      const audit = yield* AuditLog
      const bus = yield* Bus

      const gone = ({ orgId }: Pick<Developer, "orgId">, { id }: Robot) =>
        transaction.afterCommit(bus.broadcastAndWait({ type: "robot_deleted", robotId: id, orgId }))

      /** What the robot's own row loses, before the records of features in two of the steps. */
      const own = (
        developer: Developer | PlatformIn,
        robot: Robot
      ): Partial<Record<DeletionStep, Effect.Effect<void>>> => {
        const key = { orgId: developer.orgId, id: robot.id }
        return {
          // From here on the robot sends nothing more that would have to be deleted again.
          bridge: Effect.andThen(store.dropToken(key), gone(developer, robot)),
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
        preview: Effect.fn("RobotDeletion.preview")(({ orgId }, { id }) => records.holdings({ orgId, robotId: id })),
        delete: Effect.fn("RobotDeletion.delete")(function* (developer, robot, isForced = true) {
          if (!isForced && (yield* records.isInUse(robot.id))) return yield* new RobotInUse()
          const steps = own(developer, robot)
          const { orgId } = developer
          const done: Array<DeletionStep> = []
          for (const step of deletionSteps) {
            yield* Effect.catchCauseIf(
              take(
                { orgId, id: robot.id },
                step,
                Effect.andThen(records.drop(step, { orgId, robotId: robot.id }), steps[step] ?? Effect.void)
              ),
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
