import { DeveloperId, SessionId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

/** How a sign-in was done. */
export const Method = Schema.Literals(["email_code", "passkey"])
export type Method = typeof Method.Type

const New = Schema.Struct({
  hash: Schema.Uint8Array,
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

/** The portal_codes table: authorization codes, and the sessions they gave. */
export class ConsoleCodeStore extends Context.Service<
  ConsoleCodeStore,
  {
    readonly insert: (code: typeof New.Type) => Effect.Effect<void>
    /** The row stays locked until the transaction ends. */
    readonly lock: (hash: Uint8Array) => Effect.Effect<Option.Option<typeof Row.Type>>
    readonly spend: (hash: Uint8Array, now: Date) => Effect.Effect<void>
    /** Keeps which session a code gave: the family of this refresh token. */
    readonly gave: (hash: Uint8Array, refreshHash: Uint8Array) => Effect.Effect<void>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/ConsoleCodeStore") {
  static readonly layer = Layer.effect(
    ConsoleCodeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.void({
        Request: New,
        execute: (row) => sql`INSERT INTO portal_codes ${sql.insert({ ...row })}`
      })
      const lock = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Row,
        execute: (hash) => sql`SELECT * FROM portal_codes WHERE hash = ${hash} FOR UPDATE`
      })
      const done = <A, E>(statement: Effect.Effect<A, E>) => Effect.asVoid(Effect.orDie(statement))
      return ConsoleCodeStore.of({
        insert: (code) => Effect.orDie(insert(code)),
        lock: (hash) => Effect.orDie(lock(hash)),
        spend: (hash, now) => done(sql`UPDATE portal_codes SET spent_at = ${now} WHERE hash = ${hash}`),
        gave: (hash, refreshHash) =>
          done(sql`
            UPDATE portal_codes SET session_id = (SELECT family_id FROM refresh_tokens WHERE hash = ${refreshHash})
            WHERE hash = ${hash}`),
        deleteBefore: (now) => done(sql`DELETE FROM portal_codes WHERE expires_at < ${now}`)
      })
    })
  )
}
