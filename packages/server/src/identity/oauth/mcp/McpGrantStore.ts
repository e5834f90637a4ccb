import { McpScope } from "@fleet/domain/Mcp"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../../platform/sql/values.ts"
import type { Subject } from "./McpPersonStore.ts"
import { subjectColumns } from "./subjectColumns.ts"

const Row = Schema.Struct({
  client_id: Schema.String,
  client_name: Schema.NullOr(Schema.String),
  scopes: Schema.Array(McpScope),
  granted_at: Schema.DateTimeUtcFromDate,
  last_used_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type GrantRow = typeof Row.Type

const Key = Schema.Struct({ subjectId: Schema.String, clientId: Schema.String })
type Key = typeof Key.Type

/** The mcp_grants table: what people let clients do. */
export class McpGrantStore extends Context.Service<
  McpGrantStore,
  {
    /** Newest first. */
    readonly list: (subjectId: string) => Effect.Effect<ReadonlyArray<GrantRow>>
    readonly find: (key: Key) => Effect.Effect<Option.Option<GrantRow>>
    /** The consent, locked until the transaction ends. */
    readonly lockForUpdate: (key: Key) => Effect.Effect<Option.Option<GrantRow>>
    /** The consent, which stays as it is until the transaction ends. */
    readonly lockForShare: (key: Key) => Effect.Effect<Option.Option<GrantRow>>
    /** Makes the consent, or replaces its name and scopes. */
    readonly put: (
      subject: Subject,
      grant: {
        readonly clientId: string
        readonly clientName: string | null
        readonly scopes: ReadonlyArray<string>
        readonly now: Date
      }
    ) => Effect.Effect<void>
    /** Notes a use, at most once a minute. */
    readonly touch: (key: Key, now: Date) => Effect.Effect<void>
    readonly delete: (key: Key) => Effect.Effect<void>
  }
>()("@fleet/server/McpGrantStore") {
  static readonly layer = Layer.effect(
    McpGrantStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("client_id, client_name, scopes, granted_at, last_used_at")
      const at = ({ clientId, subjectId }: Key) => sql`subject_id = ${subjectId} AND client_id = ${clientId}`
      const list = SqlSchema.findAll({
        Request: Schema.String,
        Result: Row,
        execute: (subjectId) => sql`
          SELECT ${columns} FROM mcp_grants WHERE subject_id = ${subjectId} ORDER BY granted_at DESC, client_id`
      })
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: (key) => sql`SELECT ${columns} FROM mcp_grants WHERE ${at(key)}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: (key) => sql`SELECT ${columns} FROM mcp_grants WHERE ${at(key)} FOR UPDATE`
      })
      const lockForShare = SqlSchema.findOneOption({
        Request: Key,
        Result: Row,
        execute: (key) => sql`SELECT ${columns} FROM mcp_grants WHERE ${at(key)} FOR SHARE`
      })
      const done = <A, E>(statement: Effect.Effect<A, E>) => Effect.asVoid(Effect.orDie(statement))
      return McpGrantStore.of({
        list: (subjectId) => Effect.orDie(list(subjectId)),
        find: (key) => Effect.orDie(find(key)),
        lockForUpdate: (key) => Effect.orDie(lockForUpdate(key)),
        lockForShare: (key) => Effect.orDie(lockForShare(key)),
        put: (subject, { clientId, clientName, now, scopes }) =>
          done(sql`
            INSERT INTO mcp_grants ${sql.insert({
              ...subjectColumns(subject),
              client_id: clientId,
              client_name: clientName,
              scopes: textArray(scopes),
              granted_at: now
            })}
            ON CONFLICT (subject_id, client_id)
            DO UPDATE SET client_name = EXCLUDED.client_name, scopes = EXCLUDED.scopes, granted_at = EXCLUDED.granted_at`),
        touch: (key, now) =>
          done(sql`
            UPDATE mcp_grants SET last_used_at = ${now}
            WHERE ${at(key)} AND coalesce(last_used_at < ${now}::timestamptz - interval '1 minute', true)`),
        delete: (key) => done(sql`DELETE FROM mcp_grants WHERE ${at(key)}`)
      })
    })
  )
}
