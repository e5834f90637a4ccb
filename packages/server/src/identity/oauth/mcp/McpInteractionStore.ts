import { Uuid } from "@fleet/domain/Wire"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { McpInteraction, NewMcpInteraction } from "./McpInteraction.ts"
import { textArray } from "../../../platform/sql/values.ts"

/** The mcp_interactions table. */
export class McpInteractionStore extends Context.Service<
  McpInteractionStore,
  {
    readonly insert: (interaction: typeof NewMcpInteraction.Type) => Effect.Effect<string>
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
        Request: NewMcpInteraction,
        Result: Schema.Struct({ id: Uuid }),
        execute: ({ scopes, ...row }) => sql`
          INSERT INTO mcp_interactions ${sql.insert({ ...row, scopes: textArray(scopes) })} RETURNING id`
      })
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: McpInteraction,
        execute: (id) => sql`SELECT * FROM mcp_interactions WHERE id = ${id}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: McpInteraction,
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
