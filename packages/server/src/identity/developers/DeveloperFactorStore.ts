import { DeveloperId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const Policy = Schema.Struct({ required: Schema.Boolean })
const Version = Schema.Struct({ token_version: Schema.Int })

/** What a developer's org asks of second factors, and the developer's row, which guards changes of them. */
export class DeveloperFactorStore extends Context.Service<
  DeveloperFactorStore,
  {
    /** Whether the org requires one; false for an unknown developer. */
    readonly isRequired: (id: DeveloperId) => Effect.Effect<boolean>
    /** The token version; the row stays locked until the transaction ends, so that changes are serialised. */
    readonly lockForUpdate: (id: DeveloperId) => Effect.Effect<Option.Option<number>>
  }
>()("@fleet/server/DeveloperFactorStore") {
  static readonly layer = Layer.effect(
    DeveloperFactorStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const policy = SqlSchema.findOneOption({
        Request: DeveloperId,
        Result: Policy,
        execute: (id) => sql`
          SELECT o.require_two_factor AS required FROM developers d JOIN orgs o ON o.id = d.org_id WHERE d.id = ${id}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: DeveloperId,
        Result: Version,
        execute: (id) => sql`SELECT token_version FROM developers WHERE id = ${id} FOR NO KEY UPDATE`
      })
      return DeveloperFactorStore.of({
        isRequired: (id) =>
          Effect.map(
            Effect.orDie(policy(id)),
            Option.exists(({ required }) => required)
          ),
        lockForUpdate: (id) =>
          Effect.map(
            Effect.orDie(lockForUpdate(id)),
            Option.map(({ token_version }) => token_version)
          )
      })
    })
  )
}
