import { OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Counted = Schema.Struct({ max_robots: Schema.Int, max_apps: Schema.Int, max_end_users: Schema.Int })

/** How many of each counted thing an org has. */
export class QuotaUsageStore extends Context.Service<
  QuotaUsageStore,
  { readonly count: (orgId: OrgId) => Effect.Effect<typeof Counted.Type> }
>()("@fleet/server/QuotaUsageStore") {
  static readonly layer = Layer.effect(
    QuotaUsageStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const count = SqlSchema.findOne({
        Request: OrgId,
        Result: Counted,
        execute: (orgId) => sql`
          SELECT (SELECT count(*)::int FROM robots WHERE org_id = ${orgId}) AS max_robots,
            (SELECT count(*)::int FROM apps WHERE org_id = ${orgId}) AS max_apps,
            (SELECT count(*)::int FROM app_users WHERE org_id = ${orgId}) AS max_end_users`
      })
      return QuotaUsageStore.of({ count: (orgId) => Effect.orDie(count(orgId)) })
    })
  )
}
