import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ConfirmationIds, ConfirmationKey, McpConfirmation, type McpCommand } from "./McpConfirmation.ts"
import { replaceUnstorableChars } from "../../../platform/sql/replaceUnstorableChars.ts"

/** The mcp_confirmations table. */
export class McpConfirmationStore extends Context.Service<
  McpConfirmationStore,
  {
    /** Has a question wait until a time. One that waits with this key is that question; there is one at a time. */
    readonly ask: (
      key: ConfirmationKey,
      command: McpCommand,
      times: { readonly now: Date; readonly expires: Date }
    ) => Effect.Effect<ConfirmationIds>
    /** Whether one with this key waits, and how many others of the same person and client do. */
    readonly waiting: (
      key: ConfirmationKey,
      now: Date
    ) => Effect.Effect<{ readonly this: boolean; readonly others: number }>
    readonly find: (id: string) => Effect.Effect<Option.Option<McpConfirmation>>
    /** Decides one that waits, until another time; answers whether it did. */
    readonly decide: (
      id: string,
      decision: "approve" | "deny",
      times: { readonly now: Date; readonly expires: Date }
    ) => Effect.Effect<boolean>
    /** Deletes one that was approved. Answers whether there was one. */
    readonly takeApproved: (key: ConfirmationKey, now: Date) => Effect.Effect<boolean>
    /** Deletes the one that waits with this key and this state. Answers whether there was one. */
    readonly takeWaiting: (key: ConfirmationKey, now: Date, state: string) => Effect.Effect<boolean>
    /** Deletes what a client asked a person. */
    readonly deleteOf: (personId: string, clientId: string) => Effect.Effect<void>
    readonly deleteBefore: (now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/McpConfirmationStore") {
  static readonly layer = Layer.effect(
    McpConfirmationStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: McpConfirmation,
        execute: (id) => sql`SELECT * FROM mcp_confirmations WHERE id = ${id}`
      })
      const ask = SqlSchema.findOne({
        Request: Schema.Struct({
          ...ConfirmationKey.fields,
          command: Schema.String,
          now: Schema.Date,
          expires: Schema.Date
        }),
        Result: ConfirmationIds,
        execute: ({ command, expires, now, ...key }) => sql`
          INSERT INTO mcp_confirmations AS known (app_user_id, client_id, arguments_hash, command, expires_at)
          VALUES (${key.app_user_id}, ${key.client_id}, ${key.arguments_hash}, ${command}::jsonb, ${expires})
          ON CONFLICT (app_user_id, client_id, arguments_hash) WHERE decision IS NULL DO UPDATE SET
            id = CASE WHEN known.expires_at > ${now} THEN known.id ELSE excluded.id END,
            state = CASE WHEN known.expires_at > ${now} THEN known.state ELSE excluded.state END,
            command = excluded.command, expires_at = excluded.expires_at
          RETURNING id, state`
      })
      const deleted = Effect.map((rows: ReadonlyArray<unknown>) => rows.length > 0)
      return McpConfirmationStore.of({
        ask: (key, command, times) =>
          Effect.orDie(ask({ ...key, ...times, command: replaceUnstorableChars(JSON.stringify(command)) })),
        waiting: ({ app_user_id, arguments_hash, client_id }, now) =>
          sql<{ readonly this: boolean; readonly others: number }>`
            SELECT coalesce(bool_or(arguments_hash = ${arguments_hash}), false) AS this,
              (count(*) FILTER (WHERE arguments_hash <> ${arguments_hash}))::int AS others
            FROM mcp_confirmations
            WHERE app_user_id = ${app_user_id} AND client_id = ${client_id}
              AND expires_at > ${now} AND decision IS NULL`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows[0]!)
          ),
        find: (id) => Effect.orDie(find(id)),
        decide: (id, decision, { expires, now }) =>
          sql`
            UPDATE mcp_confirmations SET decision = ${decision}, expires_at = ${expires}
            WHERE id = ${id} AND decision IS NULL AND expires_at > ${now} RETURNING id`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0)
          ),
        takeApproved: ({ app_user_id, arguments_hash, client_id }, now) =>
          sql`
            DELETE FROM mcp_confirmations WHERE id = (
              SELECT id FROM mcp_confirmations
              WHERE app_user_id = ${app_user_id} AND client_id = ${client_id} AND arguments_hash = ${arguments_hash}
                AND expires_at > ${now} AND decision = 'approve'
              ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING id`.pipe(Effect.orDie, deleted),
        takeWaiting: ({ app_user_id, arguments_hash, client_id }, now, state) =>
          sql`
            DELETE FROM mcp_confirmations
            WHERE app_user_id = ${app_user_id} AND client_id = ${client_id} AND arguments_hash = ${arguments_hash}
              AND state = ${state} AND expires_at > ${now} AND decision IS NULL
            RETURNING id`.pipe(Effect.orDie, deleted),
        deleteOf: (personId, clientId) =>
          sql`DELETE FROM mcp_confirmations WHERE app_user_id = ${personId} AND client_id = ${clientId}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        deleteBefore: (now) =>
          sql`DELETE FROM mcp_confirmations WHERE expires_at < ${now}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
