import { AppId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../../platform/sql/values.ts"

const Client = Schema.Struct({ id: Schema.String, name: Schema.String, redirect_uris: Schema.Array(Schema.String) })
const New = Schema.Struct({ ...Client.fields, app_id: Schema.NullOr(AppId), now: Schema.Date })
const Key = Schema.Struct({ id: Schema.String, app_id: Schema.NullOr(AppId), usedAfter: Schema.Date })

/** The mcp_clients table: clients that registered themselves. */
export class McpClientStore extends Context.Service<
  McpClientStore,
  {
    readonly insert: (client: typeof New.Type) => Effect.Effect<void>
    /** A client of the endpoint that was used since a time. */
    readonly find: (key: typeof Key.Type) => Effect.Effect<Option.Option<typeof Client.Type>>
    /** Notes a use, at most once an hour. */
    readonly touch: (id: string, now: Date) => Effect.Effect<void>
    readonly deleteUnused: (since: Date) => Effect.Effect<void>
  }
>()("@fleet/server/McpClientStore") {
  static readonly layer = Layer.effect(
    McpClientStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const insert = SqlSchema.void({
        Request: New,
        execute: ({ app_id, id, name, now, redirect_uris }) => sql`
          INSERT INTO mcp_clients (id, app_id, name, redirect_uris, created_at, last_used_at)
          VALUES (${id}, ${app_id}, ${name}, ${textArray(redirect_uris)}, ${now}, ${now})`
      })
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Client,
        execute: ({ app_id, id, usedAfter }) => sql`
          SELECT id, name, redirect_uris FROM mcp_clients
          WHERE id = ${id} AND app_id IS NOT DISTINCT FROM ${app_id}::uuid AND last_used_at > ${usedAfter}`
      })
      return McpClientStore.of({
        insert: (client) => Effect.orDie(insert(client)),
        find: (key) => Effect.orDie(find(key)),
        touch: (id, now) =>
          sql`
            UPDATE mcp_clients SET last_used_at = ${now}
            WHERE id = ${id} AND last_used_at < ${now}::timestamptz - interval '1 hour'`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        deleteUnused: (since) =>
          sql`DELETE FROM mcp_clients WHERE last_used_at < ${since}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
