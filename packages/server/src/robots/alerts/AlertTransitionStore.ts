import { AlertTransition } from "@fleet/domain/Alerts"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type DeleteOld, oldRowsAtOnce } from "../../plans/Retention.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import type { StoredMove } from "./AlertRow.ts"

const Page = Schema.Struct({
  orgId: OrgId,
  robotId: RobotId,
  beforeSeq: Schema.NullOr(Schema.Finite),
  limit: Schema.Int
})
const Row = Schema.Struct({ ...AlertTransition.fields, seq: Schema.FiniteFromString })

/** The alert_transitions table. */
export class AlertTransitionStore extends Context.Service<
  AlertTransitionStore,
  {
    readonly insert: (moves: ReadonlyArray<StoredMove>, now: Date) => Effect.Effect<void>
    /** Newest first. An alert that is still published is called by the slug that its datapoint has now. */
    readonly page: (page: typeof Page.Type) => Effect.Effect<ReadonlyArray<AlertTransition>>
    readonly deleteOld: DeleteOld
  }
>()("@fleet/server/AlertTransitionStore") {
  static readonly layer = Layer.effect(
    AlertTransitionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const page = SqlSchema.findAll({
        Request: Page,
        Result: Row,
        execute: ({ beforeSeq, limit, orgId, robotId }) => sql`
          SELECT t.seq::text, t.alert_id, coalesce(a.slug, t.slug) AS slug, t.name, t.state, t.value, t.at_ms
          FROM alert_transitions t LEFT JOIN alerts a ON a.id = t.alert_id
          WHERE t.robot_id = ${robotId} AND t.org_id = ${orgId}
            AND (${beforeSeq}::bigint IS NULL OR t.seq < ${beforeSeq}::bigint)
          ORDER BY t.seq DESC LIMIT ${limit}`
      })
      return AlertTransitionStore.of({
        insert: (moves, now) => {
          const rows = moves.map(({ alert, atMs, state, value }) => ({
            org_id: alert.org_id,
            robot_id: alert.robot_id,
            alert_id: alert.id,
            slug: alert.slug,
            name: alert.name,
            state,
            value,
            at_ms: atMs
          }))
          return Effect.orDie(
            Effect.asVoid(sql`
              INSERT INTO alert_transitions (org_id, robot_id, alert_id, slug, name, state, value, at_ms, stored_at)
              SELECT org_id, robot_id, alert_id, slug, name, state, value, at_ms, ${now}::timestamptz
              FROM jsonb_to_recordset(${replaceUnstorableChars(JSON.stringify(rows))}::jsonb) AS n (
                org_id uuid, robot_id uuid, alert_id uuid, slug text, name text, state text, value jsonb,
                at_ms double precision)`)
          )
        },
        page: (asked) => Effect.orDie(page(asked)),
        // The numbers are gathered into an array, so that the planner uses the index whatever its statistics are.
        deleteOld: (orgId, before) =>
          sql`
            DELETE FROM alert_transitions WHERE seq = ANY (ARRAY(
              SELECT seq FROM alert_transitions WHERE org_id = ${orgId} AND stored_at < ${before}
              ORDER BY stored_at LIMIT ${oldRowsAtOnce} FOR UPDATE SKIP LOCKED))
            RETURNING 1`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length)
          )
      })
    })
  )
}
