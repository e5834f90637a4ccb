import { AlertId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeBatcher } from "../../platform/sql/makeBatcher.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { textArray } from "../../platform/sql/values.ts"
import type { AlertPlace } from "./alertCursor.ts"
import { AlertRow } from "./AlertRow.ts"

const columns = `a.id, a.org_id, a.robot_id, a.source_slug, a.slug, a.key, a.name, a.severity, a.enabled, a.condition,
  a.state, a.state_since_ms, a.last_value, a.revision, a.created_at`

const InOrg = Schema.Struct({ orgId: OrgId, robotId: RobotId })
const Rename = Schema.Struct({ ...InOrg.fields, from: Schema.String, to: Schema.String })
const OfOrg = Schema.Struct({ ...AlertRow.fields, robot_name: Schema.String })
const Moved = Schema.Struct({
  id: AlertId,
  revision: Schema.Int,
  slug: Schema.String,
  name: Schema.String,
  severity: AlertRow.fields.severity,
  enabled: AlertRow.fields.enabled,
  condition: AlertRow.fields.condition,
  created_at: AlertRow.fields.created_at
})

/** A state to be stored, over the one of the revision. */
const NewState = Schema.Struct({
  id: AlertId,
  revision: Schema.Int,
  state: AlertRow.fields.state,
  since_ms: Schema.Finite,
  value: Schema.Unknown
})
export type NewState = typeof NewState.Type

/** What of an alert a publish writes. */
type Written = Omit<AlertRow, "created_at" | "last_value" | "revision"> & { readonly is_reset: boolean }

/** Robots whose alerts one statement reads, at most. */
const robotsAtOnce = 200

const json = (rows: ReadonlyArray<unknown>) => replaceUnstorableChars(JSON.stringify(rows))

/** The alerts table. */
export class AlertStore extends Context.Service<
  AlertStore,
  {
    /** The robot's alerts, by slug and key. Those of the robots that many fibres ask for are read by one statement. */
    readonly ofRobot: (robotId: RobotId) => Effect.Effect<ReadonlyArray<AlertRow>>
    /** The same, locked until the transaction ends. */
    readonly lock: (robotId: RobotId) => Effect.Effect<ReadonlyArray<AlertRow>>
    /** The newest `state_since_ms` first, null last, then by id; those behind a place. */
    readonly ofOrg: (
      orgId: OrgId,
      page: { readonly after: AlertPlace | null; readonly limit: number; readonly state: AlertRow["state"] | null }
    ) => Effect.Effect<ReadonlyArray<typeof OfOrg.Type>>
    readonly insert: (rows: ReadonlyArray<AlertRow>) => Effect.Effect<void>
    /** A reset writes the state, and the rest goes on with the one it has. */
    readonly update: (rows: ReadonlyArray<Written>) => Effect.Effect<void>
    readonly delete: (ids: ReadonlyArray<AlertId>) => Effect.Effect<void>
    /** Those whose revision was still the given one, with what they are now. */
    readonly move: (states: ReadonlyArray<NewState>) => Effect.Effect<ReadonlyArray<typeof Moved.Type>>
    readonly keepValues: (
      values: ReadonlyArray<{ readonly id: AlertId; readonly value: unknown }>
    ) => Effect.Effect<void>
    readonly rename: (rename: typeof Rename.Type) => Effect.Effect<void>
    /** Of a robot that is deleted. */
    readonly drop: (robot: typeof InOrg.Type) => Effect.Effect<void>
  }
>()("@fleet/server/AlertStore") {
  static readonly layer = Layer.effect(
    AlertStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fields = sql.literal(columns)
      const readAll = SqlSchema.findAll({
        Request: Schema.Array(RobotId),
        Result: AlertRow,
        execute: (robotIds) =>
          sql`SELECT ${fields} FROM alerts a WHERE a.robot_id = ANY (${textArray(robotIds)}::uuid[]) ORDER BY a.slug, a.key`
      })
      const ofRobot = yield* makeBatcher(robotsAtOnce, (robotIds: ReadonlyArray<RobotId>) =>
        Effect.map(Effect.orDie(readAll([...new Set(robotIds)])), (rows) => {
          const byRobot = Map.groupBy(rows, (row) => row.robot_id)
          return robotIds.map((robotId) => byRobot.get(robotId) ?? [])
        })
      )
      const lock = SqlSchema.findAll({
        Request: RobotId,
        Result: AlertRow,
        execute: (robotId) => sql`SELECT ${fields} FROM alerts a WHERE a.robot_id = ${robotId} ORDER BY a.id FOR UPDATE`
      })
      const decodeOfOrg = Schema.decodeUnknownEffect(Schema.Array(OfOrg))
      const behind = ({ id, state_since_ms }: AlertPlace) =>
        state_since_ms === null
          ? sql`a.state_since_ms IS NULL AND a.id > ${id}`
          : sql`(a.state_since_ms < ${state_since_ms} OR a.state_since_ms IS NULL
              OR (a.state_since_ms = ${state_since_ms} AND a.id > ${id}))`
      // Statements that lock rows in one order never wait for each other in a circle. The array is made before the update.
      const locked = (alerts: ReadonlyArray<{ readonly id: string }>) => sql`a.id = ANY (ARRAY(
        SELECT l.id FROM alerts l WHERE l.id = ANY (${textArray(alerts.map(({ id }) => id))}::uuid[])
        ORDER BY l.id FOR UPDATE))`
      const move = SqlSchema.findAll({
        Request: Schema.Array(NewState),
        Result: Moved,
        execute: (states) => sql`
          UPDATE alerts a SET state = m.state, state_since_ms = m.since_ms, last_value = m.value, revision = a.revision + 1
          FROM jsonb_to_recordset(${json(states)}::jsonb)
            AS m (id uuid, revision integer, state text, since_ms double precision, value jsonb)
          WHERE a.id = m.id AND a.revision = m.revision AND ${locked(states)}
          RETURNING a.id, a.revision, a.slug, a.name, a.severity, a.enabled, a.condition, a.created_at`
      })
      // Where the draft's datapoint of this slug is one that was renamed before, another of the published version is not meant.
      const rename = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          UPDATE alerts a SET slug = ${to}
          WHERE a.robot_id = ${robotId} AND a.org_id = ${orgId} AND a.slug = ${from}
            AND (a.source_slug <> ${from} OR NOT EXISTS (
              SELECT FROM alerts o WHERE o.robot_id = a.robot_id AND o.slug = ${from} AND o.source_slug <> ${from}))`
      })
      return AlertStore.of({
        ofRobot,
        lock: (robotId) => Effect.orDie(lock(robotId)),
        ofOrg: (orgId, { after, limit, state }) => {
          const conditions = [
            sql`a.org_id = ${orgId}`,
            ...(state === null ? [] : [sql`a.state = ${sql.literal(`'${state}'`)}`]),
            ...(after === null ? [] : [behind(after)])
          ]
          return sql`
            SELECT ${fields}, r.name AS robot_name FROM alerts a JOIN robots r ON r.id = a.robot_id
            WHERE ${sql.and(conditions)} ORDER BY a.state_since_ms DESC NULLS LAST, a.id LIMIT ${limit}`.pipe(
            Effect.flatMap(decodeOfOrg),
            Effect.orDie
          )
        },
        insert: (rows) =>
          Effect.orDie(
            Effect.asVoid(sql`
              INSERT INTO alerts (id, org_id, robot_id, source_slug, slug, key, name, severity, enabled, condition, created_at)
              SELECT id, org_id, robot_id, source_slug, slug, key, name, severity, enabled, condition, created_at
              FROM jsonb_to_recordset(${json(rows)}::jsonb) AS n (
                id uuid, org_id uuid, robot_id uuid, source_slug text, slug text, key text, name text, severity text,
                enabled boolean, condition jsonb, created_at timestamptz)`)
          ),
        update: (rows) =>
          Effect.orDie(
            Effect.asVoid(sql`
              UPDATE alerts a SET source_slug = n.source_slug, name = n.name, severity = n.severity, enabled = n.enabled,
                condition = n.condition,
                state = CASE WHEN n.is_reset THEN n.state ELSE a.state END,
                state_since_ms = CASE WHEN n.is_reset THEN n.state_since_ms ELSE a.state_since_ms END,
                revision = a.revision + (n.is_reset OR a.enabled <> n.enabled)::integer
              FROM jsonb_to_recordset(${json(rows)}::jsonb) AS n (
                id uuid, source_slug text, name text, severity text, enabled boolean, condition jsonb, state text,
                state_since_ms double precision, is_reset boolean)
              WHERE a.id = n.id`)
          ),
        delete: (ids) =>
          Effect.orDie(Effect.asVoid(sql`DELETE FROM alerts WHERE id = ANY (${textArray(ids)}::uuid[])`)),
        move: (states) => Effect.orDie(move(states)),
        keepValues: (values) =>
          Effect.orDie(
            Effect.asVoid(sql`
              UPDATE alerts a SET last_value = n.value
              FROM jsonb_to_recordset(${json(values)}::jsonb) AS n (id uuid, value jsonb)
              WHERE a.id = n.id AND ${locked(values)}`)
          ),
        rename: (names) => Effect.orDie(rename(names)),
        drop: ({ orgId, robotId }) =>
          Effect.orDie(Effect.asVoid(sql`DELETE FROM alerts WHERE robot_id = ${robotId} AND org_id = ${orgId}`))
      })
    })
  )
}
