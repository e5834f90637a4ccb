import { assert, layer } from "@effect/vitest"
import { McpInteractions } from "@fleet/server/identity/oauth/mcp/McpInteractions"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createHmac } from "node:crypto"
import { authorize, codeFor, connect, exchange, interactionOf, register, withoutMcpLimits } from "../../support/mcp.ts"
import { openRealtime } from "../../support/RealtimeClient.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { ask, aWorld } from "../world.ts"

/** A client of the central endpoint that a developer lets act. */
const connectCentral = Effect.fnUntraced(function* (developer: { readonly caller: { readonly id: string } }) {
  const clientId = yield* register("/mcp")
  const sql = yield* SqlClient.SqlClient
  const begun = yield* authorize("/mcp", { client_id: clientId })
  assert.strictEqual(begun.status, 302)
  const [asked] = yield* sql<{ id: string }>`SELECT id FROM mcp_interactions WHERE client_id = ${clientId}`
  const [row] = yield* sql<{ token_version: number }>`
    SELECT token_version FROM developers WHERE id = ${developer.caller.id}`
  const location = yield* (yield* McpInteractions).approve(asked!.id, {
    kind: "developer",
    id: developer.caller.id as never,
    tokenVersion: row!.token_version
  })
  const { body } = yield* exchange("/mcp", clientId, new URL(location).searchParams.get("code")!)
  return body as { readonly access_token: string; readonly refresh_token: string }
})

const statusOf = (path: string, token: string, headers: Readonly<Record<string, string>> = {}) =>
  Effect.map(ask(path, token, "tools/list", {}, headers), ({ status }) => status)

const partsOf = (token: string) => token.split(".") as [string, string, string]
const packed = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
const opened = (part: string) => JSON.parse(Buffer.from(part, "base64url").toString())

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a token at the wrong place", (it) => {
  it.effect("a token is good at the endpoint that it names, and at no other", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* aWorld(), yield* aWorld()]
      const mine = yield* connect(one.path, one.user.token)
      const theirs = yield* connect(other.path, other.user.token)
      const central = yield* connectCentral(one.developer)
      for (const [path, token, status] of [
        [one.path, mine.access, 200],
        [other.path, mine.access, 403],
        ["/mcp", mine.access, 403],
        [one.path, theirs.access, 403],
        ["/mcp", central.access_token, 200],
        [one.path, central.access_token, 403],
        [other.path, central.access_token, 403],
        [`${one.path}?robot=${one.robotId}`, mine.access, 200],
        [`${one.path}?resource=${other.endpoint}`, mine.access, 200]
      ] as const) {
        assert.strictEqual(yield* statusOf(path, token), status, path)
      }
    })
  )

  it.effect("a credential of another kind is no token of an endpoint", () =>
    Effect.gen(function* () {
      const { bridgeToken, developer, key, owner, path, user } = yield* aWorld()
      const client = yield* connect(path, user.token)
      const clientId = yield* register(path)
      const code = yield* codeFor(path, clientId, user.token)
      for (const token of [
        user.token,
        user.refreshToken,
        developer.token,
        owner.token,
        key.token,
        bridgeToken,
        client.refresh,
        code,
        clientId
      ]) {
        for (const at of [path, "/mcp"]) assert.strictEqual(yield* statusOf(at, token), 401)
      }
      const inAddress = yield* call("POST", `${path}?access_token=${client.access}`, { body: {} })
      assert.strictEqual(inAddress.status, 401)
      const basic = yield* statusOf(path, "", { authorization: `Basic ${client.access}` })
      assert.strictEqual(basic, 401)
    })
  )

  it.effect("a token of MCP is nobody's at REST and realtime, and lets its client decide nothing for its person", () =>
    Effect.gen(function* () {
      const { app, owner, path, robotId, user } = yield* aWorld()
      const client = yield* connect(path, user.token)
      const central = yield* connectCentral(owner)
      const asked = interactionOf(yield* authorize(path, { client_id: yield* register(path) }))
      for (const token of [client.access, central.access_token, client.refresh]) {
        for (const [method, at] of [
          ["GET", "/api/client/me"],
          ["GET", "/api/client/mcp/grants"],
          ["DELETE", `/api/client/mcp/grants/${client.clientId}`],
          ["POST", `/api/client/mcp/interactions/${asked}/approve`],
          ["GET", `/api/robots/${robotId}/datasheet`],
          ["POST", `/api/robots/${robotId}/jobs/undock`],
          ["GET", "/api/auth/me"],
          ["GET", "/api/apps"],
          ["GET", `/api/apps/${app.id}/users`],
          ["POST", `/api/robots/${robotId}/config/publish`]
        ] as const) {
          const answer = yield* call(method, at, { as: token, ...(method === "POST" ? { body: {} } : {}) })
          assert.strictEqual(answer.status, 401, `${method} ${at}`)
        }
        const { type } = yield* (yield* openRealtime).auth(token)
        assert.notStrictEqual(type, "auth_ok")
      }
    })
  )

  it.effect("a token whose claims or algorithm were changed is no token", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* aWorld(), yield* aWorld()]
      const { access } = yield* connect(one.path, one.user.token, { scope: "robots:read" })
      const [head, claims, mac] = partsOf(access)
      const changed = (change: object) => packed({ ...opened(claims), ...change })
      const elsewhere = changed({ aud: other.endpoint, iss: other.endpoint })
      const wider = changed({ scope: "robots:read robots:control" })
      const listed = changed({ aud: [one.endpoint, other.endpoint] })
      const none = packed({ ...opened(head), alg: "none" })
      const forged = createHmac("sha256", "").update(`${head}.${wider}`).digest("base64url")
      for (const [path, token] of [
        [other.path, `${head}.${elsewhere}.${mac}`],
        [one.path, `${head}.${wider}.${mac}`],
        [one.path, `${head}.${listed}.${mac}`],
        [one.path, `${head}.${wider}.${forged}`],
        [one.path, `${none}.${wider}.`],
        [one.path, `${none}.${wider}.${mac}`],
        [one.path, `${head}.${claims}.`],
        [one.path, `${head}.${claims}`],
        [one.path, `${access}.${access}`]
      ] as const) {
        assert.strictEqual(yield* statusOf(path, token), 401, token)
      }
      assert.strictEqual(yield* statusOf(one.path, access), 200)
    })
  )

  it.effect("a code and a refresh token of one endpoint are refused at another, and stay good at theirs", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* aWorld(), yield* aWorld()]
      const client = yield* connect(one.path, one.user.token)
      const code = yield* codeFor(one.path, client.clientId, one.user.token)
      for (const at of [other.path, "/mcp"]) {
        const traded = yield* exchange(at, client.clientId, code)
        assert.deepStrictEqual([traded.status, traded.body.error], [401, "invalid_client"])
        const renewed = yield* call("POST", `${at}/oauth/token`, {
          body: { grant_type: "refresh_token", refresh_token: client.refresh, client_id: client.clientId }
        })
        assert.deepStrictEqual([renewed.status, renewed.body.error], [401, "invalid_client"])
      }
      assert.strictEqual((yield* exchange(one.path, client.clientId, code)).status, 200)
    })
  )
})
