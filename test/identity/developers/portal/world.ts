import { assert } from "@effect/vitest"
import { hashSecret } from "@fleet/server/platform/crypto/Secrets"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { MailSink, testAppWithMail } from "../../../support/MailSink.ts"
import { followed } from "../../../support/results.ts"
import { type Answer, call } from "../../../support/wire.ts"
import { Watching } from "../../../support/Work.ts"

const often = { limit: 100_000, windowMs: 60_000 }

/** Limits that no test reaches. */
export const generous = {
  portal_authorize: often,
  portal_identify: often,
  portal_identify_account: often,
  portal_code: often,
  portal_passkey: often,
  portal_two_factor: often,
  portal_sign_up: often,
  portal_sign_up_account: often,
  console_token: often,
  waitlist: often,
  team_accept: often
}

/** The whole service with a mail server, without limits in the way, and with its work in sight. */
export const portalApp = (settings: Parameters<typeof testAppWithMail>[0] = {}) =>
  testAppWithMail({ rateLimits: generous, ...settings }).pipe(Layer.provide(Watching))

export const redirectUri = "http://127.0.0.1:8787/signed-in"
export const issuer = "http://localhost:8787"

export interface Flow {
  readonly id: string
  readonly cookie: string
  readonly state: string
  readonly verifier: string
}

export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

export const authorizePath = (parameters: Readonly<Record<string, string | undefined>> = {}) => {
  const query = new URLSearchParams()
  const all = {
    response_type: "code",
    client_id: "console",
    redirect_uri: redirectUri,
    state: "state-of-8",
    code_challenge: challengeOf("v".repeat(43)),
    code_challenge_method: "S256",
    ...parameters
  }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.append(name, value)
  return `/console/oauth/authorize?${query}`
}

/** A sign-in that a console began in a browser of its own. */
export const begin = Effect.fnUntraced(function* (parameters: Readonly<Record<string, string>> = {}) {
  const verifier = randomBytes(32).toString("base64url")
  const state = randomBytes(12).toString("hex")
  const answer = yield* call("GET", authorizePath({ state, code_challenge: challengeOf(verifier), ...parameters }))
  assert.strictEqual(answer.status, 302)
  const id = answer.headers.get("location")!.split("/").at(-1)!
  return { id, cookie: answer.headers.getSetCookie()[0]!.split(";")[0]!, state, verifier } satisfies Flow as Flow
})

/** One step as JSON, from the flow's browser or from another one. */
export const post = (flow: Flow, step: string, body: object = {}, cookie: string | null = flow.cookie) =>
  call("POST", `/console/oauth/${step}`, {
    body: { interaction: flow.id, ...body },
    headers: cookie === null ? {} : { cookie }
  })

/** One step as a form, and what a browser shows of it. */
export const submit = Effect.fnUntraced(function* (
  flow: Flow,
  step: string,
  fields: Readonly<Record<string, string>> = {},
  lang = "en"
) {
  const answer = yield* call("POST", `/console/oauth/${step}?lang=${lang}`, {
    body: new URLSearchParams({ interaction: flow.id, ...fields }).toString(),
    headers: { cookie: flow.cookie, "content-type": "application/x-www-form-urlencoded" }
  })
  return yield* followed(answer, flow.cookie)
})

export const show = (flow: Flow, path: string) =>
  call("GET", `/console/oauth/${path}`, { headers: { cookie: flow.cookie, "accept-language": "en" } })

/** Asks for a code and reads it from the mail. */
export const mailedCode = Effect.fnUntraced(function* (flow: Flow, email: string) {
  const answer = yield* post(flow, "identify", { email })
  assert.deepStrictEqual([answer.status, answer.body], [200, { next: "/console/oauth/code" }])
  return (yield* (yield* MailSink).waitFor(email)).code
})

/** A code that is not this one. */
export const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0")

/** What a flow ends with: the code, once state and issuer are as they must be. */
export const codeOf = (flow: Flow, answer: Answer) => {
  const target = answer.body?.redirect_to ?? answer.headers.get("location")
  const url = new URL(target)
  assert.strictEqual(`${url.origin}${url.pathname}`, redirectUri)
  assert.deepStrictEqual([...url.searchParams.keys()].sort(), ["code", "iss", "state"])
  assert.strictEqual(url.searchParams.get("state"), flow.state)
  assert.strictEqual(url.searchParams.get("iss"), issuer)
  return url.searchParams.get("code")!
}

export const exchange = (flow: Flow, code: string, changed: Readonly<Record<string, unknown>> = {}) =>
  call("POST", "/console/oauth/token", {
    body: {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      client_id: "console",
      code_verifier: flow.verifier,
      ...changed
    }
  })

/** Ends a flow: its code gives a session of this person. */
export const signedInAs = Effect.fnUntraced(function* (flow: Flow, answer: Answer, email: string) {
  const tokens = yield* exchange(flow, codeOf(flow, answer))
  assert.strictEqual(tokens.status, 200)
  const me = yield* call("GET", "/api/auth/me", { as: tokens.body.access_token })
  assert.strictEqual(me.body.user.email, email)
  return tokens.body as { access_token: string; refresh_token: string }
})

/** Lets what is kept of an address or of a flow be as old as if so much time had passed. */
export const age = Effect.fnUntraced(function* (table: string, columns: ReadonlyArray<string>, seconds: number) {
  const sql = yield* SqlClient.SqlClient
  for (const column of columns) {
    yield* sql`UPDATE ${sql(table)} SET ${sql(column)} = ${sql(column)} - make_interval(secs => ${seconds})`
  }
})

/** How many authorization codes there are for a developer. */
export const codesFor = Effect.fnUntraced(function* (developerId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ n: number }>`
    SELECT count(*)::int AS n FROM oauth_codes WHERE developer_id = ${developerId}`
  return row!.n
})

export const isIssued = Effect.fnUntraced(function* (code: string) {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT FROM oauth_codes WHERE hash = ${hashSecret(code)}`).length === 1
})
