import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone } from "../support/people.ts"
import { call } from "../support/wire.ts"

/** What the trail holds of an org's changes, oldest first. */
export const trail = Effect.fnUntraced(function* (orgId: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ details: unknown; target_id: string; actor_id: string }>`
    SELECT details, target_id, actor_id FROM audit_events
    WHERE org_id = ${orgId} AND action = 'app.auth_config_changed' ORDER BY seq`
  return rows
})

export const details = (orgId: string) => Effect.map(trail(orgId), (rows) => rows.map(({ details }) => details))

/** Everyone, and the sign-in settings of their app. */
export const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const path = `/api/apps/${everyone.app.id}/auth-config`
  const as = everyone.developer.token
  return {
    ...everyone,
    path,
    get: call("GET", path, { as }),
    put: (part: string, body: unknown) => call("PUT", `${path}/${part}`, { as, body })
  }
})
