import { AssetId } from "@fleet/domain/Assets"
import { RobotId } from "@fleet/domain/Ids"
import { maxRecordings, RecordingId } from "@fleet/domain/Recordings"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeBatcher } from "../../platform/sql/makeBatcher.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { textArray } from "../../platform/sql/values.ts"
import { RecordingRow } from "./RecordingRow.ts"

const OfRobot = Schema.Struct({ robotId: RobotId, id: RecordingId })
const Recent = Schema.Struct({ robotIds: Schema.Array(RobotId), since: Schema.Date })
const Known = Schema.Struct({
  robot_id: RobotId,
  wanted_from_ms: Schema.Finite,
  wanted_to_ms: Schema.Finite,
  open: Schema.Boolean,
  automatic: Schema.Boolean
})
const Old = Schema.Struct({ before: Schema.Date, now: Schema.Date, error: Schema.String })

/** Robots whose open recordings one statement reads, at most. */
const robotsAtOnce = 200

/** Recordings that one sweep ends, at most. */
const endedAtOnce = 1000

/** The recordings table. */
export class RecordingStore extends Context.Service<
  RecordingStore,
  {
    /** Newest first. */
    readonly list: (robotId: RobotId) => Effect.Effect<ReadonlyArray<RecordingRow>>
    readonly find: (recording: typeof OfRobot.Type) => Effect.Effect<Option.Option<RecordingRow>>
    /** Locked until the transaction ends. */
    readonly lock: (recording: typeof OfRobot.Type) => Effect.Effect<Option.Option<RecordingRow>>
    /** The same, of one that has not ended, of whichever robot. */
    readonly lockOpen: (id: RecordingId) => Effect.Effect<Option.Option<RecordingRow>>
    /** Those that have not ended, oldest first. Those of the robots that many fibres ask for are read by one statement. */
    readonly open: (robotId: RobotId) => Effect.Effect<ReadonlyArray<RecordingRow>>
    /** The same of many robots, by one statement. */
    readonly openOf: (robotIds: ReadonlyArray<RobotId>) => Effect.Effect<ReadonlyArray<RecordingRow>>
    /** Those that have not ended, and those that were made since then without being asked for. */
    readonly known: (recent: typeof Recent.Type) => Effect.Effect<ReadonlyArray<typeof Known.Type>>
    /** In their first state. */
    readonly insert: (rows: ReadonlyArray<RecordingRow>) => Effect.Effect<void>
    /** Writes what becomes of a recording, which is locked. */
    readonly update: (row: RecordingRow) => Effect.Effect<void>
    /** Ends those as failed that were asked for before, and have not ended. */
    readonly failOld: (old: typeof Old.Type) => Effect.Effect<ReadonlyArray<RecordingRow>>
    readonly delete: (id: RecordingId) => Effect.Effect<void>
    /** Drops what is more than is kept of a robot: failed ones first, then the oldest; answers the files of those. */
    readonly trim: (robotId: RobotId) => Effect.Effect<ReadonlyArray<AssetId>>
    /** Of a robot that is deleted. */
    readonly drop: (robotId: RobotId) => Effect.Effect<void>
  }
>()("@fleet/server/RecordingStore") {
  static readonly layer = Layer.effect(
    RecordingStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const list = SqlSchema.findAll({
        Request: RobotId,
        Result: RecordingRow,
        execute: (robotId) => sql`
          SELECT * FROM recordings WHERE robot_id = ${robotId}
          ORDER BY created_at DESC, id LIMIT ${maxRecordings}::int`
      })
      const find = SqlSchema.findOneOption({
        Request: OfRobot,
        Result: RecordingRow,
        execute: ({ id, robotId }) => sql`SELECT * FROM recordings WHERE id = ${id} AND robot_id = ${robotId}`
      })
      const lock = SqlSchema.findOneOption({
        Request: OfRobot,
        Result: RecordingRow,
        execute: ({ id, robotId }) =>
          sql`SELECT * FROM recordings WHERE id = ${id} AND robot_id = ${robotId} FOR UPDATE`
      })
      const lockOpen = SqlSchema.findOneOption({
        Request: RecordingId,
        Result: RecordingRow,
        execute: (id) => sql`SELECT * FROM recordings WHERE id = ${id} AND state NOT IN ('stored', 'failed') FOR UPDATE`
      })
      const openOf = SqlSchema.findAll({
        Request: Schema.Array(RobotId),
        Result: RecordingRow,
        execute: (robotIds) => sql`
          SELECT * FROM recordings
          WHERE robot_id = ANY (${textArray(robotIds)}::uuid[]) AND state NOT IN ('stored', 'failed')
          ORDER BY created_at, id`
      })
      const open = yield* makeBatcher(robotsAtOnce, (robotIds: ReadonlyArray<RobotId>) =>
        Effect.map(Effect.orDie(openOf([...new Set(robotIds)])), (rows) => {
          const byRobot = Map.groupBy(rows, (row) => row.robot_id)
          return robotIds.map((robotId) => byRobot.get(robotId) ?? [])
        })
      )
      const known = SqlSchema.findAll({
        Request: Recent,
        Result: Known,
        execute: ({ robotIds, since }) => sql`
          SELECT robot_id, wanted_from_ms, wanted_to_ms, state NOT IN ('stored', 'failed') AS open,
            cause_kind <> 'request' AND created_at > ${since} AS automatic
          FROM recordings
          WHERE robot_id = ANY (${textArray(robotIds)}::uuid[])
            AND (state NOT IN ('stored', 'failed') OR (cause_kind <> 'request' AND created_at > ${since}))`
      })
      const encodeRows = Schema.encodeSync(Schema.toCodecJson(Schema.Array(RecordingRow)))
      const insert = (rows: ReadonlyArray<RecordingRow>) => sql`
        INSERT INTO recordings (id, org_id, robot_id, state, cause_kind, cause_ref, at_ms, wanted_from_ms, wanted_to_ms,
          max_bytes, created_at, updated_at)
        SELECT id, org_id, robot_id, state, cause_kind, cause_ref, at_ms, wanted_from_ms, wanted_to_ms, max_bytes,
          created_at, updated_at
        FROM jsonb_to_recordset(${replaceUnstorableChars(JSON.stringify(encodeRows(rows)))}::jsonb) AS n (
          id uuid, org_id uuid, robot_id uuid, state text, cause_kind text, cause_ref text, at_ms double precision,
          wanted_from_ms double precision, wanted_to_ms double precision, max_bytes integer, created_at timestamptz,
          updated_at timestamptz)`
      const update = ({ asset_id, error, from_ms, id, size_bytes, state, to_ms, updated_at }: RecordingRow) => sql`
        UPDATE recordings SET state = ${state}, from_ms = ${from_ms}, to_ms = ${to_ms}, size_bytes = ${size_bytes},
          asset_id = ${asset_id}, error = ${error === null ? null : replaceUnstorableChars(JSON.stringify(error))}::jsonb,
          updated_at = ${new Date(updated_at.epochMilliseconds)}
        WHERE id = ${id}`
      const failOld = SqlSchema.findAll({
        Request: Old,
        Result: RecordingRow,
        execute: ({ before, error, now }) => sql`
          UPDATE recordings SET state = 'failed', error = ${error}::jsonb, updated_at = ${now}
          WHERE id IN (
            SELECT id FROM recordings WHERE state NOT IN ('stored', 'failed') AND created_at <= ${before}
            LIMIT ${endedAtOnce}::int FOR UPDATE SKIP LOCKED)
          RETURNING *`
      })
      const trim = SqlSchema.findAll({
        Request: RobotId,
        Result: Schema.Struct({ asset_id: Schema.NullOr(AssetId) }),
        execute: (robotId) => sql`
          DELETE FROM recordings WHERE id IN (
            SELECT id FROM recordings WHERE robot_id = ${robotId}
            ORDER BY state IN ('stored', 'failed'), state = 'failed', created_at DESC, id
            OFFSET ${maxRecordings}::int)
          RETURNING asset_id`
      })
      return RecordingStore.of({
        list: (robotId) => Effect.orDie(list(robotId)),
        find: (recording) => Effect.orDie(find(recording)),
        lock: (recording) => Effect.orDie(lock(recording)),
        lockOpen: (id) => Effect.orDie(lockOpen(id)),
        open,
        openOf: (robotIds) => Effect.orDie(openOf(robotIds)),
        known: (recent) => Effect.orDie(known(recent)),
        insert: (rows) => Effect.orDie(Effect.asVoid(insert(rows))),
        update: (row) => Effect.orDie(Effect.asVoid(update(row))),
        failOld: (old) => Effect.orDie(failOld(old)),
        delete: (id) => Effect.orDie(Effect.asVoid(sql`DELETE FROM recordings WHERE id = ${id}`)),
        trim: (robotId) =>
          Effect.map(Effect.orDie(trim(robotId)), (rows) => rows.flatMap(({ asset_id }) => asset_id ?? [])),
        drop: (robotId) => Effect.orDie(Effect.asVoid(sql`DELETE FROM recordings WHERE robot_id = ${robotId}`))
      })
    })
  )
}
