import {
  type Alert,
  type AlertHistoryPage,
  type AlertHistoryQuery,
  alertPageSize,
  type OrgAlertPage,
  orgAlertPageSize,
  type OrgAlertQuery
} from "@fleet/domain/Alerts"
import type { Developer } from "@fleet/domain/Caller"
import { ValidationError } from "@fleet/domain/Errors"
import type { Robot } from "@fleet/domain/Robots"
import { Rule } from "@fleet/domain/Wire"
import { Context, Effect, Layer } from "effect"
import { readAlertCursor, writeAlertCursor } from "./alertCursor.ts"
import { LiveAlerts } from "./LiveAlerts.ts"
import { alertOf } from "./alertOf.ts"
import type { AlertRow } from "./AlertRow.ts"
import { AlertStore } from "./AlertStore.ts"
import { AlertTransitionStore } from "./AlertTransitionStore.ts"

const malformed = new ValidationError({
  message: "before: send the next_cursor of a page as it is.",
  details: { field: "before", rule: Rule.format }
})

/** What developers see of alerts. */
export class Alerts extends Context.Service<
  Alerts,
  {
    /** The published alerts of a robot, by slug and key. */
    readonly list: (robot: Pick<Robot, "id">) => Effect.Effect<ReadonlyArray<Alert>>
    /** Those of the developer's org, those that moved last first. */
    readonly ofOrg: (developer: Developer, query: OrgAlertQuery) => Effect.Effect<OrgAlertPage, ValidationError>
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
        ofOrg: Effect.fn("Alerts.ofOrg")(function* ({ orgId }, { before, limit = orgAlertPageSize, state }) {
          const after = before === undefined ? null : readAlertCursor(before)
          if (after === undefined) return yield* malformed
          const rows = yield* store.ofOrg(orgId, { after, limit: limit + 1, state: state ?? null })
          const page = rows.slice(0, limit)
          return {
            alerts: page.map((row) => ({ ...toAlert(row), robot_name: row.robot_name })),
            next_cursor: rows.length > limit ? writeAlertCursor(page.at(-1)!) : null
          }
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
