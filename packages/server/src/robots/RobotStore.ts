import { OrgId, RobotId } from "@fleet/domain/Ids"
import { ApplyError, ExposureCounts, HelloFailure, ProtocolStatus } from "@fleet/domain/Robots"
import { AnyMap } from "@fleet/domain/Wire"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { type RobotHead, robotHead } from "../access/robotHeadSql.ts"
import { lockOrgForUpdate } from "../org/lockOrgForUpdateSql.ts"

const Row = Schema.Struct({ id: RobotId, name: Schema.String, created_at: Schema.DateTimeUtcFromDate })
export type Row = typeof Row.Type

/** What a robot's last hello and its newest version say. `exposes` is null where nothing is published. */
export const Running = Schema.Struct({
  protocol_version: Schema.NullOr(Schema.Int),
  protocol_status: Schema.NullOr(ProtocolStatus),
  exposes: Schema.NullOr(ExposureCounts)
})
export type Running = typeof Running.Type

/** A robot of a list; `running` is what `readRunning` reads, `versions` what `readVersions` reads. */
export type Listed = RobotHead & {
  readonly running: string
  readonly versions: string
  /** When its bridge connected or left last. */
  readonly seen_at: Date | null
  readonly published_at: Date | null
  readonly draft_updated_at: Date | null
}

/** The published version, and what the bridge last said of the one it uses. */
export interface Versions {
  readonly published_version: number | null
  readonly applied_version: number | null
  readonly applied_ok: boolean | null
}

/** Reads the columns of Versions with bars between them. */
export const readVersions = (versions: string): Versions => {
  const [published, applied, ok] = versions.split("|")
  const numberOf = (column: string | undefined) => (column ? Number(column) : null)
  return {
    published_version: numberOf(published),
    applied_version: numberOf(applied),
    applied_ok: ok ? ok === "t" : null
  }
}

const decodeRunning = Schema.decodeUnknownSync(Schema.fromJsonString(Running))

/** Reads the columns of a Running with bars between them, which none of them has: counts as JSON, a number, and a word. */
export const readRunning = (running: string): Running => {
  const [exposes, version, status] = running.split("|").map((column) => (column === "" ? null : column))
  return decodeRunning(
    `{"exposes":${exposes},"protocol_version":${version},"protocol_status":${JSON.stringify(status)}}`
  )
}

const Detailed = Schema.Struct({
  ...Row.fields,
  ...Running.fields,
  exposes: Schema.NullOr(Schema.fromJsonString(ExposureCounts)),
  bridge_version: Schema.NullOr(Schema.String),
  last_hello_error: Schema.NullOr(Schema.toCodecJson(HelloFailure)),
  applied_version: Schema.NullOr(Schema.Int),
  applied_ok: Schema.NullOr(Schema.Boolean),
  applied_errors: Schema.NullOr(Schema.Array(ApplyError)),
  draft_updated_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  published_version: Schema.NullOr(Schema.Int),
  published_at: Schema.NullOr(Schema.DateTimeUtcFromDate),
  seen_at: Schema.NullOr(Schema.DateTimeUtcFromDate)
})
export type Detailed = typeof Detailed.Type

const InOrg = Schema.Struct({ orgId: OrgId, id: RobotId })
export type InOrg = typeof InOrg.Type

const Details = Schema.Struct({ json: Schema.String, timestampMs: Schema.Finite })
const Insert = Schema.Struct({ orgId: OrgId, name: Schema.String, tokenHash: Schema.Uint8Array })
const Named = Schema.Struct({ ...InOrg.fields, name: Schema.String })
const Tokened = Schema.Struct({ ...InOrg.fields, tokenHash: Schema.Uint8Array })
const WithDetails = Schema.Struct({
  ...InOrg.fields,
  details: Schema.fromJsonString(AnyMap),
  at: Schema.DateTimeUtcFromDate
})

/** The robots table, as developers see it. */
export class RobotStore extends Context.Service<
  RobotStore,
  {
    /** How many robots the org has, and whether it is locked; no other transaction adds one meanwhile. */
    readonly lockOrgAndCount: (orgId: OrgId) => Effect.Effect<{ readonly count: number; readonly locked: boolean }>
    readonly insert: (robot: typeof Insert.Type) => Effect.Effect<Row>
    readonly find: (key: InOrg) => Effect.Effect<Option.Option<Row>>
    readonly findDetailed: (key: InOrg) => Effect.Effect<Option.Option<Detailed>>
    /** By name, then id. */
    readonly list: (orgId: OrgId) => Effect.Effect<ReadonlyArray<Listed>>
    /** Until the transaction ends no other one changes or deletes the robot. */
    readonly lockForUpdate: (key: InOrg) => Effect.Effect<Option.Option<Row>>
    readonly rename: (robot: typeof Named.Type) => Effect.Effect<void>
    readonly setToken: (robot: typeof Tokened.Type) => Effect.Effect<void>
    /** False, with nothing written, when they are the same already. */
    readonly setDetails: (robot: typeof WithDetails.Type) => Effect.Effect<boolean>
    /** When the robot's bridge left last, or the robot was made, in epoch milliseconds. */
    readonly offlineSince: (key: InOrg) => Effect.Effect<Option.Option<number>>
    /** The details as JSON text, and when they were put. */
    readonly details: (key: InOrg) => Effect.Effect<Option.Option<typeof Details.Type>>
  }
>()("@fleet/server/RobotStore") {
  static readonly layer = Layer.effect(
    RobotStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const withVersion = sql.literal(
        "robots r LEFT JOIN current_versions v ON v.robot_id = r.id AND v.org_id = r.org_id"
      )

      const count = SqlSchema.findOne({
        Request: OrgId,
        Result: Schema.Struct({ count: Schema.Int }),
        execute: (orgId) => sql`SELECT count(*)::int AS count FROM robots WHERE org_id = ${orgId}`
      })
      const insert = SqlSchema.findOne({
        Request: Insert,
        Result: Row,
        execute: ({ name, orgId, tokenHash }) => sql`
          INSERT INTO robots ${sql.insert({ org_id: orgId, name, token_hash: tokenHash })}
          RETURNING id, name, created_at`
      })
      const find = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Row,
        execute: ({ id, orgId }) => sql`SELECT id, name, created_at FROM robots WHERE id = ${id} AND org_id = ${orgId}`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Row,
        execute: ({ id, orgId }) => sql`
          SELECT id, name, created_at FROM robots WHERE id = ${id} AND org_id = ${orgId} FOR NO KEY UPDATE`
      })
      const findDetailed = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Detailed,
        execute: ({ id, orgId }) => sql`
          SELECT r.id, r.name, r.created_at, r.protocol_version::float8, r.protocol_status,
            v.exposes::text, r.bridge_version, r.last_hello_error, r.applied_version, r.applied_ok, r.applied_errors,
            d.updated_at AS draft_updated_at, v.version AS published_version, v.published_at,
            greatest(r.connected_at, r.offline_at) AS seen_at
          FROM ${withVersion} LEFT JOIN config_drafts d ON d.robot_id = r.id
          WHERE r.id = ${id} AND r.org_id = ${orgId}`
      })
      // An org may have 10,000 robots, and a schema's pass over them takes longer than the query.
      const list = (orgId: OrgId) => sql<Listed>`
        SELECT ${sql.literal(robotHead)},
          concat(exposes, '|', protocol_version, '|', protocol_status) AS running,
          concat(version, '|', applied_version, '|', applied_ok) AS versions,
          greatest(connected_at, offline_at) AS seen_at, published_at, draft_updated_at
        FROM (
          SELECT r.id, r.name, r.created_at, r.protocol_version, r.protocol_status, v.exposes, v.version, v.published_at,
            r.applied_version, r.applied_ok, r.connected_at, r.offline_at, d.updated_at AS draft_updated_at
          FROM ${withVersion} LEFT JOIN config_drafts d ON d.robot_id = r.id WHERE r.org_id = ${orgId} ORDER BY r.name, r.id OFFSET 0
        ) AS sorted`
      const rename = SqlSchema.void({
        Request: Named,
        execute: ({ id, name, orgId }) => sql`UPDATE robots SET name = ${name} WHERE id = ${id} AND org_id = ${orgId}`
      })
      const setToken = SqlSchema.void({
        Request: Tokened,
        execute: ({ id, orgId, tokenHash }) =>
          sql`UPDATE robots SET token_hash = ${tokenHash} WHERE id = ${id} AND org_id = ${orgId}`
      })
      const setDetails = SqlSchema.findOneOption({
        Request: WithDetails,
        Result: Schema.Struct({ id: RobotId }),
        execute: ({ at, details, id, orgId }) => sql`
          UPDATE robots SET details = ${details}::jsonb, details_at = ${at}
          WHERE id = ${id} AND org_id = ${orgId} AND details <> ${details}::jsonb RETURNING id`
      })
      const offlineSince = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Schema.Struct({ ms: Schema.Finite }),
        execute: ({ id, orgId }) => sql`
          SELECT floor(extract(epoch FROM greatest(created_at, offline_at)) * 1000)::float8 AS ms
          FROM robots WHERE id = ${id} AND org_id = ${orgId}`
      })
      const details = SqlSchema.findOneOption({
        Request: InOrg,
        Result: Details,
        execute: ({ id, orgId }) => sql`
          SELECT details::text AS json, floor(extract(epoch FROM details_at) * 1000)::float8 AS "timestampMs"
          FROM robots WHERE id = ${id} AND org_id = ${orgId}`
      })

      return RobotStore.of({
        lockOrgAndCount: (orgId) =>
          Effect.flatMap(lockOrgForUpdate(sql, orgId), (locked) =>
            Effect.map(Effect.orDie(count(orgId)), ({ count }) => ({ count, locked }))
          ),
        insert: (robot) => Effect.orDie(insert(robot)),
        find: (key) => Effect.orDie(find(key)),
        lockForUpdate: (key) => Effect.orDie(lockForUpdate(key)),
        findDetailed: (key) => Effect.orDie(findDetailed(key)),
        list: (orgId) => Effect.orDie(list(orgId)),
        rename: (robot) => Effect.orDie(rename(robot)),
        setToken: (robot) => Effect.orDie(setToken(robot)),
        setDetails: (robot) => Effect.map(Effect.orDie(setDetails(robot)), Option.isSome),
        offlineSince: (key) =>
          Effect.map(
            Effect.orDie(offlineSince(key)),
            Option.map(({ ms }) => ms)
          ),
        details: (key) => Effect.orDie(details(key))
      })
    })
  )
}
