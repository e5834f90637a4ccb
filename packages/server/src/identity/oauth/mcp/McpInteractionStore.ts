import { AppId } from "@fleet/domain/Ids"
import { McpScope } from "@fleet/domain/Mcp"
import { Uuid } from "@fleet/domain/Wire"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../../platform/sql/textArray.ts"

const New = Schema.Struct({
  app_id: Schema.NullOr(AppId),
  client_id: Schema.String,
  client_name: Schema.NullOr(Schema.String),
  /** Where the client may be answered, and where this answer goes. */
  redirect_uris: Schema.Array(Schema.String),
  redirect_uri: Schema.String,
  state: Schema.NullOr(Schema.String),
  code_challenge: Schema.String,
  scopes: Schema.Array(McpScope),
  expires_at: Schema.DateTimeUtcFromDate
})
const Row = Schema.Struct({ ...New.fields, id: Uuid, decided_at: Schema.NullOr(Schema.DateTimeUtcFromDate) })

/** A client that asks for consent. */
export type McpInteraction = typeof Row.Type

/** The mcp_interactions table. */
export class McpInteractionStore extends Context.Service<
  McpInteractionStore,
  {
    readonly insert: (interaction: typeof New.Type) => Effect.Effect<string>
    readonly find: (id: string) => Effect.Effect<Option.Option<McpInteraction>>
    /** The row stays locked until the transaction ends. */
    readonly lockForUpdate: (id: string) => Effect.Effect<Option.Option<McpInteraction>>
    readonly decide: (id: string, now: Date) => Effect.Effect<void>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/McpInteractionStore") {
  static readonly layer = Layer.effect(
    McpInteractionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.findOne({
        Request: New,
        Result: Schema.Struct({ id: Uuid }),
        execute: ({ redirect_uris, scopes, ...row }) => sql`
          INSERT INTO mcp_interactions
            ${sql.insert({ ...row, redirect_uris: textArray(redirect_uris), scopes: textArray(scopes) })} RETURNING id`
      })
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (id) => sql`SELECT * FROM mcp_interactions WHERE id = ${id}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: Row,
        execute: (id) => sql`SELECT * FROM mcp_interactions WHERE id = ${id} FOR UPDATE`
      })
      const done = <A, E>(statement: Effect.Effect<A, E>) => Effect.asVoid(Effect.orDie(statement))
      return McpInteractionStore.of({
        insert: (row) => Effect.map(Effect.orDie(insert(row)), ({ id }) => id),
        find: (id) => Effect.orDie(find(id)),
        lockForUpdate: (id) => Effect.orDie(lockForUpdate(id)),
        decide: (id, now) => done(sql`UPDATE mcp_interactions SET decided_at = ${now} WHERE id = ${id}`),
        deleteBefore: (now) => done(sql`DELETE FROM mcp_interactions WHERE expires_at < ${now}`)
      })
    })
  )
}
