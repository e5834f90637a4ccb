import type { AppUser, Developer } from "@fleet/domain/Caller"
import type { AppId, AppUserId, DeveloperId, OrgId, RoleId, ServerKeyId, SessionId } from "@fleet/domain/Ids"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { textArray } from "../platform/sql/values.ts"
import { accessVersion } from "./accessVersionSql.ts"
import { type Found, makeSharedLookup } from "../platform/sql/makeSharedLookup.ts"

// Rows are taken as the driver gives them: every request and every socket reads one.

interface PersonRow {
  readonly org_id: OrgId
  readonly email: string
  readonly display_name: string | null
  readonly ended: boolean
  readonly access_version: number
}

export interface DeveloperRow extends PersonRow {
  readonly id: DeveloperId
  readonly tier: Developer["tier"]
  readonly token_version: number
}

export interface AppUserRow extends PersonRow {
  readonly id: AppUserId
  readonly app_id: AppId
  readonly role_id: RoleId
  readonly active: boolean
  readonly two_factor: boolean
}

export interface ServerKeyRow {
  readonly id: ServerKeyId
  readonly org_id: OrgId
  readonly app_id: AppId
  readonly name: string
  /** Whether the last recorded use is more than a minute old. */
  readonly stale: boolean
  readonly locked: boolean
  readonly access_version: number
}

/** The person and the sign-in that an access token names. */
interface Session {
  readonly id: DeveloperId | AppUserId
  readonly sessionId: SessionId
}

/** Looks up presented credentials, many in one statement where they come together. */
export class CredentialStore extends Context.Service<
  CredentialStore,
  {
    readonly developer: (session: Session) => Effect.Effect<DeveloperRow | undefined>
    readonly appUser: (session: Session) => Effect.Effect<AppUserRow | undefined>
    /** `hash` as hexadecimal digits. */
    readonly serverKey: (hash: string) => Effect.Effect<ServerKeyRow | undefined>
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

      const askedSessions = (sessions: ReadonlyArray<Session>) => {
        const ids = textArray(sessions.map(({ id }) => id))
        const families = textArray(sessions.map(({ sessionId }) => sessionId))
        return sql`unnest(${ids}::text[], ${families}::text[]) WITH ORDINALITY AS asked (id, family, place)`
      }

      const developer = yield* makeSharedLookup<Session, DeveloperRow>((sessions) =>
        sql<Found<DeveloperRow>>`
          SELECT asked.place::int4, d.id, d.org_id, d.email, d.display_name, d.tier, d.token_version,
            f.ended_at IS NOT NULL AS ended, ${developerVersion} AS access_version
          FROM ${askedSessions(sessions)}
          JOIN session_families f ON f.id = asked.family::uuid AND f.space = 'developer' AND f.subject_id = asked.id::uuid
          JOIN developers d ON d.id = f.subject_id`.pipe(Effect.orDie)
      )
      const appUser = yield* makeSharedLookup<Session, AppUserRow>((sessions) =>
        sql<Found<AppUserRow>>`
          SELECT asked.place::int4, u.id, u.org_id, u.email, u.display_name, u.app_id, u.role_id,
            u.status = 'active' AS active, f.ended_at IS NOT NULL AS ended, ${appUserVersion} AS access_version,
            EXISTS (SELECT FROM authenticators a WHERE a.app_user_id = u.id AND a.confirmed_at IS NOT NULL) AS two_factor
          FROM ${askedSessions(sessions)}
          JOIN session_families f ON f.id = asked.family::uuid AND f.space = 'app_user' AND f.subject_id = asked.id::uuid
          JOIN app_users u ON u.id = f.subject_id`.pipe(Effect.orDie)
      )
      const serverKey = yield* makeSharedLookup<string, ServerKeyRow>((hashes, now) =>
        sql<Found<ServerKeyRow>>`
          SELECT asked.place::int4, k.id, k.org_id, k.app_id, k.name, o.locked_at IS NOT NULL AS locked,
            ${serverKeyVersion} AS access_version,
            coalesce(k.last_used_at < ${now}::timestamptz - interval '1 minute', true) AS stale
          FROM unnest(${textArray(hashes)}::text[]) WITH ORDINALITY AS asked (hash, place)
          JOIN server_keys k ON k.hash = decode(asked.hash, 'hex')
          JOIN orgs o ON o.id = k.org_id`.pipe(Effect.orDie)
      )
      const touchServerKey = (id: ServerKeyId, now: Date) => sql`
        UPDATE server_keys SET last_used_at = ${now}
        WHERE id = ${id} AND coalesce(last_used_at < ${now}::timestamptz - interval '1 minute', true)`

      return CredentialStore.of({
        developer,
        appUser,
        serverKey,
        touchServerKey: (id, now) => Effect.orDie(Effect.asVoid(touchServerKey(id, now)))
      })
    })
  )
}

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
