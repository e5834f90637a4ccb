import { AppUserId, DeveloperId, SessionId } from "@fleet/domain/Ids"
import { McpScope } from "@fleet/domain/Mcp"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../../platform/sql/values.ts"

const New = Schema.Struct({
  hash: Schema.Uint8Array,
  app_user_id: Schema.NullOr(AppUserId),
  developer_id: Schema.NullOr(DeveloperId),
  token_version: Schema.Int,
  resource: Schema.String,
  client_id: Schema.String,
  redirect_uri: Schema.String,
  code_challenge: Schema.String,
  scopes: Schema.Array(McpScope),
  expires_at: Schema.DateTimeUtcFromDate
})
const Row = Schema.Struct({
  ...New.fields,
  spent_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  session_id: Schema.NullOr(SessionId)
})
export type McpCode = typeof Row.Type

/** The mcp_codes table: authorization codes, and the sessions they gave. */
export class McpCodeStore extends Context.Service<
  McpCodeStore,
  {
    readonly insert: (code: typeof New.Type) => Effect.Effect<void>
    /** The row stays locked until the transaction ends. */
    readonly lockForUpdate: (hash: Uint8Array) => Effect.Effect<Option.Option<McpCode>>
    readonly spend: (hash: Uint8Array, now: Date) => Effect.Effect<void>
    readonly keepSession: (hash: Uint8Array, session: SessionId) => Effect.Effect<void>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/McpCodeStore") {
  static readonly layer = Layer.effect(
    McpCodeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.void({
        Request: New,
        execute: ({ scopes, ...row }) => sql`INSERT INTO mcp_codes ${sql.insert({ ...row, scopes: textArray(scopes) })}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Row,
        execute: (hash) => sql`SELECT * FROM mcp_codes WHERE hash = ${hash} FOR UPDATE`
      })
      const done = <A, E>(statement: Effect.Effect<A, E>) => Effect.asVoid(Effect.orDie(statement))
      return McpCodeStore.of({
        insert: (code) => Effect.orDie(insert(code)),
        lockForUpdate: (hash) => Effect.orDie(lockForUpdate(hash)),
        spend: (hash, now) => done(sql`UPDATE mcp_codes SET spent_at = ${now} WHERE hash = ${hash}`),
        keepSession: (hash, session) => done(sql`UPDATE mcp_codes SET session_id = ${session} WHERE hash = ${hash}`),
        deleteBefore: (now) => done(sql`DELETE FROM mcp_codes WHERE expires_at < ${now}`)
      })
    })
  )
}
