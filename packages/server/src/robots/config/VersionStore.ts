import { OrgId, RobotId } from "@fleet/domain/Ids"
import { DeliveredDocument } from "@fleet/domain/RobotConfig/Document"
import { countExposures } from "@fleet/domain/RobotConfig/Exposures"
import { ConfigIssue } from "@fleet/domain/RobotConfig/Issues"
import { ExposureCounts } from "@fleet/domain/Robots"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { makeBatcher } from "../../platform/sql/makeBatcher.ts"
import { textArray } from "../../platform/sql/values.ts"

/** As it was when it was published: a rule that came later takes no robot's configuration away. */
const Stored = Schema.declare(
  (doc: unknown): doc is DeliveredDocument => typeof doc === "object" && doc !== null && !Array.isArray(doc)
)

const Summary = Schema.Struct({ version: Schema.Int, published_at: Schema.DateTimeUtcFromDate })
const Row = Schema.Struct({
  ...Summary.fields,
  source: Schema.String,
  doc: Schema.fromJsonString(Stored),
  issues: Schema.fromJsonString(Schema.Array(ConfigIssue)),
  /** How many others there were. */
  issues_more: Schema.Int
})
export type Row = typeof Row.Type

const Names = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))
const Published = Schema.Struct({
  ...Summary.fields,
  doc: Row.fields.doc,
  /** What slugs of this version, and of some before it, are called now: names by slug by version. */
  slug_names: Names
})
export type Published = typeof Published.Type
const PublishedOf = Schema.Struct({ ...Published.fields, robot_id: RobotId })

/** Documents that one statement reads, at most: each has up to 1 MiB. */
const documentsAtOnce = 64

const InOrg = Schema.Struct({ orgId: OrgId, robotId: RobotId })
type InOrg = typeof InOrg.Type

/** What a publish was sent with, null without one. */
const PublishKey = Schema.NullOr(Schema.String)
const Insert = Schema.Struct({ ...InOrg.fields, ...Row.fields, publish_key: PublishKey })
const Counted = Schema.Struct({ ...Insert.fields, exposes: Schema.fromJsonString(ExposureCounts) })

/** The config_versions table, whose rows are never changed, and current_versions, the newest version of each robot. */
export class VersionStore extends Context.Service<
  VersionStore,
  {
    /**
     * The version the robot runs, of any org: for the data plane, which has authenticated the robot before. Those that
     * many fibres ask for are read by one statement.
     */
    readonly latest: (robotId: RobotId) => Effect.Effect<Option.Option<Published>>
    /** The number of that version, 0 before the first. */
    readonly newest: (robotId: RobotId) => Effect.Effect<number>
    readonly list: (robot: InOrg) => Effect.Effect<ReadonlyArray<typeof Summary.Type>>
    readonly find: (key: InOrg & { readonly version: number }) => Effect.Effect<Option.Option<Row>>
    /** The version that a publish with this key made. */
    readonly byKey: (key: InOrg & { readonly publishKey: string }) => Effect.Effect<Option.Option<typeof Summary.Type>>
    readonly insert: (version: typeof Insert.Type) => Effect.Effect<void>
  }
>()("@fleet/server/VersionStore") {
  static readonly layer = Layer.effect(
    VersionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const latestOf = SqlSchema.findAll({
        Request: Schema.Array(RobotId),
        Result: PublishedOf,
        execute: (robotIds) => sql`
          SELECT asked.robot_id, newest.*, r.slug_names
          FROM unnest(${textArray(robotIds)}) AS asked (robot_id) JOIN robots r ON r.id = asked.robot_id::uuid, LATERAL (
            SELECT version, published_at, doc::text FROM config_versions
            WHERE robot_id = r.id ORDER BY version DESC LIMIT 1
          ) AS newest`
      })
      const latest = yield* makeBatcher(documentsAtOnce, (robotIds: ReadonlyArray<RobotId>) =>
        Effect.map(Effect.orDie(latestOf([...new Set(robotIds)])), (rows) => {
          const byRobot = new Map(rows.map((row) => [row.robot_id, row]))
          return robotIds.map((robotId) => Option.fromUndefinedOr(byRobot.get(robotId)))
        })
      )
      const newest = SqlSchema.findOne({
        Request: RobotId,
        Result: Schema.Struct({ version: Schema.Int }),
        execute: (robotId) => sql`
          SELECT coalesce(max(version), 0)::int AS version FROM config_versions WHERE robot_id = ${robotId}`
      })
      const list = SqlSchema.findAll({
        Request: InOrg,
        Result: Summary,
        execute: ({ orgId, robotId }) => sql`
          SELECT version, published_at FROM config_versions
          WHERE robot_id = ${robotId} AND org_id = ${orgId} ORDER BY version DESC`
      })
      const find = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...InOrg.fields, version: Schema.Int }),
        Result: Row,
        execute: ({ orgId, robotId, version }) => sql`
          SELECT version, published_at, source, doc::text, issues::text, issues_more FROM config_versions
          WHERE robot_id = ${robotId} AND org_id = ${orgId} AND version = ${version}`
      })
      const byKey = SqlSchema.findOneOption({
        Request: Schema.Struct({ ...InOrg.fields, publishKey: Schema.String }),
        Result: Summary,
        execute: ({ orgId, publishKey, robotId }) => sql`
          SELECT version, published_at FROM config_versions
          WHERE robot_id = ${robotId} AND org_id = ${orgId} AND publish_key = ${publishKey}`
      })
      const insert = SqlSchema.void({
        Request: Counted,
        execute: ({ orgId, robotId, ...version }) => sql`
          WITH added AS (
            INSERT INTO config_versions ${sql.insert({ ...version, robot_id: robotId, org_id: orgId })}
            RETURNING robot_id, org_id, version, published_at, exposes::json
          )
          INSERT INTO current_versions AS newest (robot_id, org_id, version, published_at, exposes) SELECT * FROM added
          ON CONFLICT (robot_id) DO UPDATE
          SET version = excluded.version, published_at = excluded.published_at, exposes = excluded.exposes
          WHERE newest.version < excluded.version`
      })
      return VersionStore.of({
        latest,
        newest: (robotId) => Effect.map(Effect.orDie(newest(robotId)), ({ version }) => version),
        list: (robot) => Effect.orDie(list(robot)),
        find: (key) => Effect.orDie(find(key)),
        byKey: (key) => Effect.orDie(byKey(key)),
        insert: (version) => Effect.orDie(insert({ ...version, exposes: countExposures(version.doc) }))
      })
    })
  )
}
