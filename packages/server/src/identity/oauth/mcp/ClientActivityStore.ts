import { AppId } from "@fleet/domain/Ids"
import type { McpRequestKind } from "@fleet/domain/McpDoctor"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { replaceUnstorableChars } from "../../../platform/sql/replaceUnstorableChars.ts"
import { textArray } from "../../../platform/sql/values.ts"
import { writeSkippingRejectedRows } from "../../../platform/sql/writeSkippingRejectedRows.ts"

/** How many clients of an app are kept, and how many programs that named none; those seen first give way. */
export const mostClients = 50

const Request = Schema.Struct({
  at: Schema.DateTimeUtcFromString,
  ok: Schema.Boolean,
  detail: Schema.NullOr(Schema.String)
})

const Row = Schema.Struct({
  client_id: Schema.NullOr(Schema.String),
  client_name: Schema.NullOr(Schema.String),
  user_agent: Schema.NullOr(Schema.String),
  /** By kind. */
  requests: Schema.Record(Schema.String, Request),
  first_seen_at: Schema.DateTimeUtcFromDate,
  last_seen_at: Schema.DateTimeUtcFromDate
})
export type ActivityRow = typeof Row.Type

/** What is new of a client. */
export interface NewActivity {
  readonly app_id: AppId
  readonly key: string
  readonly client_id: string | null
  readonly client_name: string | null
  readonly user_agent: string | null
  readonly requests: Partial<Record<McpRequestKind, typeof Request.Encoded>>
  readonly seen_at: string
  /** Else only a row that is there is changed. */
  readonly proven: boolean
}

const inOrder = (left: NewActivity, right: NewActivity) => (left.app_id + left.key < right.app_id + right.key ? -1 : 1)

/** The mcp_client_activity table. */
export class ClientActivityStore extends Context.Service<
  ClientActivityStore,
  {
    /**
     * Adds to what is kept, and deletes what an app has too many of: clients that never got a token before others. A row
     * that the database refuses is left out; where the database itself fails, the same may be written again.
     */
    readonly write: (activity: ReadonlyArray<NewActivity>) => Effect.Effect<void>
    readonly list: (appId: AppId) => Effect.Effect<ReadonlyArray<ActivityRow>>
    readonly deleteBefore: (time: Date) => Effect.Effect<void>
  }
>()("@fleet/server/ClientActivityStore") {
  static readonly layer = Layer.effect(
    ClientActivityStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const list = SqlSchema.findAll({
        Request: AppId,
        Result: Row,
        execute: (appId) => sql`
          SELECT client_id, client_name, user_agent, requests, first_seen_at, last_seen_at FROM mcp_client_activity
          WHERE app_id = ${appId} ORDER BY last_seen_at DESC, key`
      })
      const put = writeSkippingRejectedRows(
        (rows: ReadonlyArray<{ readonly json: string }>) => sql`
          INSERT INTO mcp_client_activity AS kept
            (app_id, key, client_id, client_name, user_agent, requests, first_seen_at, last_seen_at)
          SELECT new.app_id, new.key, new.client_id, new.client_name, new.user_agent, new.requests, new.seen_at, new.seen_at
          FROM jsonb_to_recordset(${`[${rows.map(({ json }) => json).join()}]`}::jsonb) AS new (
            app_id uuid, key text, client_id text, client_name text, user_agent text, requests jsonb, seen_at timestamptz,
            proven boolean)
          JOIN apps ON apps.id = new.app_id
          WHERE new.proven OR EXISTS (
            SELECT 1 FROM mcp_client_activity known WHERE known.app_id = new.app_id AND known.key = new.key)
          ON CONFLICT (app_id, key) DO UPDATE SET
            client_name = coalesce(excluded.client_name, kept.client_name),
            user_agent = coalesce(excluded.user_agent, kept.user_agent),
            requests = kept.requests || excluded.requests,
            last_seen_at = greatest(kept.last_seen_at, excluded.last_seen_at)`
      )
      const rowsOf = (activity: ReadonlyArray<NewActivity>) =>
        activity.toSorted(inOrder).map((each) => ({ json: replaceUnstorableChars(JSON.stringify(each)) }))
      const trim = (appIds: ReadonlyArray<AppId>) => sql`
        DELETE FROM mcp_client_activity WHERE (app_id, key) IN (
          SELECT app_id, key FROM (
            SELECT app_id, key, row_number() OVER (
              PARTITION BY app_id, client_id IS NULL
              ORDER BY requests @> '{"token": {"ok": true}}' DESC, last_seen_at DESC, key) AS place
            FROM mcp_client_activity WHERE app_id = ANY(${textArray(appIds)}::uuid[])) AS all_kept
          WHERE place > ${mostClients})`
      return ClientActivityStore.of({
        write: (activity) =>
          Effect.andThen(put(rowsOf(activity)), trim([...new Set(activity.map(({ app_id }) => app_id))])).pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        list: (appId) => Effect.orDie(list(appId)),
        deleteBefore: (time) =>
          sql`DELETE FROM mcp_client_activity WHERE last_seen_at < ${time}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
