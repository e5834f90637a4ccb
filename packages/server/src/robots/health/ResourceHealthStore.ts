import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Array, Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { textArray } from "../../platform/sql/values.ts"
import { nameOfPublished } from "../stored/slugNamesSql.ts"
import { HealthRow, RobotInOrg } from "./HealthRow.ts"
import type { Observation } from "./Observation.ts"

const columns = `h.org_id, h.robot_id, h.kind, h.source_ref, h.ref, h.facet, h.state, h.reason, h.changed_at_ms,
  h.observed_at_ms`

const Of = Schema.Struct({ orgId: OrgId, robotId: Schema.NullOr(RobotId) })
const Old = Schema.Struct({ beforeMs: Schema.Finite, nowMs: Schema.Finite })
const Rows = Schema.Array(HealthRow)
const decodeRows = Schema.decodeUnknownEffect(Rows)

const json = (rows: ReadonlyArray<unknown>) => replaceUnstorableChars(JSON.stringify(rows))
const encode = (observations: ReadonlyArray<Observation>) =>
  json(
    observations.map(({ facet, kind, observedAtMs, orgId, reason, ref, robotId, state }) => ({
      owner_id: robotId ?? orgId,
      org_id: orgId,
      robot_id: robotId,
      kind,
      ref,
      facet,
      state,
      reason,
      observed_at_ms: observedAtMs
    }))
  )

/** The resource_health table. */
export class ResourceHealthStore extends Context.Service<
  ResourceHealthStore,
  {
    /** Of an org, or of one robot of it. */
    readonly list: (of: typeof Of.Type) => Effect.Effect<ReadonlyArray<HealthRow>>
    /** Places of the observations that would write something, of one read. */
    readonly news: (observations: ReadonlyArray<Observation>) => Effect.Effect<ReadonlyArray<number>>
    /** Until the transaction ends, no other publishes to these robots or deletes them. */
    readonly lockRobots: (robotIds: ReadonlyArray<RobotId>) => Effect.Effect<void>
    /**
     * Writes observations, one of each resource; answers the rows that changed. Ok makes no row, nor does a camera or a
     * datapoint that is not published, or a robot that is being deleted.
     */
    readonly apply: (observations: ReadonlyArray<Observation>, nowMs: number) => Effect.Effect<ReadonlyArray<HealthRow>>
    /** Recovers the recordings without a reported loss since then; answers them. */
    readonly recoverOld: (old: typeof Old.Type) => Effect.Effect<ReadonlyArray<HealthRow>>
    /** The robot's cameras and datapoints, locked until the transaction ends. */
    readonly lockExposures: (robot: RobotInOrg) => Effect.Effect<ReadonlyArray<HealthRow>>
    /** Puts these rows in place of all of the robot's cameras and datapoints. */
    readonly replaceExposures: (robot: RobotInOrg, rows: ReadonlyArray<HealthRow>) => Effect.Effect<void>
    /** Deletes what is kept of a robot; answers it. */
    readonly drop: (robot: RobotInOrg) => Effect.Effect<ReadonlyArray<HealthRow>>
  }
>()("@fleet/server/ResourceHealthStore") {
  static readonly layer = Layer.effect(
    ResourceHealthStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const fields = sql.literal(columns)
      const observed = (observations: ReadonlyArray<Observation>) => sql`
        jsonb_to_recordset(${encode(observations)}::jsonb) AS s (owner_id uuid, org_id uuid, robot_id uuid, kind text,
          ref text, facet text, state text, reason text, observed_at_ms float8)`
      const same = sql`h.owner_id = s.owner_id AND h.kind = s.kind AND h.source_ref = s.ref AND h.facet = s.facet`
      const differs = sql`(h.state, h.reason) IS DISTINCT FROM (s.state, s.reason)`

      const list = SqlSchema.findAll({
        Request: Of,
        Result: HealthRow,
        execute: ({ orgId, robotId }) => sql`
          SELECT ${fields} FROM resource_health h
          WHERE h.org_id = ${orgId} ${robotId === null ? sql.literal("") : sql`AND h.robot_id = ${robotId}`}
          ORDER BY h.robot_id NULLS FIRST, h.kind, h.ref, h.facet`
      })
      const touch = (observations: ReadonlyArray<Observation>) => sql`
        UPDATE resource_health h SET observed_at_ms = greatest(h.observed_at_ms, s.observed_at_ms)
        FROM ${observed(observations)} WHERE ${same} AND s.kind = 'retention' AND s.state <> 'ok' AND NOT ${differs}`
      // A loss is over once no process has reported it since.
      const write = (observations: ReadonlyArray<Observation>, nowMs: number) => sql`
        INSERT INTO resource_health AS h
          (owner_id, org_id, robot_id, kind, source_ref, ref, facet, state, reason, changed_at_ms, observed_at_ms)
        SELECT s.owner_id, s.org_id, s.robot_id, s.kind, s.ref, s.name, s.facet, s.state, s.reason, ${nowMs},
          s.observed_at_ms
        FROM (SELECT o.*, CASE WHEN o.kind IN ('camera', 'datapoint') THEN ${nameOfPublished(sql, sql`o.robot_id`, sql`o.ref`)} ELSE o.ref END AS name
          FROM (SELECT * FROM ${observed(observations)}) o) s
        WHERE EXISTS (SELECT FROM resource_health h WHERE ${same}) OR s.state <> 'ok' AND EXISTS (
          SELECT FROM orgs o LEFT JOIN robots r ON r.org_id = o.id AND r.id = s.robot_id
          WHERE o.id = s.org_id AND (s.robot_id IS NULL OR r.deletion_done = '{}')
        ) AND (s.kind NOT IN ('camera', 'datapoint') OR EXISTS (
          SELECT FROM current_versions c JOIN config_versions v ON v.robot_id = c.robot_id AND v.version = c.version
          WHERE c.robot_id = s.robot_id AND v.doc -> (s.kind || 's') -> s.ref IS NOT NULL
        ) AND s.name <> '' AND NOT EXISTS (
          SELECT FROM resource_health o WHERE o.owner_id = s.owner_id AND o.kind = s.kind AND o.ref = s.name AND o.source_ref <> s.ref
        ))
        ORDER BY s.owner_id, s.kind, s.ref, s.facet
        ON CONFLICT (owner_id, kind, source_ref, facet) DO UPDATE SET state = excluded.state, reason = excluded.reason,
          changed_at_ms = excluded.changed_at_ms, observed_at_ms = excluded.observed_at_ms
        WHERE (h.state, h.reason) IS DISTINCT FROM (excluded.state, excluded.reason)
          AND (excluded.kind <> 'retention' OR excluded.state <> 'ok' OR h.observed_at_ms <= excluded.observed_at_ms)
        RETURNING ${fields}`
      const recoverOld = SqlSchema.findAll({
        Request: Old,
        Result: HealthRow,
        execute: ({ beforeMs, nowMs }) => sql`
          UPDATE resource_health h SET state = 'ok', reason = NULL, changed_at_ms = ${nowMs}
          WHERE h.kind = 'retention' AND h.state <> 'ok' AND h.observed_at_ms < ${beforeMs}
          RETURNING ${fields}`
      })
      const lockExposures = SqlSchema.findAll({
        Request: RobotInOrg,
        Result: HealthRow,
        execute: ({ orgId, robotId }) => sql`
          SELECT ${fields} FROM resource_health h
          WHERE h.owner_id = ${robotId} AND h.org_id = ${orgId} AND h.kind IN ('camera', 'datapoint')
          ORDER BY h.kind, h.source_ref, h.facet FOR UPDATE`
      })
      const drop = SqlSchema.findAll({
        Request: RobotInOrg,
        Result: HealthRow,
        execute: ({ orgId, robotId }) => sql`
          DELETE FROM resource_health h WHERE h.owner_id = ${robotId} AND h.org_id = ${orgId} RETURNING ${fields}`
      })

      return ResourceHealthStore.of({
        list: (of) => Effect.orDie(list(of)),
        news: (observations) =>
          sql<{ readonly place: number }>`
            SELECT place::int FROM (
              SELECT s.*, row_number() OVER () - 1 AS place FROM ${observed(observations)}
            ) s LEFT JOIN LATERAL (SELECT * FROM resource_health h WHERE ${same} LIMIT 1) h ON true
            WHERE CASE WHEN h.kind IS NULL THEN s.state <> 'ok'
              ELSE ${differs} OR (s.kind = 'retention' AND s.state <> 'ok') END`.pipe(
            Effect.map((rows) => rows.map(({ place }) => place)),
            Effect.orDie
          ),
        lockRobots: (robotIds) =>
          sql`
            SELECT FROM robots WHERE id = ANY (${textArray(robotIds)}::uuid[]) ORDER BY id FOR SHARE`.pipe(
            Effect.asVoid,
            Effect.orDie
          ),
        apply: (observations, nowMs) =>
          Effect.andThen(touch(observations), write(observations, nowMs)).pipe(
            Effect.flatMap(decodeRows),
            Effect.orDie
          ),
        recoverOld: (old) => Effect.orDie(recoverOld(old)),
        lockExposures: (robot) => Effect.orDie(lockExposures(robot)),
        replaceExposures: ({ orgId, robotId }, rows) =>
          Effect.gen(function* () {
            yield* sql`
              DELETE FROM resource_health
              WHERE owner_id = ${robotId} AND org_id = ${orgId} AND kind IN ('camera', 'datapoint')`
            const owned: ReadonlyArray<Readonly<Record<string, unknown>>> = rows.map((row) => ({
              owner_id: robotId,
              ...row
            }))
            if (Array.isReadonlyArrayNonEmpty(owned)) yield* sql`INSERT INTO resource_health ${sql.insert(owned)}`
          }).pipe(Effect.orDie),
        drop: (robot) => Effect.orDie(drop(robot))
      })
    })
  )
}
