import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"

const NewRow = Schema.Struct({
  id: Schema.String,
  queue: Schema.String,
  kind: Schema.String,
  key: Schema.NullOr(Schema.String),
  org_id: Schema.NullOr(Schema.String),
  app_id: Schema.NullOr(Schema.String),
  state: Schema.Literals(["pending", "void"]),
  payload: Schema.NullOr(Schema.Uint8Array),
  due_at: Schema.Date,
  expires_at: Schema.Date,
  created_at: Schema.Date,
  ended_at: Schema.NullOr(Schema.Date)
})

/** An item that one process has claimed, until `due_at`. */
const ClaimedWork = Schema.Struct({
  id: Schema.String,
  payload: Schema.Uint8Array,
  attempts: Schema.Int,
  due_at: Schema.Date,
  expires_at: Schema.Date
})
export type ClaimedWork = typeof ClaimedWork.Type

/** `attempts` rises with each claim, so it tells an older claim from the newest. */
type Claim = Pick<ClaimedWork, "id" | "attempts">

/** The work_items table. Only the newest claim of an item can end or delay it. */
export class WorkStore extends Context.Service<
  WorkStore,
  {
    /** Answers the id of the item; of the existing one where the queue has one with this key. */
    readonly insert: (row: typeof NewRow.Type) => Effect.Effect<string>
    /** Writes items whose keys are new, in one statement. */
    readonly insertAll: (rows: ReadonlyArray<typeof NewRow.Type>) => Effect.Effect<void>
    readonly isPending: (queue: string, key: string) => Effect.Effect<boolean>
    /** The organisations with items that are due; null stands for items of none. */
    readonly dueOrgs: (queue: string, now: Date) => Effect.Effect<ReadonlyArray<string | null>>
    /** Claims the item of the queue and organisation that is due for longest. */
    readonly claimDue: (
      queue: string,
      orgId: string | null,
      now: Date,
      until: Date
    ) => Effect.Effect<Option.Option<ClaimedWork>>
    /** Claims an item that was never claimed, due or not. */
    readonly claimFirst: (queue: string, id: string, until: Date) => Effect.Effect<Option.Option<ClaimedWork>>
    readonly delay: (claim: Claim, until: Date, failure: string) => Effect.Effect<void>
    readonly end: (claim: Claim, state: "done" | "failed", failure: string | null, now: Date) => Effect.Effect<void>
    /** Deletes items that ended before. */
    readonly purge: (queue: string, before: Date) => Effect.Effect<void>
  }
>()("@fleet/server/WorkStore") {
  static readonly layer = Layer.effect(
    WorkStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, payload, attempts, due_at, expires_at")
      const newest = ({ attempts, id }: Claim) => sql`id = ${id} AND attempts = ${attempts} AND state = 'pending'`

      const insertRow = SqlSchema.findOneOption({
        Request: NewRow,
        Result: Schema.Struct({ id: Schema.String }),
        execute: (row) => sql`
          INSERT INTO work_items ${sql.insert(row)} ON CONFLICT (queue, key) WHERE key IS NOT NULL DO NOTHING RETURNING id`
      })
      const findByKey = SqlSchema.findOneOption({
        Request: Schema.Struct({ queue: Schema.String, key: Schema.NullOr(Schema.String) }),
        Result: Schema.Struct({ id: Schema.String }),
        execute: ({ key, queue }) => sql`SELECT id FROM work_items WHERE queue = ${queue} AND key = ${key}`
      })
      const dueOrgs = SqlSchema.findAll({
        Request: Schema.Struct({ queue: Schema.String, now: Schema.Date }),
        Result: Schema.Struct({ org_id: Schema.NullOr(Schema.String) }),
        // One look for each organisation, and not at each of its items.
        execute: ({ now, queue }) => sql`
          WITH RECURSIVE waiting AS (
            (SELECT org_id FROM work_items WHERE queue = ${queue} AND state = 'pending' AND org_id IS NOT NULL
              ORDER BY org_id LIMIT 1)
            UNION ALL
            SELECT (SELECT i.org_id FROM work_items i
              WHERE i.queue = ${queue} AND i.state = 'pending' AND i.org_id > waiting.org_id ORDER BY i.org_id LIMIT 1)
            FROM waiting WHERE waiting.org_id IS NOT NULL
          ), orgs AS (
            SELECT org_id FROM waiting WHERE org_id IS NOT NULL UNION ALL SELECT NULL
          )
          SELECT orgs.org_id FROM orgs, LATERAL (
            SELECT due_at FROM work_items i
            WHERE i.queue = ${queue} AND i.state = 'pending' AND i.org_id IS NOT DISTINCT FROM orgs.org_id
            ORDER BY due_at LIMIT 1
          ) AS first
          WHERE first.due_at <= ${now} ORDER BY first.due_at`
      })
      const claimDue = SqlSchema.findOneOption({
        Request: Schema.Struct({
          queue: Schema.String,
          orgId: Schema.NullOr(Schema.String),
          now: Schema.Date,
          until: Schema.Date
        }),
        Result: ClaimedWork,
        execute: ({ now, orgId, queue, until }) => sql`
          UPDATE work_items SET due_at = ${until}, attempts = attempts + 1
          WHERE id = (
            SELECT id FROM work_items WHERE queue = ${queue} AND state = 'pending' AND due_at <= ${now}
              AND ${orgId === null ? sql`org_id IS NULL` : sql`org_id = ${orgId}`}
            ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
          RETURNING ${columns}`
      })
      const claimFirst = SqlSchema.findOneOption({
        Request: Schema.Struct({ queue: Schema.String, id: Schema.String, until: Schema.Date }),
        Result: ClaimedWork,
        execute: ({ id, queue, until }) => sql`
          UPDATE work_items SET due_at = ${until}, attempts = 1
          WHERE id = ${id} AND queue = ${queue} AND state = 'pending' AND attempts = 0 RETURNING ${columns}`
      })

      // The item of the key may be purged between the two statements; then the insert is tried again.
      const insert = (row: typeof NewRow.Type): Effect.Effect<string> =>
        Effect.gen(function* () {
          const inserted = yield* Effect.orDie(insertRow(row))
          if (Option.isSome(inserted)) return inserted.value.id
          const found = yield* Effect.orDie(findByKey(row))
          return Option.isSome(found) ? found.value.id : yield* insert(row)
        })

      return WorkStore.of({
        insert,
        insertAll: (rows) => {
          const json = JSON.stringify(
            rows.map(({ payload, ...row }) => ({
              ...row,
              payload: payload === null ? null : Buffer.from(payload).toString("base64")
            }))
          )
          return sql`
            INSERT INTO work_items (
              id, queue, kind, key, org_id, app_id, state, payload, due_at, expires_at, created_at, ended_at)
            SELECT id, queue, kind, key, org_id, app_id, state, decode(payload, 'base64'), due_at, expires_at, created_at,
              ended_at
            FROM jsonb_to_recordset(${json}::jsonb) AS item (
              id uuid, queue text, kind text, key text, org_id uuid, app_id uuid, state text, payload text,
              due_at timestamptz, expires_at timestamptz, created_at timestamptz, ended_at timestamptz)`.pipe(
            Effect.orDie,
            Effect.asVoid
          )
        },
        isPending: (queue, key) =>
          sql`SELECT id FROM work_items WHERE queue = ${queue} AND key = ${key} AND state = 'pending'`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length > 0)
          ),
        dueOrgs: (queue, now) =>
          Effect.orDie(Effect.map(dueOrgs({ queue, now }), (rows) => rows.map(({ org_id }) => org_id))),
        claimDue: (queue, orgId, now, until) => Effect.orDie(claimDue({ queue, orgId, now, until })),
        claimFirst: (queue, id, until) => Effect.orDie(claimFirst({ queue, id, until })),
        delay: (claim, until, failure) =>
          sql`UPDATE work_items SET due_at = ${until}, failure = ${failure} WHERE ${newest(claim)}`.pipe(
            Effect.orDie,
            Effect.asVoid
          ),
        end: (claim, state, failure, now) =>
          sql`
            UPDATE work_items SET state = ${state}, failure = ${failure}, payload = NULL, ended_at = ${now}
            WHERE ${newest(claim)}`.pipe(Effect.orDie, Effect.asVoid),
        purge: (queue, before) =>
          sql`DELETE FROM work_items WHERE queue = ${queue} AND ended_at < ${before}`.pipe(Effect.orDie, Effect.asVoid)
      })
    })
  )
}
