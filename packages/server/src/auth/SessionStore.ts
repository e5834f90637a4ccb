import { AppId, AppUserId, DeveloperId, OrgId, SessionId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/unstable/sql"

/** The two identity spaces that have sessions. */
export const Space = Schema.Literals(["developer", "app_user"])
export type Space = typeof Space.Type

const Family = Schema.Struct({
  org_id: OrgId,
  space: Space,
  subject_id: Schema.Union([DeveloperId, AppUserId]),
  token_version: Schema.Int
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
  app_id: Schema.NullOr(AppId)
})
export type Presented = typeof Presented.Type

/** The session_families and refresh_tokens tables. */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    readonly open: (family: Family) => Effect.Effect<SessionId>
    readonly addToken: (token: typeof Token.Type) => Effect.Effect<void>
    /** The token with its family and account; both rows stay locked until the transaction ends. */
    readonly present: (hash: Uint8Array) => Effect.Effect<Option.Option<Presented>>
    /** Marks a token spent, and forgets those of its family that are too old to matter. */
    readonly spend: (hash: Uint8Array, now: Date) => Effect.Effect<void>
    readonly end: (id: SessionId, now: Date) => Effect.Effect<void>
    readonly endAll: (subjectId: string, now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/SessionStore") {
  static readonly layer = Layer.effect(
    SessionStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const open = SqlSchema.findOne({
        Request: Family,
        Result: Schema.Struct({ id: SessionId }),
        execute: (family) => sql`INSERT INTO session_families ${sql.insert({ ...family })} RETURNING id`
      })
      const addToken = SqlSchema.void({
        Request: Token,
        execute: (token) => sql`INSERT INTO refresh_tokens ${sql.insert({ ...token })}`
      })
      const present = SqlSchema.findOneOption({
        Request: Schema.Uint8Array,
        Result: Presented,
        execute: (hash) => sql`
          SELECT f.org_id, f.space, f.subject_id, f.token_version, f.id AS family_id, t.expires_at,
            f.ended_at IS NOT NULL AS ended, t.spent_at IS NOT NULL AS spent,
            coalesce(u.status = 'active', d.token_version = f.token_version, false) AS good, u.app_id
          FROM refresh_tokens t
          JOIN session_families f ON f.id = t.family_id
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
      const endAll = (subjectId: string, now: Date) =>
        sql`UPDATE session_families SET ended_at = ${now} WHERE subject_id = ${subjectId} AND ended_at IS NULL`

      return SessionStore.of({
        open: (family) => Effect.map(Effect.orDie(open(family)), ({ id }) => id),
        addToken: (token) => Effect.orDie(addToken(token)),
        present: (hash) => Effect.orDie(present(hash)),
        spend: (hash, now) => Effect.orDie(Effect.asVoid(spend(hash, now))),
        end: (id, now) => Effect.orDie(Effect.asVoid(end(id, now))),
        endAll: (subjectId, now) => Effect.orDie(Effect.asVoid(endAll(subjectId, now)))
      })
    })
  )
}
