import { AppUserId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Terms = Schema.Struct({
  app_name: Schema.String,
  policy: Schema.Literals(["off", "optional", "required"])
})

/** The two-factor policy of an app. */
export class TwoFactorStore extends Context.Service<
  TwoFactorStore,
  {
    /** For an active person, who stays locked until the transaction ends. */
    readonly lockForUpdate: (id: AppUserId) => Effect.Effect<Option.Option<typeof Terms.Type>>
  }
>()("@fleet/server/TwoFactorStore") {
  static readonly layer = Layer.effect(
    TwoFactorStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lockForUpdate = SqlSchema.findOneOption({
        Request: AppUserId,
        Result: Terms,
        execute: (id) => sql`
          SELECT a.name AS app_name, a.two_factor AS policy FROM app_users u JOIN apps a ON a.id = u.app_id
          WHERE u.id = ${id} AND u.status = 'active'
          FOR NO KEY UPDATE OF u`
      })
      return TwoFactorStore.of({ lockForUpdate: (id) => Effect.orDie(lockForUpdate(id)) })
    })
  )
}
