import { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** What one request can add to. */
export type Counted = "seats" | "robots" | "apps" | "app_users"

/** What has other units than things. */
type Measured = Counted | "asset_bytes"

const Of = Schema.Struct({ orgId: OrgId, now: Schema.Date })
type Of = typeof Of.Type

/** How much of each counted thing an organisation has. Invitations count while they can be accepted. */
export class PlanUsageStore extends Context.Service<
  PlanUsageStore,
  { readonly count: (counted: Measured, of: Of) => Effect.Effect<number> }
>()("@fleet/server/PlanUsageStore") {
  static readonly layer = Layer.effect(
    PlanUsageStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const counting = (execute: (of: typeof Of.Encoded) => Effect.Effect<ReadonlyArray<unknown>, unknown>) => {
        const count = SqlSchema.findOne({ Request: Of, Result: Schema.Struct({ count: Schema.Finite }), execute })
        return (of: Of) => Effect.map(Effect.orDie(count(of)), ({ count }) => count)
      }
      const count: Record<Measured, (of: Of) => Effect.Effect<number>> = {
        seats: counting(
          ({ now, orgId }) => sql`
            SELECT (SELECT count(*) FROM developers WHERE org_id = ${orgId})::int
              + (SELECT count(*) FROM team_invitations WHERE org_id = ${orgId} AND expires_at > ${now})::int AS count`
        ),
        robots: counting(({ orgId }) => sql`SELECT count(*)::int AS count FROM robots WHERE org_id = ${orgId}`),
        apps: counting(({ orgId }) => sql`SELECT count(*)::int AS count FROM apps WHERE org_id = ${orgId}`),
        asset_bytes: counting(
          ({ orgId }) => sql`SELECT coalesce(sum(size_bytes), 0)::float8 AS count FROM assets WHERE org_id = ${orgId}`
        ),
        app_users: counting(
          ({ now, orgId }) => sql`
            SELECT (SELECT count(*) FROM app_users WHERE org_id = ${orgId})::int
              + (SELECT count(*) FROM app_invitations WHERE org_id = ${orgId} AND expires_at > ${now})::int AS count`
        )
      }
      return PlanUsageStore.of({ count: (counted, of) => count[counted](of) })
    })
  )
}
