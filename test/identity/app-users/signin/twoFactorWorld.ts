import type { App } from "@fleet/domain/Apps"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeAppUser, makeEveryone, password } from "../../../support/people.ts"
import { nextCode } from "../../../support/Totp.ts"
import { call } from "../../../support/wire.ts"

export type Policy = "off" | "optional" | "required"

export const setPolicy = Effect.fnUntraced(function* (app: App, policy: Policy) {
  yield* (yield* SqlClient.SqlClient)`UPDATE apps SET two_factor = ${policy} WHERE id = ${app.id}`
})

/** An org with one caller of each kind, whose app has this policy, and one more user of that app. */
export const world = Effect.fnUntraced(function* (policy: Policy) {
  const everyone = yield* makeEveryone
  yield* setPolicy(everyone.app, policy)
  return { ...everyone, other: yield* makeAppUser(everyone.owner.caller, everyone.app, everyone.observe.id) }
})

export const login = (app: App, { email }: { readonly email: string }) =>
  call("POST", "/api/client/login", { body: { app_identifier: app.identifier, email, password } })

const post = (path: string) => (body: unknown, as?: string) =>
  call("POST", `/api/client/two-factor/${path}`, { body, ...(as === undefined ? {} : { as }) })
export const verify = post("verify")
export const setup = post("setup")
export const confirm = post("setup/confirm")
export const remove = (body: unknown, as?: string) =>
  call("DELETE", "/api/client/two-factor", { body, ...(as === undefined ? {} : { as }) })

/** The challenge that a sign-in is answered with. */
export const challengeOf = Effect.fnUntraced(function* (app: App, user: { readonly email: string }) {
  const answer = yield* login(app, user)
  if (answer.status !== 200 || answer.body.challenge === undefined) {
    return yield* Effect.die(new Error(`No challenge: ${answer.status} ${JSON.stringify(answer.body)}`))
  }
  return answer.body.challenge as string
})

/** Sets an authenticator up from settings. The code that confirmed it is spent. */
export const enrol = Effect.fnUntraced(function* (user: { readonly token: string }) {
  const { secret } = (yield* setup({}, user.token)).body
  const answer = yield* confirm({ code: yield* nextCode(secret) }, user.token)
  if (answer.status !== 200) {
    return yield* Effect.die(new Error(`Not enrolled: ${answer.status} ${JSON.stringify(answer.body)}`))
  }
  return {
    secret: secret as string,
    recoveryCodes: answer.body.recovery_codes as ReadonlyArray<string>,
    session: answer.body.session
  }
})

/** What the audit trail holds of a person, oldest first. */
export const trailOf = Effect.fnUntraced(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ action: string; details: any; actor_kind: string; target_id: string }>`
    SELECT action, details, actor_kind, target_id FROM audit_events WHERE actor_id = ${id} ORDER BY seq`
  return rows.map(({ action, details }) => [action, details])
})

export const me = (token: string) => call("GET", "/api/client/me", { as: token })
export const spent = [410, "token_spent"]
export const unauthorized = [401, "unauthorized"]
export const wrong = (attempts_left: number) => [400, "invalid_code", { attempts_left }]
export const conflict = (rule: string) => [409, "target_state_conflict", { field: "two_factor", rule }]
