import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { makeAppUser, makeEveryone } from "../support/people.ts"
import {
  authorize,
  codeFor,
  connect,
  exchange,
  interactionOf,
  makeMcpApp,
  refresh,
  register,
  withoutMcpLimits
} from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

const at = (id: string, action = "") => `/api/client/mcp/interactions/${id}${action}`
const expired = [410, "interaction_expired"]

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a consent", (it) => {
  it.effect("a consent is asked for by a client whose name nobody verified", () =>
    Effect.gen(function* () {
      const { app, path, user } = yield* makeMcpApp
      const clientId = yield* register(path, { client_name: "  Assistant " })
      const id = interactionOf(yield* authorize(path, { client_id: clientId, state: "x" }))
      const { body } = yield* call("GET", at(id))
      assert.deepInclude(body, {
        id,
        app_id: app.id,
        client_name: "Assistant",
        client_name_verified: false,
        scopes: ["robots:read", "robots:control"],
        already_granted: false,
        redirect_host: "client.example"
      })
      assert.strictEqual(Date.parse(body.expires_at), 10 * 60_000)
      yield* codeFor(path, clientId, user.token)
      assert.isTrue((yield* call("GET", at(id), { as: user.token })).body.already_granted)
      assert.isFalse((yield* call("GET", at(id))).body.already_granted)
    })
  )

  it.effect("a consent is shown to a bearer that is not a live user's of the app as to nobody", () =>
    Effect.gen(function* () {
      const { key, owner, path, user } = yield* makeMcpApp
      const other = yield* makeEveryone
      const { access, clientId } = yield* connect(path, user.token)
      const id = interactionOf(yield* authorize(path, { client_id: clientId }))
      const shown = (as?: string) => call("GET", at(id), as === undefined ? {} : { as })
      assert.isTrue((yield* shown(user.token)).body.already_granted)
      yield* call("POST", "/api/client/logout", { body: { refresh_token: user.refreshToken } })
      const bearers = [user.token, other.user.token, owner.token, key.token, access, "srv_nothing", "nonsense", "a b"]
      for (const as of [undefined, ...bearers]) {
        const { body, status } = yield* shown(as)
        assert.deepStrictEqual([status, body.already_granted], [200, false], as)
      }
      yield* TestClock.adjust("16 minutes")
      const next = interactionOf(yield* authorize(path, { client_id: clientId }))
      assert.strictEqual((yield* call("GET", at(next), { as: other.user.token })).status, 200)
      assert.strictEqual((yield* call("GET", at(next), { as: user.token })).status, 200)
      assert.deepStrictEqual(refusal(yield* call("POST", at(next, "/approve"), { as: user.token })), [
        401,
        "token_expired"
      ])
    })
  )

  it.effect("a consent is decided once, within ten minutes, by a user of the app", () =>
    Effect.gen(function* () {
      const { key, owner, path, user } = yield* makeMcpApp
      const other = yield* makeEveryone
      const clientId = yield* register(path)
      const id = interactionOf(yield* authorize(path, { client_id: clientId, state: "x" }))
      for (const as of [owner.token, key.token]) {
        assert.deepStrictEqual(refusal(yield* call("POST", at(id, "/approve"), { as })), [401, "unauthorized"])
      }
      assert.deepStrictEqual(refusal(yield* call("POST", at(id, "/approve"), { as: other.user.token })), expired)
      assert.deepStrictEqual(refusal(yield* call("GET", at("not-an-id"))), expired)
      const late = interactionOf(yield* authorize(path, { client_id: clientId }))
      yield* TestClock.adjust(10 * 60_000 - 1)
      const { body } = yield* call("POST", at(id, "/deny"), { as: user.token })
      const denied = new URL(body.redirect_to)
      assert.deepStrictEqual(
        [denied.searchParams.get("error"), denied.searchParams.get("state"), denied.searchParams.has("code")],
        ["access_denied", "x", false]
      )
      for (const action of ["/approve", "/deny"]) {
        assert.deepStrictEqual(refusal(yield* call("POST", at(id, action), { as: user.token })), expired)
      }
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(refusal(yield* call("POST", at(late, "/approve"), { as: user.token })), expired)
    })
  )

  it.effect("a consent given ten times at once gives one code", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const id = interactionOf(yield* authorize(path, { client_id: yield* register(path) }))
      const answers = yield* Effect.all(
        Array.from({ length: 10 }, () => call("POST", at(id, "/approve"), { as: user.token })),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
    })
  )

  it.effect("a consent joins the scopes of earlier ones, while a token has what was asked", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token, { scope: "robots:control" })
      const code = yield* codeFor(path, client.clientId, user.token, { scope: "robots:read" })
      assert.strictEqual((yield* exchange(path, client.clientId, code)).body.scope, "robots:read")
      const { body } = yield* call("GET", "/api/client/mcp/grants", { as: user.token })
      assert.strictEqual(body.grants.length, 1)
      assert.deepInclude(body.grants[0], {
        client_id: client.clientId,
        client_name: "Test agent",
        client_name_verified: false,
        scopes: ["robots:read", "robots:control"],
        last_used_at: null
      })
    })
  )

  it.effect("a consent is withdrawn by its user or a developer of the app, and with it the client's sessions", () =>
    Effect.gen(function* () {
      const { app, developer, owner, path, user } = yield* makeMcpApp
      const ofUser = `/api/apps/${app.id}/users/${user.user.id}/mcp-grants`
      for (const [listed, as] of [
        ["/api/client/mcp/grants", user.token],
        [ofUser, developer.token]
      ] as const) {
        const client = yield* connect(path, user.token)
        const code = yield* codeFor(path, client.clientId, user.token)
        assert.strictEqual((yield* call("GET", listed, { as })).body.grants[0].client_id, client.clientId)
        for (const _ of [1, 2]) {
          const gone = yield* call("DELETE", `${listed}/${encodeURIComponent(client.clientId)}`, { as })
          assert.strictEqual(gone.status, 204)
        }
        assert.deepStrictEqual((yield* call("GET", listed, { as })).body, { grants: [] })
        assert.strictEqual((yield* refresh(path, client.clientId, client.refresh)).body.error, "invalid_grant")
        assert.strictEqual((yield* exchange(path, client.clientId, code)).body.error, "invalid_grant")
      }
      assert.strictEqual((yield* call("GET", "/api/client/me", { as: user.token })).status, 200)
      const { body } = yield* call("GET", "/api/audit?action_prefix=app_user.mcp_grant", { as: owner.token })
      assert.deepStrictEqual(
        body.events.map(({ action, actor, details }: any) => [action, actor.kind, details.app_id]),
        [
          ["app_user.mcp_grant_revoked", "developer", app.id],
          ["app_user.mcp_grant_created", "app_user", app.id],
          ["app_user.mcp_grant_revoked", "app_user", app.id],
          ["app_user.mcp_grant_created", "app_user", app.id]
        ]
      )
    })
  )

  it.effect("a consent is its user's own, and that of a client with an address is named by it, encoded", () =>
    Effect.gen(function* () {
      const { app, key, observe, owner, path, user } = yield* makeMcpApp
      const client = yield* connect(path, user.token)
      const other = yield* makeAppUser(owner.caller, app, observe.id)
      const address = encodeURIComponent("https://client.example/meta?x=1/2")
      for (const id of [client.clientId, address]) {
        assert.strictEqual((yield* call("DELETE", `/api/client/mcp/grants/${id}`, { as: other.token })).status, 204)
      }
      assert.strictEqual((yield* refresh(path, client.clientId, client.refresh)).status, 200)
      for (const as of [key.token, owner.token]) {
        assert.strictEqual((yield* call("GET", "/api/client/mcp/grants", { as })).status, 401)
      }
    })
  )
})
