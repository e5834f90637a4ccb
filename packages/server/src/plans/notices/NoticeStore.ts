import { OrgId } from "@fleet/domain/Ids"
import { NoticedLimit, PlanNotice } from "@fleet/domain/PlanNotices"
import { Addons, PlanName } from "@fleet/domain/Plans"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../platform/sql/values.ts"
import { PlanTerms } from "../PlanTerms.ts"

const Org = Schema.Struct({
  id: OrgId,
  plan: PlanName,
  addons: Addons,
  terms: Schema.NullOr(PlanTerms),
  period_ends_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type NoticedOrg = typeof Org.Type

const Use = Schema.Struct({
  id: OrgId,
  seats: Schema.Finite,
  robots: Schema.Finite,
  apps: Schema.Finite,
  app_users: Schema.Finite,
  asset_bytes: Schema.Finite,
  /** Whether apps used live video on the day. */
  has_live_video: Schema.Boolean,
  /** What was told of periods that end later. */
  told: Schema.Array(
    Schema.Struct({ limit: NoticedLimit, percent: PlanNotice.fields.percent, period_ends_at: Schema.DateFromString })
  )
})
/** What an org uses, and what was told of it. */
export type NoticedUse = typeof Use.Type

/** A notice, and the end of the period that it is told in. */
export interface DueNotice extends PlanNotice {
  readonly periodEndsAt: Date
}

const Asked = Schema.Struct({ ids: Schema.Array(OrgId), now: Schema.Date, day: Schema.String })
const After = Schema.Struct({ after: Schema.NullOr(OrgId), limit: Schema.Int })
const Telling = Schema.Struct({ orgId: OrgId, now: Schema.Date, json: Schema.String })

/** How many old rows one statement deletes. */
const oldAtOnce = 1000

/** The plan_notices table, and what notices are about. */
export class NoticeStore extends Context.Service<
  NoticeStore,
  {
    /** Orgs by id, after one. */
    readonly orgs: (after: OrgId | null, limit: number) => Effect.Effect<ReadonlyArray<NoticedOrg>>
    /** Reads alone, of many orgs at once. `day` is the UTC day, as `2026-11-23`. */
    readonly uses: (asked: typeof Asked.Type) => Effect.Effect<ReadonlyArray<NoticedUse>>
    /** Writes notices; answers those that nobody had written. One that another transaction writes is waited for. */
    readonly tell: (orgId: OrgId, due: ReadonlyArray<DueNotice>, now: Date) => Effect.Effect<ReadonlyArray<DueNotice>>
    /** The addresses of the org's Owners. */
    readonly owners: (orgId: OrgId) => Effect.Effect<ReadonlyArray<string>>
    /** Deletes those of periods that ended before. */
    readonly deleteOld: (before: Date) => Effect.Effect<number>
  }
>()("@fleet/server/NoticeStore") {
  static readonly layer = Layer.effect(
    NoticeStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const orgs = SqlSchema.findAll({
        Request: After,
        Result: Org,
        execute: ({ after, limit }) => sql`
          SELECT id, plan, addons, terms, period_ends_at FROM orgs WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${limit}`
      })
      const uses = SqlSchema.findAll({
        Request: Asked,
        Result: Use,
        execute: ({ day, ids, now }) => sql`
          WITH asked AS (SELECT unnest(${textArray(ids)}::text[])::uuid AS id)
          SELECT id,
            ((SELECT count(*) FROM developers WHERE org_id = asked.id)
              + (SELECT count(*) FROM team_invitations WHERE org_id = asked.id AND expires_at > ${now}))::int AS seats,
            (SELECT count(*) FROM robots WHERE org_id = asked.id)::int AS robots,
            (SELECT count(*) FROM apps WHERE org_id = asked.id)::int AS apps,
            ((SELECT count(*) FROM app_users WHERE org_id = asked.id)
              + (SELECT count(*) FROM app_invitations WHERE org_id = asked.id AND expires_at > ${now}))::int AS app_users,
            (SELECT coalesce(sum(size_bytes), 0) FROM assets WHERE org_id = asked.id)::float8 AS asset_bytes,
            EXISTS (
              SELECT FROM usage_counters
              WHERE org_id = asked.id AND metric = 'live_session_ms' AND day = ${day}::text::date AND app_id IS NOT NULL
            ) AS has_live_video,
            coalesce((
              SELECT jsonb_agg(jsonb_build_object('limit', limit_name, 'percent', percent, 'period_ends_at', period_ends_at))
              FROM plan_notices WHERE org_id = asked.id AND period_ends_at > ${now}
            ), '[]') AS told
          FROM asked`
      })
      const tell = SqlSchema.findAll({
        Request: Telling,
        Result: Schema.Struct({ limit_name: NoticedLimit, percent: PlanNotice.fields.percent }),
        execute: ({ json, now, orgId }) => sql`
          INSERT INTO plan_notices (org_id, limit_name, period_ends_at, percent, used, max, told_at)
          SELECT o.id, n."limit", n."periodEndsAt", n.percent, n.used, n.max, ${now}::timestamptz
          FROM orgs o, jsonb_to_recordset(${json}::text::jsonb)
            AS n ("limit" text, "periodEndsAt" timestamptz, percent integer, used bigint, max bigint)
          WHERE o.id = ${orgId}
          ORDER BY n."limit", n.percent
          ON CONFLICT DO NOTHING
          RETURNING limit_name, percent`
      })
      const owners = SqlSchema.findAll({
        Request: OrgId,
        Result: Schema.Struct({ email: Schema.String }),
        execute: (id) => sql`
          SELECT email FROM developers WHERE org_id = ${id} AND tier = 'owner' ORDER BY created_at, id`
      })
      return NoticeStore.of({
        orgs: (after, limit) => Effect.orDie(orgs({ after, limit })),
        uses: (asked) => Effect.orDie(uses(asked)),
        tell: (orgId, due, now) =>
          Effect.map(Effect.orDie(tell({ orgId, now, json: JSON.stringify(due) })), (written) =>
            due.filter(({ limit, percent }) =>
              written.some((row) => row.limit_name === limit && row.percent === percent)
            )
          ),
        owners: (id) => Effect.map(Effect.orDie(owners(id)), (rows) => rows.map(({ email }) => email)),
        deleteOld: (before) =>
          sql`
            DELETE FROM plan_notices WHERE (org_id, limit_name, period_ends_at, percent) IN (
              SELECT org_id, limit_name, period_ends_at, percent FROM plan_notices
              WHERE period_ends_at < ${before} LIMIT ${oldAtOnce})
            RETURNING 1`.pipe(
            Effect.orDie,
            Effect.map(({ length }) => length)
          )
      })
    })
  )
}
