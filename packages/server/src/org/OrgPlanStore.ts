import { OrgId } from "@fleet/domain/Ids"
import { Addons, PlanKeep, PlanName } from "@fleet/domain/Plans"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { PlanTerms } from "../plans/PlanTerms.ts"

const Standing = Schema.Struct({
  plan: PlanName,
  addons: Addons,
  currency: Schema.Literals(["eur", "usd"]),
  period_ends_at: Schema.NullOr(Schema.Date)
})

export type Standing = typeof Standing.Type

const Change = Schema.Struct({
  target_plan: Schema.Literals(["basic", "plus"]),
  reason: Schema.Literals(["downgrade", "cancel", "lock"]),
  effective_at: Schema.Date,
  keep: Schema.NullOr(PlanKeep),
  chosen_by: Schema.String,
  chosen_at: Schema.Date
})
export type Change = typeof Change.Type

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** What an org has of its plan, and the change that waits for its time. */
export class OrgPlanStore extends Context.Service<
  OrgPlanStore,
  {
    readonly standing: (orgId: OrgId) => Effect.Effect<Standing>
    readonly put: (orgId: OrgId, standing: Standing) => Effect.Effect<void>
    /** What an earlier change was still to remove stays. */
    readonly dropCut: (orgId: OrgId) => Effect.Effect<void>
    readonly setTerms: (orgId: OrgId, terms: PlanTerms | null) => Effect.Effect<void>
    readonly find: (orgId: OrgId) => Effect.Effect<Option.Option<Change>>
    /** In place of the one before. */
    readonly schedule: (orgId: OrgId, change: Change) => Effect.Effect<void>
    /** Whether there was one. */
    readonly withdraw: (orgId: OrgId) => Effect.Effect<boolean>
    /** The orgs whose changes are due, in the order of their times. */
    readonly due: (now: Date) => Effect.Effect<ReadonlyArray<OrgId>>
  }
>()("@fleet/server/OrgPlanStore") {
  static readonly layer = Layer.effect(
    OrgPlanStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const standing = SqlSchema.findOne({
        Request: OrgId,
        Result: Standing,
        execute: (id) => sql`SELECT plan, addons, currency, period_ends_at FROM orgs WHERE id = ${id}`
      })
      const find = SqlSchema.findOneOption({
        Request: OrgId,
        Result: Change,
        execute: (id) => sql`
          SELECT target_plan, reason, effective_at, keep, chosen_by, chosen_at FROM plan_changes WHERE org_id = ${id}`
      })
      const due = SqlSchema.findAll({
        Request: Schema.Date,
        Result: Schema.Struct({ org_id: OrgId }),
        execute: (now) => sql`
          SELECT org_id FROM plan_changes WHERE effective_at <= ${now} ORDER BY effective_at, org_id`
      })
      return OrgPlanStore.of({
        standing: (id) => Effect.orDie(standing(id)),
        dropCut: (id) => sql`DELETE FROM plan_cuts WHERE org_id = ${id}`.pipe(Effect.orDie, Effect.asVoid),
        put: (id, { addons, currency, period_ends_at, plan }) =>
          sql`
            UPDATE orgs SET plan = ${plan}, addons = ${json(addons)}::text::jsonb, currency = ${currency},
              period_ends_at = ${period_ends_at}::timestamptz
            WHERE id = ${id}`.pipe(Effect.orDie, Effect.asVoid),
        setTerms: (id, terms) =>
          sql`UPDATE orgs SET terms = ${json(terms)}::text::jsonb WHERE id = ${id}`.pipe(Effect.orDie, Effect.asVoid),
        find: (id) => Effect.orDie(find(id)),
        schedule: (id, { keep, ...change }) =>
          Effect.andThen(
            sql`DELETE FROM plan_changes WHERE org_id = ${id}`,
            sql`
              INSERT INTO plan_changes (org_id, target_plan, reason, effective_at, keep, chosen_by, chosen_at)
              VALUES (${id}, ${change.target_plan}, ${change.reason}, ${change.effective_at}, ${json(keep)}::text::jsonb,
                ${change.chosen_by}, ${change.chosen_at})`
          ).pipe(Effect.orDie, Effect.asVoid),
        withdraw: (id) =>
          sql`DELETE FROM plan_changes WHERE org_id = ${id} RETURNING org_id`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length > 0)
          ),
        due: (now) => Effect.map(Effect.orDie(due(now)), (rows) => rows.map(({ org_id }) => org_id))
      })
    })
  )
}
