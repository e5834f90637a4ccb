import { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { holdOrg } from "../sql/holdOrg.ts"

const OfApp = Schema.Struct({ orgId: OrgId, appId: AppId })
export type OfApp = typeof OfApp.Type

/** What the ceiling of app users is decided by. */
export class AppUserCeilingStore extends Context.Service<
  AppUserCeilingStore,
  {
    /** Holds the org's row and then the app's until the transaction ends. False when the app is gone. */
    readonly hold: (app: OfApp) => Effect.Effect<boolean>
    /** App users of the org, over all of its apps. */
    readonly count: (orgId: OrgId) => Effect.Effect<number>
  }
>()("@fleet/server/AppUserCeilingStore") {
  static readonly layer = Layer.effect(
    AppUserCeilingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const hold = Effect.fnUntraced(function* ({ appId, orgId }: OfApp) {
        yield* holdOrg(sql, orgId)
        const held = yield* sql`SELECT FROM apps WHERE id = ${appId} AND org_id = ${orgId} FOR NO KEY UPDATE`
        return held.length > 0
      })
      const count = SqlSchema.findOne({
        Request: OrgId,
        Result: Schema.Struct({ users: Schema.Int }),
        execute: (orgId) => sql`SELECT count(*)::int AS users FROM app_users WHERE org_id = ${orgId}`
      })
      return AppUserCeilingStore.of({
        hold: (app) => Effect.orDie(hold(app)),
        count: (orgId) => Effect.map(Effect.orDie(count(orgId)), ({ users }) => users)
      })
    })
  )
}
