import {
  type Alert,
  type AlertHistoryPage,
  type AlertHistoryQuery,
  alertPageSize,
  type OrgAlert
} from "@fleet/domain/Alerts"
import type { Developer } from "@fleet/domain/Caller"
import type { Robot } from "@fleet/domain/Robots"
import { Context, Effect, Layer } from "effect"
import { LiveAlerts } from "./LiveAlerts.ts"
import { alertOf } from "./alertOf.ts"
import type { AlertRow } from "./AlertRow.ts"
import { AlertStore } from "./AlertStore.ts"
import { AlertTransitionStore } from "./AlertTransitionStore.ts"

/** What developers see of alerts. */
export class Alerts extends Context.Service<
  Alerts,
  {
    /** The published alerts of a robot, by slug and key. */
    readonly list: (robot: Pick<Robot, "id">) => Effect.Effect<ReadonlyArray<Alert>>
    /** Those of the developer's org that fire now, the newest first. */
    readonly firing: (developer: Developer) => Effect.Effect<ReadonlyArray<OrgAlert>>
    readonly history: (developer: Developer, robot: Robot, query: AlertHistoryQuery) => Effect.Effect<AlertHistoryPage>
  }
>()("@fleet/server/Alerts") {
  static readonly layer = Layer.effect(
    Alerts,
    Effect.gen(function* () {
      const store = yield* AlertStore
      const transitions = yield* AlertTransitionStore
      const live = yield* LiveAlerts

      const toAlert = (row: AlertRow): Alert =>
        alertOf({ ...row, last_value: live.valueOf(row.robot_id, row.id) ?? row.last_value })

      return Alerts.of({
        list: Effect.fn("Alerts.list")(function* (robot) {
          return (yield* store.ofRobot(robot.id)).map(toAlert)
        }),
        firing: Effect.fn("Alerts.firing")(function* ({ orgId }) {
          return (yield* store.firing(orgId)).map((row) => ({ ...toAlert(row), robot_name: row.robot_name }))
        }),
        history: Effect.fn("Alerts.history")(function* ({ orgId }, robot, query) {
          const { before_seq: beforeSeq = null, limit = alertPageSize.default } = query
          const rows = yield* transitions.page({ orgId, robotId: robot.id, beforeSeq, limit: limit + 1 })
          const page = rows.slice(0, limit).map((row) => ({ ...row, value: row.value ?? null }))
          return { transitions: page, next_cursor: rows.length > limit ? page.at(-1)!.seq : null }
        })
      })
    })
  )
}
