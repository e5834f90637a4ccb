import { AppId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { renameGrants } from "../../apps/robotGrantsSql.ts"

const Key = Schema.Struct({ orgId: OrgId, robotId: RobotId, slug: Schema.String })
const Rename = Schema.Struct({ orgId: OrgId, robotId: RobotId, from: Schema.String, to: Schema.String })
type Rename = typeof Rename.Type

const Usage = Schema.Struct({
  grant_count: Schema.Int,
  app_ids: Schema.Array(AppId),
  app_identifiers: Schema.Array(Schema.String),
  has_recorded_history: Schema.Boolean
})
const Moved = Schema.Struct({ rows: Schema.Int })

/** Where a slug is written down outside the configuration and the recorded samples: grants, the latest value. */
export class SlugStore extends Context.Service<
  SlugStore,
  {
    readonly usage: (key: typeof Key.Type) => Effect.Effect<typeof Usage.Type>
    /** How many grants named the old slug. Where a role grants both, what either asks to be confirmed stays so. */
    readonly renameGrants: (rename: Rename) => Effect.Effect<number>
    readonly renameLatest: (rename: Rename) => Effect.Effect<void>
  }
>()("@fleet/server/SlugStore") {
  static readonly layer = Layer.effect(
    SlugStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const usage = SqlSchema.findOne({
        Request: Key,
        Result: Usage,
        execute: ({ orgId, robotId, slug }) => sql`
          SELECT count(*)::int AS grant_count,
            coalesce(array_agg(DISTINCT a.id::text) FILTER (WHERE a.id IS NOT NULL), '{}') AS app_ids,
            coalesce(array_agg(DISTINCT a.identifier ORDER BY a.identifier) FILTER (WHERE a.id IS NOT NULL), '{}')
              AS app_identifiers,
            EXISTS (
              SELECT FROM series s WHERE s.robot_id = ${robotId} AND s.org_id = ${orgId} AND s.slug = ${slug}
                AND (s.samples > 0 OR EXISTS (SELECT FROM unpacked_samples u WHERE u.series_id = s.id))
            ) AS has_recorded_history
          FROM role_grants g JOIN roles o ON o.id = g.role_id JOIN apps a ON a.id = o.app_id
          WHERE g.robot_id = ${robotId} AND g.org_id = ${orgId} AND g.slug = ${slug}`
      })
      const moveGrants = SqlSchema.findOne({
        Request: Rename,
        Result: Moved,
        execute: (rename) => renameGrants(sql, rename)
      })
      const renameLatest = SqlSchema.void({
        Request: Rename,
        execute: ({ from, orgId, robotId, to }) => sql`
          WITH old AS (
            DELETE FROM latest_values l USING robots r
            WHERE r.id = ${robotId} AND r.org_id = ${orgId} AND l.robot_id = r.id AND l.slug = ${from}
            RETURNING l.robot_id, l.value, l.timestamp_ms
          )
          INSERT INTO latest_values (robot_id, slug, value, timestamp_ms)
          SELECT robot_id, ${to}::text, value, timestamp_ms FROM old
          ON CONFLICT (robot_id, slug) DO UPDATE SET value = excluded.value, timestamp_ms = excluded.timestamp_ms`
      })
      return SlugStore.of({
        usage: (key) => Effect.orDie(usage(key)),
        renameGrants: (rename) => Effect.map(Effect.orDie(moveGrants(rename)), ({ rows }) => rows),
        renameLatest: (rename) => Effect.orDie(renameLatest(rename))
      })
    })
  )
}
