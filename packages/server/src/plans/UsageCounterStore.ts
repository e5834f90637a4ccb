import { AppId, OrgId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../platform/sql/values.ts"

/** What is counted of use. */
export type UsageMetric = "live_session_ms"

/** The count of one run of a server on one UTC day. `appId` is null for what belongs to no app. */
export interface UsageCount {
  readonly orgId: OrgId
  readonly appId: AppId | null
  readonly metric: UsageMetric
  /** As `2026-11-23`. */
  readonly day: string
  readonly value: number
}

const Month = Schema.Struct({ orgId: OrgId, metric: Schema.String, from: Schema.String })

/** The usage_counters table. */
export class UsageCounterStore extends Context.Service<
  UsageCounterStore,
  {
    /** Replaces what this run of the server wrote before. Those of organisations that are gone are passed over. */
    readonly put: (boot: string, counts: ReadonlyArray<UsageCount>) => Effect.Effect<void>
    /** What apps used since a day, by all runs of the server. */
    readonly ofApps: (asked: typeof Month.Type) => Effect.Effect<number>
  }
>()("@fleet/server/UsageCounterStore") {
  static readonly layer = Layer.effect(
    UsageCounterStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const put = (boot: string, counts: ReadonlyArray<UsageCount>) => sql`
        INSERT INTO usage_counters (org_id, app_id, metric, day, boot, value)
        SELECT c.org_id::uuid, c.app_id::uuid, c.metric, c.day::date, ${boot}::uuid, c.value::bigint
        FROM unnest(
          ${textArray(counts.map(({ orgId }) => orgId))}::text[],
          ${textArray(counts.map(({ appId }) => appId))}::text[],
          ${textArray(counts.map(({ metric }) => metric))}::text[],
          ${textArray(counts.map(({ day }) => day))}::text[],
          ${textArray(counts.map(({ value }) => String(value)))}::text[]
        ) AS c (org_id, app_id, metric, day, value)
        JOIN orgs o ON o.id = c.org_id::uuid
        ON CONFLICT (org_id, metric, day, boot, coalesce(app_id, '00000000-0000-0000-0000-000000000000'::uuid))
        DO UPDATE SET value = excluded.value`
      const ofApps = SqlSchema.findOne({
        Request: Month,
        Result: Schema.Struct({ value: Schema.Finite }),
        execute: ({ from, metric, orgId }) => sql`
          SELECT coalesce(sum(value), 0)::float8 AS value FROM usage_counters
          WHERE org_id = ${orgId} AND metric = ${metric} AND day >= ${from}::text::date AND app_id IS NOT NULL`
      })
      return UsageCounterStore.of({
        put: (boot, counts) => (counts.length === 0 ? Effect.void : Effect.orDie(Effect.asVoid(put(boot, counts)))),
        ofApps: (asked) => Effect.map(Effect.orDie(ofApps(asked)), ({ value }) => value)
      })
    })
  )
}
