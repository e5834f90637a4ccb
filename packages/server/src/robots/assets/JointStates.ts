import type { Caller } from "@fleet/domain/Caller"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { findOfKind } from "@fleet/domain/RobotConfig/Exposures"
import { Context, Effect, Layer } from "effect"
import { AuditLog } from "../../audit/AuditLog.ts"
import { robotEntry } from "../../audit/robotEntry.ts"
import { Transaction } from "../../platform/sql/Transaction.ts"
import { RobotRecords } from "../stored/RobotRecords.ts"
import { JointStateStore } from "./JointStateStore.ts"

interface Change {
  readonly orgId: OrgId
  readonly robot: { readonly id: RobotId; readonly name: string }
  readonly actor: Caller
}

const jointState = "sensor_msgs/msg/JointState"

/** Whether a document's datapoint has whole messages with positions of joints. */
export const hasJointStates = (doc: DeliveredDocument, slug: string): boolean => {
  const datapoint = findOfKind(doc, "datapoint", slug)?.config
  return datapoint !== undefined && datapoint.type === jointState && datapoint.field === undefined
}

/** Which datapoint moves the joints of a robot's URDF. */
export class JointStates extends Context.Service<
  JointStates,
  {
    readonly get: (robotId: RobotId) => Effect.Effect<string | null>
    /** The slug is published, and has joint states; null clears. */
    readonly set: (change: Change, slug: string | null) => Effect.Effect<void>
  }
>()("@fleet/server/JointStates") {
  static readonly layer = Layer.effect(
    JointStates,
    Effect.gen(function* () {
      const store = yield* JointStateStore
      const audit = yield* AuditLog
      const transaction = yield* Transaction
      const stored = yield* RobotRecords
      yield* stored.register({
        // Clears what the document no longer has.
        publish: Effect.fnUntraced(function* ({ actor, doc, orgId, robot, version }) {
          const slug = yield* store.find(robot.id)
          if (slug === null || hasJointStates(doc, slug)) return
          yield* store.clear(robot.id)
          yield* audit.record(
            robotEntry(robot, { orgId, actor, action: "robot.joint_state_cleared", details: { version } })
          )
        }),
        rename: Effect.fnUntraced(function* ({ from, robotId, to }) {
          if ((yield* store.find(robotId)) === from) yield* store.put({ robotId, slug: to })
        })
      })

      return JointStates.of({
        get: (robotId) => store.find(robotId),
        set: Effect.fn("JointStates.set")(function* ({ actor, orgId, robot }, slug) {
          yield* slug === null ? store.clear(robot.id) : store.put({ robotId: robot.id, slug })
          yield* audit.record(robotEntry(robot, { orgId, actor, action: "robot.joint_state_set", details: { slug } }))
        }, transaction.run)
      })
    })
  )
}
