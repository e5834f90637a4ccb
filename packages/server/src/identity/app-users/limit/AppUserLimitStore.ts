import { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { lockOrgForUpdate } from "../../../org/lockOrgForUpdateSql.ts"

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
export type OfApp = typeof OfApp.Type

const Look = Schema.Struct({ users: Schema.Int, locked: Schema.Boolean })

/** What the limit of app users is decided by. */
export class AppUserLimitStore extends Context.Service<
  AppUserLimitStore,
  {
    /** Locks the org's row and then the app's until the transaction ends. */
    readonly lockForUpdate: (app: OfApp) => Effect.Effect<{ readonly found: boolean; readonly locked: boolean }>
    /** App users of the org, over all of its apps, and whether the org is locked. */
    readonly look: (orgId: OrgId) => Effect.Effect<typeof Look.Type>
  }
>()("@fleet/server/AppUserLimitStore") {
  static readonly layer = Layer.effect(
    AppUserLimitStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lockForUpdate = Effect.fnUntraced(function* ({ appId, orgId }: OfApp) {
        const locked = yield* lockOrgForUpdate(sql, orgId)
        const app = yield* sql`SELECT FROM apps WHERE id = ${appId} AND org_id = ${orgId} FOR NO KEY UPDATE`
        return { found: app.length > 0, locked }
      })
      const look = SqlSchema.findOne({
        Request: OrgId,
        Result: Look,
        execute: (orgId) => sql`
          SELECT count(*)::int AS users, EXISTS (SELECT FROM orgs WHERE id = ${orgId} AND locked_at IS NOT NULL) AS locked
          FROM app_users WHERE org_id = ${orgId}`
      })
      return AppUserLimitStore.of({
        lockForUpdate: (app) => Effect.orDie(lockForUpdate(app)),
        look: (orgId) => Effect.orDie(look(orgId))
      })
    })
  )
}
