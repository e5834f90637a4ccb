import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import postgres from "postgres"

/** Who presents a credential, and the version of what that one may do. */
export interface Proven {
  readonly appId: string
  /** Null for a server key. */
  readonly roleId: string | null
  readonly version: number
}

const secret = process.env["FLEET_SECRET"] ?? ""
const database = process.env["DATABASE_URL"] ?? ""

/** The database that our service made, over postgres.js. */
export const sql = postgres(database, { max: 10, onnotice: () => undefined })

/** As our service: the row of the key with the version of its app's access, and its use recorded once a minute. */
const ofKey = async (bearer: string): Promise<Proven | null> => {
  const hash = createHash("sha256").update(bearer).digest()
  const now = new Date()
  const [row] = await sql`
    SELECT k.id, k.org_id, k.app_id, k.name, o.locked_at IS NOT NULL AS locked,
      (coalesce((SELECT v.version FROM access_versions v WHERE v.scope_id = k.org_id), 0)
        + coalesce((SELECT v.version FROM access_versions v WHERE v.scope_id = k.app_id), 0))::float8 AS access_version,
      coalesce(k.last_used_at < ${now}::timestamptz - interval '1 minute', true) AS stale
    FROM server_keys k JOIN orgs o ON o.id = k.org_id WHERE k.hash = ${hash}`
  if (row === undefined || row["locked"] === true) return null
  if (row["stale"] === true) void sql`UPDATE server_keys SET last_used_at = ${now} WHERE id = ${row["id"]}`.execute()
  return { appId: row["app_id"], roleId: null, version: row["access_version"] }
}

/** As our service: the signature and expiry of the token, then the session and the user in one row. */
const ofUser = async (bearer: string): Promise<Proven | null> => {
  const [head, body, signature] = bearer.split(".") as [string, string, string]
  const expected = createHmac("sha256", secret).update(`${head}.${body}`).digest()
  const presented = Buffer.from(signature, "base64url")
  if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return null
  const claims = JSON.parse(Buffer.from(body, "base64url").toString())
  if (claims.exp * 1000 <= Date.now()) return null
  const [row] = await sql`
    SELECT u.id, u.org_id, u.email, u.display_name, u.app_id, u.role_id, u.status = 'active' AS active,
      f.ended_at IS NOT NULL AS ended,
      (coalesce((SELECT v.version FROM access_versions v WHERE v.scope_id = u.org_id), 0)
        + coalesce((SELECT v.version FROM access_versions v WHERE v.scope_id = u.app_id), 0))::float8 AS access_version,
      EXISTS (SELECT FROM authenticators a WHERE a.app_user_id = u.id AND a.confirmed_at IS NOT NULL) AS two_factor
    FROM session_families f JOIN app_users u ON u.id = f.subject_id
    WHERE f.id = ${claims.sid} AND f.space = 'app_user' AND f.subject_id = ${claims.sub}`
  if (row === undefined || row["ended"] === true || row["active"] !== true) return null
  return { appId: row["app_id"], roleId: row["role_id"], version: row["access_version"] }
}

/** Turns a bearer into whom it belongs to, by the same one query as our service; null where it is refused. */
export const prove = (bearer: string): Promise<Proven | null> =>
  bearer.startsWith("srv_") ? ofKey(bearer) : ofUser(bearer)

/** Turns a bridge's token into its robot, by one query. */
export const proveBridge = async (token: string): Promise<{ readonly id: string } | null> => {
  const hash = createHash("sha256").update(token).digest()
  const [row] = await sql<Array<{ id: string; locked: boolean }>>`
    SELECT r.id, r.org_id, r.name, o.locked_at IS NOT NULL AS locked
    FROM robots r JOIN orgs o ON o.id = r.org_id WHERE r.token_hash = ${hash}`
  return row === undefined || row.locked ? null : row
}
