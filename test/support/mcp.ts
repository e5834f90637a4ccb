import { codeChallenge } from "@fleet/server/identity/oauth/codeChallenge"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone } from "./people.ts"
import { type Answer, call } from "./wire.ts"

/** What an unlimited bucket allows. */
const often = { limit: 10_000, windowMs: 60_000 }
export const withoutMcpLimits = {
  mcp_authorize: often,
  mcp_register: often,
  mcp_token: often,
  mcp_decision: often,
  mcp_call: often,
  client_login: often,
  client_login_account: often
}

export const baseUrl = "http://127.0.0.1:8787"
export const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
export const redirectUri = "https://client.example/back"

/** An app that serves MCP, with one caller of each kind. */
export const makeMcpApp = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE apps SET mcp_enabled = true WHERE id = ${everyone.app.id}`
  const path = `/mcp/${everyone.app.identifier}`
  return { ...everyone, path, endpoint: `${baseUrl}${path}` }
})

/** A registered client's id. */
export const register = Effect.fnUntraced(function* (path: string, body: object = {}) {
  const { body: client } = yield* call("POST", `${path}/oauth/register`, {
    body: { redirect_uris: [redirectUri], client_name: "Test agent", ...body }
  })
  return client.client_id as string
})

/** A form as browsers and clients send it. */
export const form = (path: string, fields: Readonly<Record<string, string>>, headers = {}) =>
  call("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
  })

export const authorize = (path: string, query: Readonly<Record<string, string>>, headers = {}) =>
  call(
    "GET",
    `${path}/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      redirect_uri: redirectUri,
      code_challenge: codeChallenge(verifier),
      code_challenge_method: "S256",
      ...query
    })}`,
    { headers }
  )

export const locationOf = ({ headers }: Answer) => new URL(headers.get("location")!, baseUrl)

/** The interaction that an authorization begins. */
export const interactionOf = (answer: Answer) => locationOf(answer).pathname.split("/").at(-1)!

/** A code that the person consented to. */
export const codeFor = Effect.fnUntraced(function* (
  path: string,
  client_id: string,
  token: string,
  query: Readonly<Record<string, string>> = {}
) {
  const id = interactionOf(yield* authorize(path, { client_id, ...query }))
  const { body } = yield* call("POST", `/api/client/mcp/interactions/${id}/approve`, { as: token })
  return new URL(body.redirect_to).searchParams.get("code")!
})

export const exchange = (path: string, client_id: string, code: string, rest: object = {}) =>
  form(`${path}/oauth/token`, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri,
    client_id,
    code_verifier: verifier,
    ...rest
  })

export const refresh = (path: string, client_id: string, refresh_token: string, rest: object = {}) =>
  form(`${path}/oauth/token`, { grant_type: "refresh_token", refresh_token, client_id, ...rest })

/** A client that a person lets act, with its tokens. */
export const connect = Effect.fnUntraced(function* (
  path: string,
  token: string,
  query: Readonly<Record<string, string>> = {}
) {
  const clientId = yield* register(path)
  const code = yield* codeFor(path, clientId, token, query)
  const { body } = yield* exchange(path, clientId, code)
  return { clientId, code, access: body.access_token as string, refresh: body.refresh_token as string, body }
})
