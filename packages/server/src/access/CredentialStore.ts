import { AppUser, Developer, ServerKey } from "@fleet/domain/Caller"
import { AppId, AppUserId, DeveloperId, OrgId, RoleId, ServerKeyId, SessionId } from "@fleet/domain/Ids"
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient, SqlSchema } from "effect/sql"
import { accessVersion } from "./accessVersionSql.ts"

const person = {
  org_id: OrgId,
  email: Schema.String,
  display_name: Schema.NullOr(Schema.String),
  ended: Schema.Boolean,
  access_version: Schema.Finite
}

const DeveloperRow = Schema.Struct({
  ...person,
  id: DeveloperId,
  tier: Developer.fields.tier,
  token_version: Schema.Int
})
const AppUserRow = Schema.Struct({
  ...person,
  id: AppUserId,
  app_id: AppId,
  role_id: RoleId,
  active: Schema.Boolean,
  two_factor: Schema.Boolean
})
const ServerKeyRow = Schema.Struct({
  id: ServerKeyId,
  org_id: OrgId,
  app_id: AppId,
  name: ServerKey.fields.name,
  /** Whether the last recorded use is more than a minute old. */
  stale: Schema.Boolean,
  locked: Schema.Boolean,
  access_version: Schema.Finite
})
const Session = Schema.Struct({ id: Schema.Union([DeveloperId, AppUserId]), sessionId: SessionId })
type Session = typeof Session.Type

/** Looks up presented credentials, in one query each. */
export class CredentialStore extends Context.Service<
  CredentialStore,
  {
    readonly developer: (session: Session) => Effect.Effect<Option.Option<typeof DeveloperRow.Type>>
    readonly appUser: (session: Session) => Effect.Effect<Option.Option<typeof AppUserRow.Type>>
    readonly serverKey: (hash: Uint8Array, now: Date) => Effect.Effect<Option.Option<typeof ServerKeyRow.Type>>
    /** Records a use, at most once a minute. */
    readonly touchServerKey: (id: ServerKeyId, now: Date) => Effect.Effect<void>
  }
>()("@fleet/server/CredentialStore") {
  static readonly layer = Layer.effect(
    CredentialStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // Made once: every request presents a credential.
      const versionOf = (orgId: string, appId: string) => accessVersion(sql, sql.literal(orgId), sql.literal(appId))
      const developerVersion = versionOf("d.org_id", "NULL")
      const appUserVersion = versionOf("u.org_id", "u.app_id")
      const serverKeyVersion = versionOf("k.org_id", "k.app_id")

      const developer = SqlSchema.findOneOption({
        Request: Session,
        Result: DeveloperRow,
        execute: ({ id, sessionId }) => sql`
          SELECT d.id, d.org_id, d.email, d.display_name, d.tier, d.token_version, f.ended_at IS NOT NULL AS ended,
            ${developerVersion} AS access_version
          FROM session_families f
          JOIN developers d ON d.id = f.subject_id
          WHERE f.id = ${sessionId} AND f.space = 'developer' AND f.subject_id = ${id}`
      })
      const appUser = SqlSchema.findOneOption({
        Request: Session,
        Result: AppUserRow,
        execute: ({ id, sessionId }) => sql`
          SELECT u.id, u.org_id, u.email, u.display_name, u.app_id, u.role_id, u.status = 'active' AS active,
            f.ended_at IS NOT NULL AS ended, ${appUserVersion} AS access_version,
            EXISTS (SELECT FROM authenticators a WHERE a.app_user_id = u.id AND a.confirmed_at IS NOT NULL) AS two_factor
          FROM session_families f
          JOIN app_users u ON u.id = f.subject_id
          WHERE f.id = ${sessionId} AND f.space = 'app_user' AND f.subject_id = ${id}`
      })
      const serverKey = SqlSchema.findOneOption({
        Request: Schema.Struct({ hash: Schema.Uint8Array, now: Schema.Date }),
        Result: ServerKeyRow,
        execute: ({ hash, now }) => sql`
          SELECT k.id, k.org_id, k.app_id, k.name, o.locked_at IS NOT NULL AS locked,
            ${serverKeyVersion} AS access_version,
            coalesce(k.last_used_at < ${now}::timestamptz - interval '1 minute', true) AS stale
          FROM server_keys k JOIN orgs o ON o.id = k.org_id WHERE k.hash = ${hash}`
      })
      const touchServerKey = (id: ServerKeyId, now: Date) => sql`
        UPDATE server_keys SET last_used_at = ${now}
        WHERE id = ${id} AND coalesce(last_used_at < ${now}::timestamptz - interval '1 minute', true)`

      return CredentialStore.of({
        developer: (session) => Effect.orDie(developer(session)),
        appUser: (session) => Effect.orDie(appUser(session)),
        serverKey: (hash, now) => Effect.orDie(serverKey({ hash, now })),
        touchServerKey: (id, now) => Effect.orDie(Effect.asVoid(touchServerKey(id, now)))
      })
    })
  )
}

export type DeveloperRow = typeof DeveloperRow.Type
export type AppUserRow = typeof AppUserRow.Type

/** The caller of an app user's session. */
export const appUserOf = (row: AppUserRow, sessionId: SessionId): AppUser => ({
  kind: "app_user",
  id: row.id,
  orgId: row.org_id,
  appId: row.app_id,
  roleId: row.role_id,
  email: row.email,
  displayName: row.display_name,
  twoFactorEnabled: row.two_factor,
  sessionId,
  accessVersion: row.access_version
})
/** The caller of a developer's session. */
export const developerOf = (row: DeveloperRow, sessionId: SessionId): Developer => ({
  kind: "developer",
  id: row.id,
  orgId: row.org_id,
  tier: row.tier,
  email: row.email,
  displayName: row.display_name,
  sessionId,
  tokenVersion: row.token_version,
  accessVersion: row.access_version
})
