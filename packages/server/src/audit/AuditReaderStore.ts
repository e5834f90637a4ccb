import { AuditEvent, type AuditFilter } from "@fleet/domain/AuditEvents"
import { OrgId } from "@fleet/domain/Ids"
import { Uuid } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { auditLock } from "./auditInsertSql.ts"

const Row = Schema.Struct({
  id: Schema.String,
  org_id: OrgId,
  at: Schema.DateTimeUtcFromDate,
  seq: Schema.FiniteFromString,
  actor_kind: AuditEvent.fields.actor.fields.kind,
  actor_id: Schema.String,
  actor_label: Schema.String,
  action: Schema.String,
  target_kind: Schema.NullOr(Schema.String),
  target_id: Schema.NullOr(Schema.String),
  target_label: Schema.NullOr(Schema.String),
  details: Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown))
})
export type Row = typeof Row.Type
const decode = Schema.decodeUnknownEffect(Schema.Array(Row))
const decodeNumber = Schema.decodeUnknownEffect(Schema.Tuple([Schema.Struct({ seq: Schema.FiniteFromString })]))

/** A transaction that writes to the audit log. */
interface Writer {
  readonly writer: string
}

/** A prefix as a LIKE pattern in which nothing but the end is open. */
const startingWith = (prefix: string) => `${prefix.replace(/[\\%_]/g, "\\$&")}%`

const decodeUuid = Schema.decodeOption(Uuid)

/** Ids are written lowercase and accepted in any case; other names of targets stand for themselves. */
const asWritten = (id: string) => Option.getOrElse(decodeUuid(id), () => id)

/** The audit_events table, as it is read. */
export class AuditReaderStore extends Context.Service<
  AuditReaderStore,
  {
    /**
     * Waits for the transactions that are writing now, and answers the number up to which the log is complete. Numbers are
     * taken before the commit, so a higher one may be visible before a lower one.
     */
    readonly settled: (orgId: OrgId) => Effect.Effect<number>
    /** Newest first, from just before `beforeSeq`. */
    readonly page: (
      orgId: OrgId,
      filter: AuditFilter,
      beforeSeq: number,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Row>>
  }
>()("@fleet/server/AuditReaderStore") {
  static readonly layer = Layer.effect(
    AuditReaderStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      // Events of what belongs to a robot name the robot in their details.
      const ofTarget = ({ target_id, target_kind }: AuditFilter): ReadonlyArray<Statement.Fragment> => {
        const kind = target_kind === undefined ? sql`` : sql` AND target_kind = ${target_kind}`
        if (target_id === undefined) return [kind]
        const id = asWritten(target_id)
        const itself = sql` AND target_id = ${id}${kind}`
        const mayBeRobot = target_kind === undefined || target_kind === "robot"
        return mayBeRobot ? [itself, sql` AND details ->> 'robot_id' = ${id}`] : [itself]
      }

      const ofAction = ({ action, action_prefix }: AuditFilter) => {
        if (action !== undefined) return sql` AND action = ${action}`
        return action_prefix === undefined ? sql`` : sql` AND action LIKE ${startingWith(action_prefix)}`
      }

      const within = ({ from_ms, to_ms }: AuditFilter) => {
        const from = from_ms === undefined ? sql`` : sql` AND at >= to_timestamp(${from_ms}::float8 / 1000)`
        return to_ms === undefined ? from : sql`${from} AND at < to_timestamp(${to_ms}::float8 / 1000)`
      }

      const writers = (orgId: OrgId) => sql<Writer>`
        SELECT virtualtransaction AS writer FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND (classid::int8 << 32 | objid::int8) = ${auditLock(sql, sql`${orgId}::uuid`)}`
      const settled = Effect.fnUntraced(function* (orgId: OrgId) {
        const [{ seq }] = yield* Effect.flatMap(
          sql`SELECT coalesce(pg_sequence_last_value('audit_events_seq_seq'), 0)::text AS seq`,
          decodeNumber
        )
        // A transaction that takes the lock from here on gets a higher number.
        let left = yield* writers(orgId)
        while (left.length > 0) {
          yield* sql`SELECT pg_sleep(0.005)`
          const still = new Set((yield* writers(orgId)).map(({ writer }) => writer))
          left = left.filter(({ writer }) => still.has(writer))
        }
        return seq
      })

      return AuditReaderStore.of({
        settled: (orgId) => Effect.orDie(sql.withTransaction(settled(orgId))),
        page: (orgId, filter, beforeSeq, limit) => {
          const { actor_id } = filter
          const actor = actor_id === undefined ? sql`` : sql` AND actor_id = ${actor_id}`
          const [first, ...others] = ofTarget(filter).map(
            (target) => sql`
              org_id = ${orgId} AND seq < ${String(beforeSeq)}::bigint
              ${actor}${ofAction(filter)}${target}${within(filter)}`
          )
          const newest = (events: Statement.Fragment) => sql`
            SELECT seq FROM (
              SELECT seq FROM audit_events AS e WHERE ${events} ORDER BY seq DESC LIMIT ${limit}) AS newest`
          // Each of two conditions has an index in the order of a page. Joined by OR they have none.
          const wanted =
            others.length === 0
              ? first!
              : sql`org_id = ${orgId} AND seq IN (${sql.join(" UNION ALL ", false)([first!, ...others].map(newest))})`
          // Not prepared: which index serves a page depends on the values, and a plan that is kept was made for others.
          return sql`
            SELECT id, org_id, at, seq::text AS seq, actor_kind, actor_id, actor_label, action,
              target_kind, target_id, target_label, details
            FROM audit_events WHERE ${wanted}
            ORDER BY audit_events.seq DESC LIMIT ${limit}`.unprepared.pipe(Effect.flatMap(decode), Effect.orDie)
        }
      })
    })
  )
}
