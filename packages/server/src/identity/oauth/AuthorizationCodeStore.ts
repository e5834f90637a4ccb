import { DeveloperId, SessionId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Method } from "./Interaction.ts"

const New = Schema.Struct({
  hash: Schema.Uint8Array,
  client_id: Schema.String,
  developer_id: DeveloperId,
  token_version: Schema.Int,
  redirect_uri: Schema.String,
  code_challenge: Schema.String,
  method: Method,
  expires_at: Schema.DateTimeUtcFromDate
})
const Row = Schema.Struct({
  ...New.fields,
  spent_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  session_id: Schema.NullOr(SessionId)
})

/** The oauth_codes table: authorization codes, and the sessions they gave. */
export class AuthorizationCodeStore extends Context.Service<
  AuthorizationCodeStore,
  {
    readonly insert: (code: typeof New.Type) => Effect.Effect<void>
    /** The row stays locked until the transaction ends. */
    readonly lockForUpdate: (hash: Uint8Array) => Effect.Effect<Option.Option<typeof Row.Type>>
    readonly spend: (hash: Uint8Array, now: Date) => Effect.Effect<void>
    /** Keeps which session a code gave: the family of this refresh token. */
    readonly keepSession: (hash: Uint8Array, refreshHash: Uint8Array) => Effect.Effect<void>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/AuthorizationCodeStore") {
  static readonly layer = Layer.effect(
    AuthorizationCodeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.void({
        Request: New,
        execute: (row) => sql`INSERT INTO oauth_codes ${sql.insert({ ...row })}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Row,
        execute: (hash) => sql`SELECT * FROM oauth_codes WHERE hash = ${hash} FOR UPDATE`
      })
      const done = <A, E>(statement: Effect.Effect<A, E>) => Effect.asVoid(Effect.orDie(statement))
      return AuthorizationCodeStore.of({
        insert: (code) => Effect.orDie(insert(code)),
        lockForUpdate: (hash) => Effect.orDie(lockForUpdate(hash)),
        spend: (hash, now) => done(sql`UPDATE oauth_codes SET spent_at = ${now} WHERE hash = ${hash}`),
        keepSession: (hash, refreshHash) =>
          done(sql`
            UPDATE oauth_codes SET session_id = (SELECT family_id FROM refresh_tokens WHERE hash = ${refreshHash})
            WHERE hash = ${hash}`),
        deleteBefore: (now) => done(sql`DELETE FROM oauth_codes WHERE expires_at < ${now}`)
      })
    })
  )
}
