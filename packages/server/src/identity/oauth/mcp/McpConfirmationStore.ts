import { Uuid } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { ConfirmationKey, McpConfirmation, type McpCommand } from "./McpConfirmation.ts"
import { replaceUnstorableChars } from "../../../platform/sql/replaceUnstorableChars.ts"

/** The mcp_confirmations table. */
export class McpConfirmationStore extends Context.Service<
  McpConfirmationStore,
  {
    readonly insert: (key: ConfirmationKey, command: McpCommand, expires: Date) => Effect.Effect<string>
    /** Lets one that waits with this key wait until another time, if there is one; answers its id. */
    readonly prolong: (
      key: ConfirmationKey,
      command: McpCommand,
      times: { readonly now: Date; readonly expires: Date }
    ) => Effect.Effect<string | null>
    /** How many of a person and a client wait. */
    readonly waiting: (key: ConfirmationKey, now: Date) => Effect.Effect<number>
    readonly find: (id: string) => Effect.Effect<Option.Option<McpConfirmation>>
    /** Decides one that waits, until another time; answers whether it did. */
    readonly decide: (
      id: string,
      decision: "approve" | "deny",
      times: { readonly now: Date; readonly expires: Date }
    ) => Effect.Effect<boolean>
    /** Takes one that was approved, or the named one; it is gone then. Answers whether there was one. */
    readonly take: (key: ConfirmationKey, now: Date, id: string | null) => Effect.Effect<boolean>
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
      const insert = SqlSchema.findOne({
        Request: Schema.Struct({ ...ConfirmationKey.fields, command: Schema.String, expires: Schema.Date }),
        Result: Schema.Struct({ id: Uuid }),
        execute: ({ command, expires, ...key }) => sql`
          INSERT INTO mcp_confirmations (app_user_id, client_id, arguments_hash, command, expires_at)
          VALUES (${key.app_user_id}, ${key.client_id}, ${key.arguments_hash}, ${command}::jsonb, ${expires})
          RETURNING id`
      })
      return McpConfirmationStore.of({
        insert: (key, command, expires) =>
          Effect.map(
            Effect.orDie(insert({ ...key, command: replaceUnstorableChars(JSON.stringify(command)), expires })),
            ({ id }) => id
          ),
        prolong: ({ app_user_id, arguments_hash, client_id }, command, { expires, now }) =>
          sql<{ readonly id: string }>`
            UPDATE mcp_confirmations
            SET expires_at = ${expires}, command = ${replaceUnstorableChars(JSON.stringify(command))}::jsonb
            WHERE id = (
              SELECT id FROM mcp_confirmations
              WHERE app_user_id = ${app_user_id} AND client_id = ${client_id} AND arguments_hash = ${arguments_hash}
                AND expires_at > ${now} AND decision IS NULL
              ORDER BY expires_at DESC LIMIT 1 FOR UPDATE)
            RETURNING id`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows[0]?.id ?? null)
          ),
        waiting: ({ app_user_id, client_id }, now) =>
          sql<{ readonly count: number }>`
            SELECT count(*)::int AS count FROM mcp_confirmations
            WHERE app_user_id = ${app_user_id} AND client_id = ${client_id}
              AND expires_at > ${now} AND decision IS NULL`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows[0]!.count)
          ),
        find: (id) => Effect.orDie(find(id)),
        decide: (id, decision, { expires, now }) =>
          sql`
            UPDATE mcp_confirmations SET decision = ${decision}, expires_at = ${expires}
            WHERE id = ${id} AND decision IS NULL AND expires_at > ${now} RETURNING id`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0)
          ),
        take: ({ app_user_id, arguments_hash, client_id }, now, id) =>
          sql`
            DELETE FROM mcp_confirmations WHERE id = (
              SELECT id FROM mcp_confirmations
              WHERE app_user_id = ${app_user_id} AND client_id = ${client_id} AND arguments_hash = ${arguments_hash}
                AND expires_at > ${now}
                AND ${id === null ? sql`decision = 'approve'` : sql`id = ${id} AND decision IS NULL`}
              ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING id`.pipe(
            Effect.orDie,
            Effect.map((rows) => rows.length > 0)
          ),
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
