import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { ApplyError, HelloFailure, ProtocolStatus } from "@fleet/domain/Robots"
import { Context, type DateTime, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { auditInsertWhere, type AuditRow } from "../../audit/auditInsertSql.ts"
import { makeBatcher } from "../../platform/sql/makeBatcher.ts"
import { replaceUnstorableChars } from "../../platform/sql/replaceUnstorableChars.ts"
import { textArray } from "../../platform/sql/values.ts"

/** A robot, and whether its org is locked. */
export interface Row {
  readonly id: RobotId
  readonly org_id: OrgId
  readonly name: string
  readonly locked: boolean
}

/** A robot as a connected bridge must find it. */
export interface Standing {
  readonly name: string
  /** Of its bridge token, in hex; null once its deletion has begun. */
  readonly tokenHash: string | null
  /** The published version; 0 where nothing is published. */
  readonly version: number
  /** Whether slugs of its published version are called otherwise now. */
  readonly hasNames: boolean
}

/**
 * What a robot's row keeps of its bridge; null leaves that part of the row as it is. So does what was applied of an
 * earlier version than that of the row.
 */
export interface BridgeChange {
  readonly id: RobotId
  readonly hello: {
    readonly protocol_version: number
    readonly protocol_status: typeof ProtocolStatus.Type
    readonly bridge_version: string
    readonly last_hello_error: typeof HelloFailure.Type | null
  } | null
  readonly applied: {
    readonly version: number
    readonly ok: boolean
    readonly errors: ReadonlyArray<ApplyError>
  } | null
  readonly connected_at: DateTime.Utc | null
  readonly offline_at: DateTime.Utc | null
}

/** Robots that one statement is about, at most. */
const robotsAtOnce = 200

/** Times become ISO texts, as `toJSON` of a DateTime says them. */
const encodeChanges = (changes: ReadonlyArray<BridgeChange>) => replaceUnstorableChars(JSON.stringify(changes))

/** What the robots table keeps of a robot's bridge. */
export class BridgeRecordStore extends Context.Service<
  BridgeRecordStore,
  {
    /** The robot of a token hash. Those that many fibres ask for are read by one statement. */
    readonly findByToken: (hash: Uint8Array) => Effect.Effect<Row | null>
    /** Those of the robots that exist, by their ids. */
    readonly standing: (robotIds: ReadonlyArray<RobotId>) => Effect.Effect<ReadonlyMap<RobotId, Standing>>
    /**
     * Writes changes, at most one of a robot, and the audit rows of those robots, in one statement. It leaves out robots
     * whose rows it does not find or another transaction has locked, and waits for none of them. Answers the robots that
     * it wrote, and the numbers of their audit rows in the order given.
     */
    readonly writeFree: (
      changes: ReadonlyArray<BridgeChange>,
      audits: ReadonlyArray<AuditRow>
    ) => Effect.Effect<
      { readonly written: ReadonlySet<RobotId>; readonly numbers: ReadonlyArray<number> },
      SqlError.SqlError
    >
    /** Writes one, once its row is free. */
    readonly write: (change: BridgeChange) => Effect.Effect<void>
  }
>()("@fleet/server/BridgeRecordStore") {
  static readonly layer = Layer.effect(
    BridgeRecordStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // The one lookup that no org scopes: the token is the whole credential.
      const findByTokens = (hashes: ReadonlyArray<string>) =>
        sql<Row & { readonly hash: string }>`
          SELECT asked.hash, robot.* FROM unnest(${textArray(hashes)}) AS asked (hash), LATERAL (
            SELECT r.id, r.org_id, r.name, o.locked_at IS NOT NULL AS locked
            FROM robots r JOIN orgs o ON o.id = r.org_id WHERE r.token_hash = decode(asked.hash, 'hex') LIMIT 1
          ) AS robot`
      const findByToken = yield* makeBatcher(robotsAtOnce, (hashes: ReadonlyArray<string>) =>
        findByTokens([...new Set(hashes)]).pipe(
          Effect.map((rows) => {
            const byHash = new Map(rows.map((row) => [row.hash, row]))
            return hashes.map((hash) => byHash.get(hash) ?? null)
          }),
          Effect.orDie
        )
      )
      // One that waited for a lock may come after one of a later configuration.
      const isNewest = sql`
        seen.applied IS NOT NULL AND ((seen.applied ->> 'version')::bigint < robots.applied_version) IS NOT TRUE`
      const written = sql`
        protocol_version = CASE WHEN seen.hello IS NULL THEN robots.protocol_version
          ELSE (seen.hello ->> 'protocol_version')::bigint END,
        protocol_status = CASE WHEN seen.hello IS NULL THEN robots.protocol_status
          ELSE seen.hello ->> 'protocol_status' END,
        bridge_version = CASE WHEN seen.hello IS NULL THEN robots.bridge_version
          ELSE seen.hello ->> 'bridge_version' END,
        last_hello_error = CASE WHEN seen.hello IS NULL THEN robots.last_hello_error
          ELSE nullif(seen.hello -> 'last_hello_error', 'null') END,
        applied_version = CASE WHEN ${isNewest} THEN (seen.applied ->> 'version')::bigint ELSE robots.applied_version END,
        applied_ok = CASE WHEN ${isNewest} THEN (seen.applied ->> 'ok')::boolean ELSE robots.applied_ok END,
        applied_errors = CASE WHEN ${isNewest} THEN seen.applied -> 'errors' ELSE robots.applied_errors END,
        connected_at = coalesce(seen.connected_at, robots.connected_at),
        offline_at = coalesce(seen.offline_at, robots.offline_at)`
      const rows = (changes: ReadonlyArray<BridgeChange>) => sql`
        jsonb_to_recordset(${encodeChanges(changes)}::jsonb) AS seen
          (id uuid, hello jsonb, applied jsonb, connected_at timestamptz, offline_at timestamptz)`
      const writeFree = (changes: ReadonlyArray<BridgeChange>, audits: ReadonlyArray<AuditRow>) =>
        sql<{ readonly id: RobotId; readonly seq: string | null }>`
          WITH free AS (
            SELECT id FROM robots WHERE id = ANY (${textArray(changes.map(({ id }) => id))}::uuid[])
            FOR NO KEY UPDATE SKIP LOCKED
          ), written AS (
            UPDATE robots SET ${written} FROM ${rows(changes)} JOIN free USING (id)
            WHERE robots.id = seen.id
            RETURNING robots.id::text
          ), recorded AS (
            ${auditInsertWhere(sql, audits, sql`event.target_id = ANY (ARRAY(SELECT id FROM written))`)}
            RETURNING target_id, seq::text
          )
          SELECT id, NULL AS seq FROM written UNION ALL SELECT target_id, seq FROM recorded`
      return BridgeRecordStore.of({
        findByToken: (hash) => findByToken(Buffer.from(hash).toString("hex")),
        standing: (robotIds) =>
          sql<Standing & { readonly id: RobotId }>`
            SELECT r.id, r.name, encode(r.token_hash, 'hex') AS "tokenHash", coalesce(v.version, 0) AS version,
              r.slug_names <> '{}' AS "hasNames"
            FROM robots r LEFT JOIN current_versions v ON v.robot_id = r.id
            WHERE r.id = ANY (${textArray(robotIds)}::uuid[])`.pipe(
            Effect.map((rows) => new Map(rows.map((row) => [row.id, row]))),
            Effect.orDie
          ),
        writeFree: (changes, audits) =>
          Effect.map(writeFree(changes, audits), (rows) => ({
            written: new Set(rows.flatMap(({ id, seq }) => (seq === null ? [id] : []))),
            numbers: rows.flatMap(({ seq }) => (seq === null ? [] : [Number(seq)]))
          })),
        write: (change) =>
          sql`UPDATE robots SET ${written} FROM ${rows([change])} WHERE robots.id = seen.id`.pipe(
            Effect.asVoid,
            Effect.orDie
          )
      })
    })
  )
}
