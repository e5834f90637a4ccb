import { AppId, AppUserId, DeveloperId, OrgId, SessionId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { textArray } from "../../platform/sql/values.ts"

/** The two identity spaces that have sessions. */
export const Space = Schema.Literals(["developer", "app_user"])
export type Space = typeof Space.Type

const Family = Schema.Struct({
  org_id: OrgId,
  space: Space,
  subject_id: Schema.Union([DeveloperId, AppUserId]),
  token_version: Schema.Int,
  /** Of a session that a person gave to a client. */
  client_id: Schema.NullOr(Schema.String),
  /** The only place its access tokens are good at. */
  resource: Schema.NullOr(Schema.String),
  scopes: Schema.NullOr(Schema.Array(Schema.String))
})
export type Family = typeof Family.Type

const Token = Schema.Struct({
  hash: Schema.Uint8Array,
  family_id: SessionId,
  expires_at: Schema.DateTimeUtcFromDate
})

const Presented = Schema.Struct({
  ...Family.fields,
  family_id: SessionId,
  ended: Schema.Boolean,
  spent: Schema.Boolean,
  expires_at: Schema.DateTimeUtcFromDate,
  /** Whether the account is still one that may hold a session. */
  good: Schema.Boolean,
  /** Whether the org is locked for the account: Owners may still sign in. */
  locked: Schema.Boolean,
  app_id: Schema.NullOr(AppId)
})
export type Presented = typeof Presented.Type

/** How many sessions one statement forgets, so that none of them is long. */
const batch = 500

/** The session_families and refresh_tokens tables. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    readonly open: (family: Family) => Effect.Effect<SessionId>
    readonly addToken: (token: typeof Token.Type) => Effect.Effect<void>
    /** The token with its family and account; both rows stay locked until the transaction ends. */
    readonly lockTokenForUpdate: (hash: Uint8Array) => Effect.Effect<Option.Option<Presented>>
    /** Marks a token spent, and forgets those of its family that are too old to matter. */
    readonly spend: (hash: Uint8Array, now: Date) => Effect.Effect<void>
    readonly end: (id: SessionId, now: Date) => Effect.Effect<void>
    /** Whether there was one to end. */
    readonly endAll: (subjectIds: ReadonlyArray<string>, now: Date) => Effect.Effect<boolean>
    /** Ends the families that a person gave to a client, and answers which those were. */
    readonly endClient: (subjectId: string, clientId: string, now: Date) => Effect.Effect<ReadonlyArray<SessionId>>
    /** Ends the person's other families, and answers which those were. */
    readonly endOthers: (kept: SessionId, subjectId: string, now: Date) => Effect.Effect<ReadonlyArray<SessionId>>
    /** A family that has not ended, and whether its org is locked to it; it stays locked until the transaction ends. */
    readonly lockForUpdate: (family: SessionId) => Effect.Effect<Option.Option<{ readonly locked: boolean }>>
    /** Marks every token of a family spent. Under `lockForUpdate`, no refresh under way adds one afterwards. */
    readonly spendAll: (family: SessionId, now: Date) => Effect.Effect<void>
    /**
     * Deletes families that ended before a time, those whose last token ran out before another, and of the others the
     * tokens that did. In short statements, which skip locked rows.
     */
    readonly forget: (times: { readonly endedBefore: Date; readonly expiredBefore: Date }) => Effect.Effect<void>
  }
>()("@fleet/server/SessionStore") {
  static readonly layer = Layer.effect(
    SessionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const open = SqlSchema.findOne({
        Request: Family,
        Result: Schema.Struct({ id: SessionId }),
        execute: ({ scopes, ...family }) => sql`
          INSERT INTO session_families ${sql.insert({ ...family, scopes: scopes === null ? null : textArray(scopes) })}
          RETURNING id`
      })
      const addToken = SqlSchema.void({
        Request: Token,
        execute: (token) => sql`INSERT INTO refresh_tokens ${sql.insert({ ...token })}`
      })
      const lockTokenForUpdate = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Presented,
        execute: (hash) => sql`
          SELECT f.org_id, f.space, f.subject_id, f.token_version, f.client_id, f.resource, f.scopes,
            f.id AS family_id, t.expires_at,
            f.ended_at IS NOT NULL AS ended, t.spent_at IS NOT NULL AS spent,
            coalesce(u.status = 'active', d.token_version = f.token_version, false) AS good, u.app_id,
            o.locked_at IS NOT NULL AND d.tier IS DISTINCT FROM 'owner' AS locked
          FROM refresh_tokens t
          JOIN session_families f ON f.id = t.family_id
          JOIN orgs o ON o.id = f.org_id
          LEFT JOIN app_users u ON f.space = 'app_user' AND u.id = f.subject_id
          LEFT JOIN developers d ON f.space = 'developer' AND d.id = f.subject_id
          WHERE t.hash = ${hash}
          FOR UPDATE OF f, t`
      })
      const spend = (hash: Uint8Array, now: Date) => sql`
        WITH spent AS (UPDATE refresh_tokens SET spent_at = ${now} WHERE hash = ${hash} RETURNING family_id)
        DELETE FROM refresh_tokens t USING spent s WHERE t.family_id = s.family_id AND t.expires_at < ${now}`
      const end = (id: SessionId, now: Date) =>
        sql`UPDATE session_families SET ended_at = ${now} WHERE id = ${id} AND ended_at IS NULL`
      const endAll = (subjectIds: ReadonlyArray<string>, now: Date) => sql`
        UPDATE session_families SET ended_at = ${now}
        WHERE subject_id = ANY (${textArray(subjectIds)}::uuid[]) AND ended_at IS NULL RETURNING id`
      const endClient = SqlSchema.findAll({
        Request: Schema.Struct({ subjectId: Schema.String, clientId: Schema.String, now: Schema.Date }),
        Result: Schema.Struct({ id: SessionId }),
        execute: ({ clientId, now, subjectId }) => sql`
          UPDATE session_families SET ended_at = ${now}
          WHERE subject_id = ${subjectId} AND client_id = ${clientId} AND ended_at IS NULL RETURNING id`
      })
      const endOthers = SqlSchema.findAll({
        Request: Schema.Struct({ kept: SessionId, subjectId: Schema.String, now: Schema.Date }),
        Result: Schema.Struct({ id: SessionId }),
        execute: ({ kept, now, subjectId }) => sql`
          UPDATE session_families SET ended_at = ${now}
          WHERE subject_id = ${subjectId} AND id <> ${kept} AND ended_at IS NULL RETURNING id`
      })
      const lockForUpdate = SqlSchema.findOneOption({
        Request: SessionId,
        Result: Schema.Struct({ locked: Schema.Boolean }),
        execute: (family) => sql`
          SELECT o.locked_at IS NOT NULL AS locked FROM session_families f JOIN orgs o ON o.id = f.org_id
          WHERE f.id = ${family} AND f.ended_at IS NULL FOR UPDATE OF f`
      })
      const spendAll = (family: SessionId, now: Date) =>
        sql`UPDATE refresh_tokens SET spent_at = ${now} WHERE family_id = ${family} AND spent_at IS NULL`
      // Ids are collected into arrays first, which makes the planner use the index whatever its statistics are.
      const forgetEnded = (before: Date) => sql`
        DELETE FROM session_families WHERE id = ANY (ARRAY(
          SELECT id FROM session_families WHERE ended_at < ${before} ORDER BY ended_at LIMIT ${batch}
          FOR UPDATE SKIP LOCKED))
        RETURNING id`
      const forgetExpired = (before: Date) => sql`
        WITH old AS MATERIALIZED (
            SELECT family_id, (SELECT max(t.expires_at) FROM refresh_tokens t WHERE t.family_id = o.family_id) AS last
            FROM (
              SELECT DISTINCT family_id
              FROM (SELECT family_id FROM refresh_tokens WHERE expires_at < ${before} ORDER BY expires_at LIMIT ${batch}) t) o),
          gone AS (
            DELETE FROM session_families WHERE id = ANY (ARRAY(
              SELECT id FROM session_families
              WHERE id = ANY (ARRAY(SELECT family_id FROM old WHERE last < ${before})) FOR UPDATE SKIP LOCKED))
            RETURNING id),
          strays AS (
            DELETE FROM refresh_tokens WHERE hash = ANY (ARRAY(
              SELECT hash FROM refresh_tokens
              WHERE family_id = ANY (ARRAY(SELECT family_id FROM old WHERE last >= ${before})) AND expires_at < ${before}
              FOR UPDATE SKIP LOCKED))
            RETURNING family_id)
        SELECT id FROM gone UNION ALL SELECT family_id FROM strays`
      const whileSome = <E>(statement: Effect.Effect<ReadonlyArray<unknown>, E>) =>
        Effect.asVoid(Effect.repeat(statement, { while: ({ length }) => length > 0 }))

      return SessionStore.of({
        open: (family) => Effect.map(Effect.orDie(open(family)), ({ id }) => id),
        addToken: (token) => Effect.orDie(addToken(token)),
        lockTokenForUpdate: (hash) => Effect.orDie(lockTokenForUpdate(hash)),
        spend: (hash, now) => Effect.orDie(Effect.asVoid(spend(hash, now))),
        end: (id, now) => Effect.orDie(Effect.asVoid(end(id, now))),
        endAll: (subjectIds, now) => Effect.map(Effect.orDie(endAll(subjectIds, now)), ({ length }) => length > 0),
        endClient: (subjectId, clientId, now) =>
          Effect.map(Effect.orDie(endClient({ clientId, now, subjectId })), (rows) => rows.map(({ id }) => id)),
        endOthers: (kept, subjectId, now) =>
          Effect.map(Effect.orDie(endOthers({ kept, now, subjectId })), (rows) => rows.map(({ id }) => id)),
        forget: ({ endedBefore, expiredBefore }) =>
          Effect.orDie(Effect.andThen(whileSome(forgetEnded(endedBefore)), whileSome(forgetExpired(expiredBefore)))),
        lockForUpdate: (family) => Effect.orDie(lockForUpdate(family)),
        spendAll: (family, now) => Effect.orDie(Effect.asVoid(spendAll(family, now)))
      })
    })
  )
}
