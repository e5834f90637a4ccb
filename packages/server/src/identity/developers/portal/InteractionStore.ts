import { DeveloperId } from "@fleet/domain/Ids"
import { Uuid } from "@fleet/domain/Wire"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** `open`: nothing is proven. `ended`: nothing more can be done with it. */
const Step = Schema.Literals(["open", "two_factor", "setup", "enrolled", "organization", "ended"])
export type Step = typeof Step.Type

/** What a mailed code is for. */
export const Purpose = Schema.Literals(["sign_in", "sign_up"])
export type Purpose = typeof Purpose.Type

const Row = Schema.Struct({
  id: Uuid,
  cookie_hash: Schema.Uint8Array,
  redirect_uri: Schema.String,
  state: Schema.String,
  code_challenge: Schema.String,
  step: Step,
  purpose: Schema.NullOr(Purpose),
  email: Schema.NullOr(Schema.String),
  display_name: Schema.NullOr(Schema.String),
  developer_id: Schema.NullOr(DeveloperId),
  token_version: Schema.NullOr(Schema.Int),
  factor_attempts_left: Schema.Int,
  shown: Schema.NullOr(Schema.Uint8Array),
  expires_at: Schema.DateTimeUtcFromDate
})
export type Row = typeof Row.Type

const New = Schema.Struct({
  cookie_hash: Schema.Uint8Array,
  redirect_uri: Schema.String,
  state: Schema.String,
  code_challenge: Schema.String,
  expires_at: Schema.DateTimeUtcFromDate
})

export type Change = Partial<
  Pick<
    Row,
    "step" | "purpose" | "email" | "display_name" | "developer_id" | "token_version" | "factor_attempts_left" | "shown"
  >
>

/** The change that ends an interaction. */
export const over = { step: "ended", shown: null } as const satisfies Change

/** The portal_interactions table. */
export class InteractionStore extends Context.Service<
  InteractionStore,
  {
    readonly insert: (interaction: typeof New.Type) => Effect.Effect<string>
    readonly find: (id: string) => Effect.Effect<Option.Option<Row>>
    /** The row stays locked until the transaction ends. */
    readonly lock: (id: string) => Effect.Effect<Option.Option<Row>>
    readonly change: (id: string, change: Change) => Effect.Effect<void>
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
        execute: (row) => sql`INSERT INTO portal_interactions ${sql.insert({ ...row })} RETURNING id`
      })
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (id) => sql`SELECT * FROM portal_interactions WHERE id = ${id}`
      })
      const lock = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (id) => sql`SELECT * FROM portal_interactions WHERE id = ${id} FOR UPDATE`
      })
      return InteractionStore.of({
        insert: (row) => Effect.map(Effect.orDie(insert(row)), ({ id }) => id),
        find: (id) => Effect.orDie(find(id)),
        lock: (id) => Effect.orDie(lock(id)),
        change: (id, change) =>
          sql`UPDATE portal_interactions SET ${sql.update({ ...change })} WHERE id = ${id}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        deleteBefore: (now) =>
          sql`DELETE FROM portal_interactions WHERE expires_at < ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
