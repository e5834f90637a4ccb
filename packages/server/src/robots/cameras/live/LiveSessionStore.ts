import { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { Nodes } from "../../../platform/nodes/Nodes.ts"
import { textArray } from "../../../platform/sql/values.ts"

const Row = Schema.Struct({
  id: Schema.String,
  org_id: OrgId,
  robot_id: RobotId,
  slug: Schema.String,
  app_id: Schema.NullOr(AppId),
  caller_kind: Schema.String,
  caller_id: Schema.String,
  created_at: Schema.Date
})
export type LiveSessionRow = typeof Row.Type

const End = Schema.Struct({ id: Schema.String, at: Schema.Date, reason: Schema.String })
const Key = Schema.Struct({
  id: Schema.String,
  robotId: RobotId,
  slug: Schema.String,
  callerKind: Schema.String,
  callerId: Schema.String
})
const Ended = Schema.Struct({
  id: Schema.String,
  org_id: OrgId,
  robot_id: RobotId,
  robot_name: Schema.String,
  slug: Schema.String
})
export type EndedRow = typeof Ended.Type

/** The live_sessions table. */
export class LiveSessionStore extends Context.Service<
  LiveSessionStore,
  {
    readonly insert: (row: LiveSessionRow) => Effect.Effect<void>
    readonly end: (end: typeof End.Type) => Effect.Effect<void>
    /** Whether the caller had this session on this camera. */
    readonly find: (key: typeof Key.Type) => Effect.Effect<Option.Option<unknown>>
    /** Ends those that none of these runs of the server holds. */
    readonly endOthers: (alive: ReadonlyArray<string>, at: Date) => Effect.Effect<ReadonlyArray<EndedRow>>
    readonly forget: (before: Date) => Effect.Effect<void>
  }
>()("@fleet/server/LiveSessionStore") {
  static readonly layer = Layer.effect(
    LiveSessionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { boot } = yield* Nodes
      const insert = SqlSchema.void({
        Request: Row,
        execute: (row) => sql`INSERT INTO live_sessions ${sql.insert({ ...row, boot })}`
      })
      const end = SqlSchema.void({
        Request: End,
        execute: ({ at, id, reason }) =>
          sql`UPDATE live_sessions SET ended_at = ${at}, reason = ${reason} WHERE id = ${id} AND ended_at IS NULL`
      })
      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: Schema.Struct({ id: Schema.String }),
        execute: ({ callerId, callerKind, id, robotId, slug }) => sql`
          SELECT id FROM live_sessions WHERE id = ${id} AND robot_id = ${robotId} AND slug = ${slug}
            AND caller_kind = ${callerKind} AND caller_id = ${callerId}`
      })
      const endOthers = SqlSchema.findAll({
        Request: Schema.Struct({ alive: Schema.Array(Schema.String), at: Schema.Date }),
        Result: Ended,
        execute: ({ alive, at }) => sql`
          UPDATE live_sessions s SET ended_at = ${at}, reason = 'unknown' FROM robots r
          WHERE s.ended_at IS NULL AND r.id = s.robot_id
            AND (s.boot = ANY (${textArray(alive)}::uuid[])) IS NOT TRUE
          RETURNING s.id, s.org_id, s.robot_id, r.name AS robot_name, s.slug`
      })
      const forget = (before: Date) => sql`DELETE FROM live_sessions WHERE ended_at < ${before}`
      return LiveSessionStore.of({
        insert: (row) => Effect.orDie(insert(row)),
        end: (ended) => Effect.orDie(end(ended)),
        find: (key) => Effect.orDie(find(key)),
        endOthers: (alive, at) => Effect.orDie(endOthers({ alive, at })),
        forget: (before) => Effect.orDie(Effect.asVoid(forget(before)))
      })
    })
  )
}
