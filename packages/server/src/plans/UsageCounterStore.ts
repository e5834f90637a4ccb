import { AppId, OrgId } from "@fleet/domain/Ids"
import { type UsageMetric, UsageMetric as Metric } from "@fleet/domain/Usage"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { inBatches } from "../platform/sql/inBatches.ts"
import { textArray } from "../platform/sql/values.ts"

/** The count of one run of a server on one UTC day. `appId` is null for what belongs to no app. */
export interface UsageCount {
  readonly orgId: OrgId
  readonly appId: AppId | null
  readonly metric: UsageMetric
  /** As `2026-11-23`. */
  readonly day: string
  /** The run, a UUID. */
  readonly boot: string
  readonly value: number
}

/** Whose rows are not a run's but anyone's: a day's peak, whichever server measured it. */
export const anyBoot = "00000000-0000-0000-0000-000000000000"

const Month = Schema.Struct({
  orgId: OrgId,
  metric: Schema.String,
  from: Schema.String,
  besides: Schema.Array(Schema.Struct({ day: Schema.String, boot: Schema.String }))
})

const Range = Schema.Struct({ orgId: OrgId, from: Schema.String, to: Schema.String })

/** Values of days that follow each other, `from` on, of one app and metric: texts of numbers between commas. */
const Stretch = Schema.Struct({
  appId: Schema.NullOr(AppId),
  appName: Schema.NullOr(Schema.String),
  metric: Metric,
  from: Schema.String,
  values: Schema.String
})
export type UsageStretch = typeof Stretch.Type

/** The tables usage_counters and usage_months. */
export class UsageCounterStore extends Context.Service<
  UsageCounterStore,
  {
    /** Raises the rows to these counts, which never fall. Those of organisations that are gone are passed over. */
    readonly put: (counts: ReadonlyArray<UsageCount>) => Effect.Effect<void>
    /** What apps used since the first day of a month, by all runs of the server, `besides` these days of runs. */
    readonly ofApps: (asked: typeof Month.Type) => Effect.Effect<number>
    /** What an org used from a day to another, both included. A day of one app and metric may be in several stretches. */
    readonly list: (range: typeof Range.Type) => Effect.Effect<ReadonlyArray<UsageStretch>>
    /**
     * Moves the days before `before` into their months, but for those of `others`, which may still write them. A row is
     * moved once, however often and by however many servers this is called.
     */
    readonly fold: (before: string, others: ReadonlyArray<string>) => Effect.Effect<void>
  }
>()("@fleet/server/UsageCounterStore") {
  static readonly layer = Layer.effect(
    UsageCounterStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const put = (counts: ReadonlyArray<UsageCount>) => sql`
        INSERT INTO usage_counters (org_id, app_id, metric, day, boot, value)
        SELECT c.org_id::uuid, c.app_id::uuid, c.metric, c.day::date, c.boot::uuid, c.value::bigint
        FROM unnest(
          ${textArray(counts.map(({ orgId }) => orgId))}::text[],
          ${textArray(counts.map(({ appId }) => appId))}::text[],
          ${textArray(counts.map(({ metric }) => metric))}::text[],
          ${textArray(counts.map(({ day }) => day))}::text[],
          ${textArray(counts.map(({ boot }) => boot))}::text[],
          ${textArray(counts.map(({ value }) => String(value)))}::text[]
        ) AS c (org_id, app_id, metric, day, boot, value)
        JOIN orgs o ON o.id = c.org_id::uuid
        ORDER BY c.org_id, c.metric, c.day, c.app_id
        ON CONFLICT (org_id, metric, day, boot, coalesce(app_id, '00000000-0000-0000-0000-000000000000'::uuid))
        DO UPDATE SET value = greatest(usage_counters.value, excluded.value)`
      const ofApps = SqlSchema.findOne({
        Request: Month,
        Result: Schema.Struct({ value: Schema.Finite }),
        execute: ({ besides, from, metric, orgId }) => sql`
          SELECT (
            (SELECT coalesce(sum(value), 0) FROM usage_counters
              WHERE org_id = ${orgId} AND metric = ${metric} AND day >= ${from}::text::date AND app_id IS NOT NULL
                AND (day, boot) NOT IN (SELECT d::date, b::uuid FROM unnest(
                  ${textArray(besides.map(({ day }) => day))}::text[],
                  ${textArray(besides.map(({ boot }) => boot))}::text[]) AS known (d, b)))
            + (SELECT coalesce(sum(v), 0) FROM usage_months, unnest(days) AS v
              WHERE org_id = ${orgId} AND metric = ${metric} AND month >= ${from}::text::date AND app_id IS NOT NULL)
          )::float8 AS value`
      })
      const list = SqlSchema.findAll({
        Request: Range,
        Result: Stretch,
        execute: ({ from, orgId, to }) => sql`
          SELECT u.app_id AS "appId", a.name AS "appName", u.metric, u.from_day AS "from", u.values
          FROM (
            SELECT app_id, metric, month::text AS from_day, array_to_string(days, ',') AS values FROM usage_months
            WHERE org_id = ${orgId} AND month <= ${to}::text::date
              AND month >= date_trunc('month', ${from}::text::date)::date
            UNION ALL
            SELECT app_id, metric, day::text, sum(value)::text FROM usage_counters
            WHERE org_id = ${orgId} AND day BETWEEN ${from}::text::date AND ${to}::text::date
            GROUP BY app_id, metric, day
          ) AS u LEFT JOIN apps a ON a.id = u.app_id`
      })
      const fold = (before: string, others: ReadonlyArray<string>) => sql`
        WITH gone AS (
          DELETE FROM usage_counters
          WHERE day < ${before}::text::date AND boot <> ALL (${textArray(others)}::text[]::uuid[])
          RETURNING org_id, app_id, metric, day, value
        ), by_day AS (
          SELECT org_id, app_id, metric, day, sum(value)::bigint AS value FROM gone GROUP BY org_id, app_id, metric, day
        ), by_month AS (
          SELECT org_id, app_id, metric, date_trunc('month', day)::date AS month,
            array_agg(extract(day FROM day)::int) AS places, array_agg(value) AS values
          FROM by_day GROUP BY 1, 2, 3, 4
        )
        INSERT INTO usage_months (org_id, app_id, metric, month, days)
        SELECT org_id, app_id, metric, month, ARRAY(
          SELECT coalesce(values[array_position(places, place)], 0) FROM generate_series(1, 31) AS place ORDER BY place)
        FROM by_month ORDER BY org_id, month, metric, app_id
        ON CONFLICT (org_id, month, metric, coalesce(app_id, '00000000-0000-0000-0000-000000000000'::uuid))
        DO UPDATE SET days = ARRAY(
          SELECT CASE WHEN usage_months.metric IN ('retention_bytes', 'asset_bytes') THEN greatest(known, folded)
            ELSE known + folded END
          FROM unnest(usage_months.days, excluded.days) WITH ORDINALITY AS each (known, folded, place) ORDER BY place)`
      return UsageCounterStore.of({
        put: (counts) =>
          Effect.forEach(
            inBatches(counts, () => ""),
            (batch) => Effect.orDie(put(batch)),
            { discard: true }
          ),
        ofApps: (asked) => Effect.map(Effect.orDie(ofApps(asked)), ({ value }) => value),
        list: (range) => Effect.orDie(list(range)),
        fold: (before, others) => Effect.orDie(Effect.asVoid(fold(before, others)))
      })
    })
  )
}
