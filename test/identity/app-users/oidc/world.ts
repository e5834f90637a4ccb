import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { makeDoor } from "../../../support/signIn.ts"
import { testAppWithMail } from "../../../support/MailSink.ts"
import { call } from "../../../support/wire.ts"
import { clientId, clientSecret, makeIdentityProvider, signInAt } from "./identityProvider.ts"

const often = { limit: 10_000, windowMs: 60_000 }
export const wide = { oidc_start: often, oidc_callback: often, oidc_exchange: often }

/** The service, which may reach providers on the loopback interface. */
export const OidcApp = testAppWithMail({ outboundAllow: ["127.0.0.0/8"], rateLimits: wide })

export const origin = "https://cranes.example.com"
export const redirectUri = `${origin}/signed-in`

export const body = (issuer: string, rest: Readonly<Record<string, unknown>> = {}) => ({
  slug: "acme",
  name: "Acme",
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  ...rest
})

/** An app with one origin that anybody may register with. */
export const makeCranes = Effect.gen(function* () {
  const door = yield* makeDoor
  const sql = yield* SqlClient.SqlClient
  const set = (values: Readonly<Record<string, string | boolean | null>>) =>
    sql`UPDATE apps SET ${sql.update(values)} WHERE id = ${door.app.id}`
  yield* sql`UPDATE apps SET allowed_origins = ARRAY[${origin}] WHERE id = ${door.app.id}`
  const path = `/api/apps/${door.app.id}/oidc-providers`
  const as = door.owner.token
  const addProvider = Effect.fnUntraced(function* (issuer: string, rest: Readonly<Record<string, unknown>> = {}) {
    const { body: provider, status } = yield* call("POST", path, { as, body: body(issuer, rest) })
    if (status !== 201) return yield* Effect.die(new Error(`${status} ${JSON.stringify(provider)}`))
    return provider
  })
  const patch = (id: string, change: Readonly<Record<string, unknown>>) =>
    call("PATCH", `${path}/${id}`, { as, body: change })
  return { ...door, addProvider, as, patch, path, set }
})
export type Cranes = Effect.Success<typeof makeCranes>

/** An app with a real provider. */
export const makeWorld = Effect.fnUntraced(function* (
  rest: Readonly<Record<string, unknown>> = {},
  claimsAt: "token" | "userinfo" = "token"
) {
  const cranes = yield* makeCranes
  const idp = yield* makeIdentityProvider(claimsAt)
  const provider = yield* cranes.addProvider(idp.issuer, rest)
  return { ...cranes, idp, provider }
})

export const makeVerifier = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") }
}

/** What an app asks at the start. */
export const startQuery = (
  { app }: Pick<Cranes, "app">,
  challenge: string,
  rest: Readonly<Record<string, string | undefined>> = {}
) => {
  const all = {
    app_identifier: app.identifier,
    redirect_uri: redirectUri,
    state: "state-of-the-app",
    code_challenge: challenge,
    ...rest
  }
  return new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

export const start = (world: Pick<Cranes, "app">, challenge: string, slug = "acme", rest = {}) =>
  call("GET", `/api/client/oidc/${slug}/start?${startQuery(world, challenge, rest)}`)

/** Begins a sign-in; answers the address at the provider. */
export const begin = Effect.fnUntraced(function* (world: Pick<Cranes, "app">, slug = "acme") {
  const { challenge, verifier } = makeVerifier()
  const { body, headers, status } = yield* start(world, challenge, slug)
  if (status !== 302) return yield* Effect.die(new Error(`${status} ${JSON.stringify(body)}`))
  return { at: headers.get("location")!, verifier }
})

/** Where the callback sends the browser. */
export const comeBack = Effect.fnUntraced(function* ({ search }: { readonly search: string }) {
  const answer = yield* call("GET", `/api/client/oidc/callback${search}`)
  const location = answer.headers.get("location")
  return { ...answer, to: location === null ? null : new URL(location) }
})

/** What the app was told: the error, or the code. */
export const outcome = (to: URL | null) =>
  to?.searchParams.get("error") ?? (to?.searchParams.has("code") ? "code" : null)

/** All of a sign-in at the real provider but the exchange. */
export const visit = Effect.fnUntraced(function* (world: Pick<Cranes, "app">, login: string, slug = "acme") {
  const { at, verifier } = yield* begin(world, slug)
  const { to } = yield* comeBack(yield* signInAt(at, login))
  return { verifier, to, outcome: outcome(to), code: to?.searchParams.get("code") ?? "" }
})

export const exchange = (code: string, verifier: string) =>
  call("POST", "/api/client/oidc/exchange", { body: { code, code_verifier: verifier } })

/** Signs in and answers who that is. */
export const signIn = Effect.fnUntraced(function* (world: Pick<Cranes, "app">, login: string, slug = "acme") {
  const { code, outcome, verifier } = yield* visit(world, login, slug)
  if (outcome !== "code") return yield* Effect.die(new Error(String(outcome)))
  const { body, status } = yield* exchange(code, verifier)
  if (status !== 200) return yield* Effect.die(new Error(`${status} ${JSON.stringify(body)}`))
  const me = yield* call("GET", "/api/client/me", { as: body.access_token })
  return { tokens: body, me: me.body }
})

/** An app user as developers see it. */
export const userOf = Effect.fnUntraced(function* ({ app, as }: Cranes, email: string) {
  const { body } = yield* call("GET", `/api/apps/${app.id}/users`, { as })
  return body.users.find((user: { email: string }) => user.email.toLowerCase() === email.toLowerCase())
})

/** Details of the audit events of an action in the org, newest first. */
export const audited = Effect.fnUntraced(function* ({ as }: Pick<Cranes, "as">, action: string) {
  const { body } = yield* call("GET", `/api/audit?action=${action}`, { as })
  return body.events.map((event: { details: unknown }) => event.details) as ReadonlyArray<any>
})
