import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { generateSync } from "otplib"
import { EdDSA } from "./cose.ts"
import { SoftAuthenticator } from "./SoftAuthenticator.ts"
import { call } from "./wire.ts"

export const requiredByOrg = [409, "target_state_conflict", { field: "two_factor", rule: "required_by_org" }]
export const off = [409, "target_state_conflict", { field: "two_factor", rule: "off" }]

export const view = Effect.fnUntraced(function* (as: string) {
  const { body, status } = yield* call("GET", "/api/auth/two-factor", { as })
  assert.strictEqual(status, 200)
  return body
})

export const addPasskey = Effect.fnUntraced(function* (as: string, name = "Key") {
  const { options } = (yield* call("POST", "/api/auth/passkeys/options", { as })).body
  const credential = new SoftAuthenticator().create(options, { algorithm: EdDSA })
  const answer = yield* call("POST", "/api/auth/passkeys", { as, body: { name, credential } })
  assert.strictEqual(answer.status, 201)
  return answer.body as { passkey: { id: string; name: string }; recovery_codes: ReadonlyArray<string> | null }
})

export const codeOf = (secret: string) => generateSync({ secret })
export const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")
export const setUp = (as: string) => call("POST", "/api/auth/totp", { as })
export const confirm = (as: string, code: unknown) => call("POST", "/api/auth/totp/confirm", { as, body: { code } })

export const addTotp = Effect.fnUntraced(function* (as: string) {
  const { secret } = (yield* setUp(as)).body
  const answer = yield* confirm(as, codeOf(secret))
  assert.strictEqual(answer.status, 200)
  return answer.body as { recovery_codes: ReadonlyArray<string> | null }
})

export const remove = (as: string, id: string) => call("DELETE", `/api/auth/passkeys/${id}`, { as })
export const removeTotp = (as: string) => call("DELETE", "/api/auth/totp", { as })
export const newCodes = (as: string) => call("POST", "/api/auth/recovery-codes", { as })

export const require2fa = Effect.fnUntraced(function* (orgId: string) {
  yield* (yield* SqlClient.SqlClient)`UPDATE orgs SET require_two_factor = true WHERE id = ${orgId}`
})

export const trail = Effect.fnUntraced(function* (developerId: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{ action: string; details: unknown }>`
    SELECT action, details FROM audit_events WHERE actor_kind = 'developer' AND actor_id = ${developerId}
      AND target_kind = 'developer' AND target_id = ${developerId} ORDER BY seq`).map(({ action, details }) => [
    action,
    details
  ])
})
export const added = (kind: string) => ["developer.two_factor_added", { kind }]
export const removed = (kind: string) => ["developer.two_factor_removed", { kind }]
