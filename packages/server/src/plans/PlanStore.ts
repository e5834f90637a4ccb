import { OrgId } from "@fleet/domain/Ids"
import { Addons, PlanKeep, PlanName } from "@fleet/domain/Plans"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { PlanTerms } from "./PlanTerms.ts"

const Row = Schema.Struct({
  id: OrgId,
  plan: PlanName,
  addons: Addons,
  currency: Schema.Literals(["eur", "usd"]),
  period_ends_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  terms: Schema.NullOr(PlanTerms),
  locked_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type Row = typeof Row.Type

const Pending = Schema.Struct({
  target_plan: PlanName,
  reason: Schema.Literals(["downgrade", "cancel", "lock"]),
  effective_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  keep: Schema.NullOr(PlanKeep),
  chosen_by: Schema.String,
  chosen_at: Schema.DateTimeUtcFromDate
})
export type Pending = typeof Pending.Type

/** The plans of organisations, as they are read. */
export class PlanStore extends Context.Service<
  PlanStore,
  {
    readonly get: (orgId: OrgId) => Effect.Effect<Row>
    /** The change that waits for its time; else the last one, as long as something is to be removed after it. */
    readonly pending: (orgId: OrgId) => Effect.Effect<Option.Option<Pending>>
    /** Those of the orgs that there are. */
    readonly some: (orgIds: ReadonlyArray<OrgId>) => Effect.Effect<ReadonlyArray<Row>>
    readonly all: Effect.Effect<ReadonlyArray<Row>>
  }
>()("@fleet/server/PlanStore") {
  static readonly layer = Layer.effect(
    PlanStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, plan, addons, currency, period_ends_at, terms, locked_at")
      const get = SqlSchema.findOne({
        Request: OrgId,
        Result: Row,
        execute: (id) => sql`SELECT ${columns} FROM orgs WHERE id = ${id}`
      })
      const some = SqlSchema.findAll({
        Request: Schema.Array(OrgId),
        Result: Row,
        execute: (ids) => sql`SELECT ${columns} FROM orgs WHERE ${sql.in("id", ids)}`
      })
      const all = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Row,
        execute: () => sql`SELECT ${columns} FROM orgs ORDER BY id`
      })
      const waiting = sql.literal("target_plan, reason, effective_at, keep, chosen_by, chosen_at")
      const pending = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Pending,
        execute: (id) => sql`
          SELECT ${waiting}, 0 AS turn FROM plan_changes WHERE org_id = ${id}
          UNION ALL SELECT ${waiting}, 1 FROM plan_cuts WHERE org_id = ${id} ORDER BY turn LIMIT 1`
      })
      return PlanStore.of({
        pending: (id) => Effect.orDie(pending(id)),
        get: (id) => Effect.orDie(get(id)),
        some: (ids) => Effect.orDie(some(ids)),
        all: Effect.orDie(Effect.suspend(() => all(undefined)))
      })
    })
  )
}
