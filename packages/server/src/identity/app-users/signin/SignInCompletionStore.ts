import { AppUserId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Factor = Schema.Struct({
  policy: Schema.Literals(["off", "optional", "required"]),
  /** Whether the person has a confirmed authenticator. */
  confirmed: Schema.Boolean,
  /** Whether the org is locked. */
  locked: Schema.Boolean,
  /** Whether the app takes passwords and the person's was lost. */
  password_lost: Schema.Boolean
})

/** What a sign-in still needs after its first factor. */
export class SignInCompletionStore extends Context.Service<
  SignInCompletionStore,
  {
    readonly factor: (id: AppUserId) => Effect.Effect<typeof Factor.Type>
  }
>()("@fleet/server/SignInCompletionStore") {
  static readonly layer = Layer.effect(
    SignInCompletionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const factor = SqlSchema.findOne({
        Request: AppUserId,
        Result: Factor,
        execute: (id) => sql`
          SELECT a.two_factor AS policy, u.password_lost AND a.password_enabled AS password_lost,
            EXISTS (SELECT FROM authenticators t WHERE t.app_user_id = u.id AND t.confirmed_at IS NOT NULL) AS confirmed,
            o.locked_at IS NOT NULL AS locked
          FROM app_users u JOIN apps a ON a.id = u.app_id JOIN orgs o ON o.id = u.org_id
          WHERE u.id = ${id}`
      })
      return SignInCompletionStore.of({
        factor: (id) => Effect.orDie(factor(id))
      })
    })
  )
}
