import { assert, layer } from "@effect/vitest"
import type { AppId } from "@fleet/domain/Ids"
import { ClientActivity } from "@fleet/server/identity/oauth/mcp/ClientActivity"
import { ClientActivityStore, mostClients } from "@fleet/server/identity/oauth/mcp/ClientActivityStore"
import { mcpOAuth } from "@fleet/server/identity/oauth/mcp/Feature"
import { McpSweep } from "@fleet/server/identity/oauth/mcp/McpSweep"
import { mostWaiting } from "@fleet/server/identity/oauth/mcp/WaitingActivity"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import {
  authorize,
  codeFor,
  exchange,
  form,
  interactionOf,
  makeMcpApp,
  redirectUri,
  refresh,
  register,
  verifier,
  withoutMcpLimits
} from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"
import { ask } from "./world.ts"

const agent = { "user-agent": "Agent/1" }

const clientsOf = Effect.fnUntraced(function* (app: { readonly id: string }, as: string) {
  const answer = yield* call("GET", `/api/apps/${app.id}/mcp/clients`, { as })
  assert.strictEqual(answer.status, 200)
  return answer.body.clients as ReadonlyArray<any>
})

/** What a client asked for last, as `kind ok detail`. */
const told = ({ requests }: { readonly requests: ReadonlyArray<any> }) =>
  requests.map(({ detail, kind, ok }) => `${kind} ${ok} ${detail}`)
const codesOf = ({ advice }: { readonly advice: ReadonlyArray<{ readonly code: string }> }) =>
  advice.map(({ code }) => code)

const note = Effect.fnUntraced(function* (
  appId: string,
  rest: Partial<Parameters<ClientActivity["Service"]["note"]>[0]>
) {
  yield* (yield* ClientActivity).note({
    appId: appId as AppId,
    clientId: null,
    userAgent: null,
    kind: "document",
    ok: true,
    detail: null,
    proven: false,
    ...rest
  })
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("the connections of MCP clients", (it) => {
  it.effect("the connections of MCP clients are told from the first document to the last call", () =>
    Effect.gen(function* () {
      const { app, owner, path, user } = yield* makeMcpApp
      yield* ask(path, undefined, "tools/list", {}, agent)
      const document = `/.well-known/oauth-protected-resource${path}`
      yield* call("GET", document, { headers: agent })
      assert.deepStrictEqual(refusal(yield* call("GET", `${path}/sse?token=secret`, { headers: agent })), [
        404,
        "not_found"
      ])
      const before = yield* clientsOf(app, owner.token)
      assert.lengthOf(before, 1)
      assert.deepInclude(before[0], { client_id: null, client_name: null, user_agent: "Agent/1" })
      assert.deepStrictEqual(told(before[0]), [
        `document true GET ${document}`,
        `missing_document false GET ${path}/sse`,
        "call false no token"
      ])
      assert.deepStrictEqual(codesOf(before[0]), ["missing_document"])

      const { body: registered } = yield* call("POST", `${path}/oauth/register`, {
        body: { redirect_uris: ["https://client.example/back"], client_name: "Test agent" },
        headers: agent
      })
      const client_id = registered.client_id
      const code = yield* codeFor(path, client_id, user.token)
      yield* TestClock.adjust(1000)
      const proof = { client_id, code, redirect_uri: redirectUri, code_verifier: verifier }
      const grant = { grant_type: "authorization_code", ...proof }
      const { body: tokens } = yield* form(`${path}/oauth/token`, grant, agent)
      const connected = yield* clientsOf(app, owner.token)
      // Both came with the same user agent, so this is one program.
      assert.deepStrictEqual(
        connected.map((client) => [client.client_id, client.client_name, client.client_name_verified]),
        [[client_id, "Test agent", false]]
      )
      assert.deepStrictEqual(told(connected[0]).slice(2), [
        "registration true null",
        "authorize true null",
        "token true null",
        "call false no token"
      ])
      yield* TestClock.adjust(59_000)
      assert.notInclude(codesOf((yield* clientsOf(app, owner.token))[0]), "no_call")
      yield* TestClock.adjust(1000)
      assert.include(codesOf((yield* clientsOf(app, owner.token))[0]), "no_call")
      yield* ask(path, tokens.access_token, "tools/list", {}, agent)
      const called = (yield* clientsOf(app, owner.token))[0]
      assert.strictEqual(told(called).at(-1), "call true tools/list")
      assert.notInclude(codesOf(called), "no_call")
      const text = JSON.stringify(called)
      for (const secret of [tokens.access_token, tokens.refresh_token, code, "secret"]) assert.notInclude(text, secret)
    })
  )

  it.effect("the connections of MCP clients are told with what was refused, and what to do", () =>
    Effect.gen(function* () {
      const { app, owner, path, user } = yield* makeMcpApp
      yield* call("POST", `${path}/oauth/register`, {
        body: { redirect_uris: ["http://evil.example/"] },
        headers: agent
      })
      yield* authorize(path, { client_id: "mcp_unknown" })
      const client_id = yield* register(path, { client_name: "Codex" })
      yield* authorize(path, { client_id, redirect_uri: "https://evil.example/" })
      const code = yield* codeFor(path, client_id, user.token)
      yield* exchange(path, client_id, code, { code_verifier: "w".repeat(43) })
      yield* refresh(path, client_id, "unknown")
      yield* refresh(path, "https://nobody.example/client.json", "unknown")
      const clients = yield* clientsOf(app, owner.token)
      const named = clients.find((client) => client.client_id === client_id)
      assert.deepStrictEqual(told(named), [
        "registration true null",
        "authorize true null",
        "token false invalid_grant: The code is not good, or not for this.",
        "refresh false invalid_grant: The refresh token is not good, or not for this."
      ])
      assert.deepStrictEqual(codesOf(named), ["refused", "refused", "known_quirk"])
      const unnamed = clients.filter((client) => client.client_id === null).flatMap(told)
      assert.includeMembers(unnamed, [
        "registration false invalid_redirect_uri: A redirect URI must be https, http on loopback or of a scheme of the app's own, without fragment and user part.",
        "authorize false invalid_request: client_id is not known."
      ])
      // A name that was never proven is nobody's row.
      assert.isFalse(clients.some((client) => client.client_id?.includes("nobody.example")))
    })
  )

  it.effect(
    "the connections of MCP clients that are told by a User-Agent alone say so at the beginning of the advice",
    () =>
      Effect.gen(function* () {
        const { app, owner, path, user } = yield* makeMcpApp
        const shared = { "user-agent": "claude-code/2 (node)" }
        const { body } = yield* call("POST", `${path}/oauth/register`, {
          body: { redirect_uris: [redirectUri], client_name: "Tidy agent" },
          headers: shared
        })
        const code = yield* codeFor(path, body.client_id, user.token)
        const grant = { grant_type: "authorization_code", redirect_uri: redirectUri, code_verifier: verifier }
        yield* form(`${path}/oauth/token`, { ...grant, client_id: body.client_id, code }, shared)
        yield* TestClock.adjust(1000)
        // Another program, of the same maker's library.
        yield* ask(path, undefined, "tools/list", {}, shared)
        yield* call("GET", `${path}/sse`, { headers: shared })
        yield* form(`${path}/oauth/token`, { ...grant, client_id: body.client_id, code: "spent" }, shared)
        yield* call("GET", `${path}/sse`, { headers: { "user-agent": "Reader" } })
        const clients = yield* clientsOf(app, owner.token)
        const begins = (client: any) =>
          client.advice.map(({ code, message }: any) => [code, message.startsWith("Known by its User-Agent alone, ")])
        assert.deepStrictEqual(begins(clients.find(({ client_id }) => client_id !== null)), [
          ["missing_document", true],
          ["refused", false],
          ["call_refused", true],
          ["known_quirk", true]
        ])
        const reader = clients.find(({ user_agent }) => user_agent === "Reader")
        assert.deepStrictEqual(begins(reader), [["missing_document", true]])
      })
  )

  it.effect("the connections of MCP clients that stop on the way are told where", () =>
    Effect.gen(function* () {
      const { app, owner, path } = yield* makeMcpApp
      yield* call("GET", `/.well-known/oauth-protected-resource${path}`, { headers: { "user-agent": "Reader" } })
      const silent = yield* register(path)
      yield* TestClock.adjust(60_000)
      const undecided = yield* register(path)
      interactionOf(yield* authorize(path, { client_id: undecided }))
      yield* TestClock.adjust(10 * 60_000)
      const clients = yield* clientsOf(app, owner.token)
      const of = (id: string | null, agentName?: string) =>
        codesOf(
          clients.find(({ client_id, user_agent }) => client_id === id && (agentName ?? user_agent) === user_agent)
        )
      assert.deepStrictEqual(of(null, "Reader"), ["not_registered"])
      assert.deepStrictEqual(of(silent), ["no_decision"])
      assert.deepStrictEqual(of(undecided), ["no_token"])
    })
  )

  it.effect("the connections of MCP clients are told to developers of the app's organisation alone", () =>
    Effect.gen(function* () {
      const { app, key, owner, path, user } = yield* makeMcpApp
      const other = yield* makeMcpApp
      yield* register(path)
      const at = `/api/apps/${app.id}/mcp/clients`
      assert.deepStrictEqual(refusal(yield* call("GET", at, { as: other.owner.token })), [404, "not_found"])
      for (const as of [user.token, key.token]) assert.strictEqual((yield* call("GET", at, { as })).status, 401)
      assert.lengthOf(yield* clientsOf(app, owner.token), 1)
      assert.deepStrictEqual(yield* clientsOf(other.app, other.owner.token), [])
    })
  )

  it.effect(
    "the connections of MCP clients are kept for 50 clients and 50 programs of an app, those with tokens first",
    () =>
      Effect.gen(function* () {
        const { app, owner } = yield* makeMcpApp
        yield* note(app.id, { clientId: "good", kind: "token", proven: true })
        for (let count = 0; count <= mostClients; count++) {
          if (count === mostClients - 1) assert.lengthOf(yield* clientsOf(app, owner.token), 2 * mostClients - 1)
          yield* TestClock.adjust(1)
          yield* note(app.id, { clientId: `client ${count}`, kind: "registration", proven: true })
          yield* note(app.id, { userAgent: `Program/${count}` })
        }
        const clients = yield* clientsOf(app, owner.token)
        const ids = clients.map(({ client_id, user_agent }) => client_id ?? user_agent)
        assert.lengthOf(ids, 2 * mostClients)
        assert.include(ids, "good")
        assert.notIncludeMembers(ids, ["client 0"])
        assert.notIncludeMembers(ids, ["Program/0"])
        assert.include(ids, `Program/${mostClients}`)
      })
  )

  it.effect(
    "the connections of MCP clients wait in memory for 100 clients of an app, and leave it when they are written",
    () =>
      Effect.gen(function* () {
        const { app, owner } = yield* makeMcpApp
        const activity = yield* ClientActivity
        yield* clientsOf(app, owner.token)
        for (let count = 0; count <= mostWaiting.ofApp; count++) yield* note(app.id, { userAgent: `Program/${count}` })
        assert.strictEqual(yield* activity.size, mostWaiting.ofApp)
        yield* note(app.id, { userAgent: "Program/0", kind: "call" })
        assert.strictEqual(yield* activity.size, mostWaiting.ofApp)
        yield* clientsOf(app, owner.token)
        assert.strictEqual(yield* activity.size, 0)
        yield* note("3f2b8c1e-5a4d-4c6f-9e0a-7b1d2c3e4f50", { userAgent: "Of an app that is gone" })
        yield* clientsOf(app, owner.token)
        assert.strictEqual(yield* activity.size, 0)
      })
  )

  it.effect("the connections of MCP clients are written without one that the database refuses", () =>
    Effect.gen(function* () {
      const { app, owner } = yield* makeMcpApp
      const store = yield* Effect.provide(ClientActivityStore, Layer.fresh(mcpOAuth.stores))
      const of = (key: string, seen_at: string) => ({
        app_id: app.id as AppId,
        key,
        client_id: null,
        client_name: null,
        user_agent: key,
        requests: {},
        seen_at,
        proven: true
      })
      const now = "2026-11-24T00:00:00.000Z"
      yield* store.write([of("Agent/1", now), of("Agent/2", "never"), of("Agent/3", now)])
      const names = (yield* clientsOf(app, owner.token)).map(({ user_agent }) => user_agent)
      assert.sameMembers(names, ["Agent/1", "Agent/3"])
    })
  )

  it.effect("the connections of MCP clients are forgotten after 30 days, and texts are cut", () =>
    Effect.gen(function* () {
      const { app, owner } = yield* makeMcpApp
      yield* note(app.id, { userAgent: `\u{1f600}${"x".repeat(300)}`, detail: `${"y".repeat(400)}\u0000` })
      const [client] = yield* clientsOf(app, owner.token)
      assert.lengthOf([...client.user_agent], 200)
      assert.lengthOf(client.requests[0].detail, 300)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE mcp_client_activity SET last_seen_at = last_seen_at - interval '30 days 1 second'`
      // Another sweep, which begins at once and runs beside this test.
      yield* Layer.build(Layer.fresh(McpSweep).pipe(Layer.provide(mcpOAuth.stores)))
      let left: ReadonlyArray<unknown> = [client]
      for (let tries = 0; left.length > 0 && tries < 200; tries++) {
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 20)))
        left = yield* (yield* ClientActivity).list(app.id as AppId)
      }
      assert.deepStrictEqual(left, [])
    })
  )
})
