import { Uuid } from "@fleet/domain/Wire"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { AuthorizationRequest, Interaction, type InteractionChange } from "./Interaction.ts"

const New = Schema.Struct({
  ...AuthorizationRequest.fields,
  cookie_hash: Schema.Uint8Array,
  expires_at: Schema.DateTimeUtcFromDate
})

/** The oauth_interactions table. */
export class InteractionStore extends Context.Service<
  InteractionStore,
  {
    readonly insert: (interaction: typeof New.Type) => Effect.Effect<string>
    readonly find: (id: string) => Effect.Effect<Option.Option<Interaction>>
    /** The row stays locked until the transaction ends. */
    readonly lockForUpdate: (id: string) => Effect.Effect<Option.Option<Interaction>>
    readonly change: (id: string, change: InteractionChange) => Effect.Effect<void>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/InteractionStore") {
  static readonly layer = Layer.effect(
    InteractionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.findOne({
        Request: New,
        Result: Schema.Struct({ id: Uuid }),
        execute: (row) => sql`INSERT INTO oauth_interactions ${sql.insert({ ...row })} RETURNING id`
      })
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Interaction,
        execute: (id) => sql`SELECT * FROM oauth_interactions WHERE id = ${id}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Interaction,
        execute: (id) => sql`SELECT * FROM oauth_interactions WHERE id = ${id} FOR UPDATE`
      })
      return InteractionStore.of({
        insert: (row) => Effect.map(Effect.orDie(insert(row)), ({ id }) => id),
        find: (id) => Effect.orDie(find(id)),
        lockForUpdate: (id) => Effect.orDie(lockForUpdate(id)),
        change: (id, change) =>
          sql`UPDATE oauth_interactions SET ${sql.update({ ...change })} WHERE id = ${id}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        deleteBefore: (now) =>
          sql`DELETE FROM oauth_interactions WHERE expires_at < ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
