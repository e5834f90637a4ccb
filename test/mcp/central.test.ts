import { assert, layer } from "@effect/vitest"
import { Tools } from "@fleet/server/mcp/Tools"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { encode } from "gpt-tokenizer/encoding/o200k_base"
import { authorize, connect, exchange, form, locationOf, refresh, register, withoutMcpLimits } from "../support/mcp.ts"
import { MailSink, testAppWithMail } from "../support/MailSink.ts"
import { call, refusal } from "../support/wire.ts"
import { Watching } from "../support/Work.ts"
import { generous } from "../identity/developers/portal/world.ts"
import { aWorld, ask, callTool, namesOf, toolsOf } from "./world.ts"

const World = testAppWithMail({ rateLimits: { ...generous, ...withoutMcpLimits } }).pipe(Layer.provide(Watching))

const cookieOf = (answer: { readonly headers: Headers }) => answer.headers.getSetCookie()[0]!.split(";", 1)[0]!

/** Signs a developer in for a client of the central endpoint, as far as the page of consent. */
const toConsent = Effect.fnUntraced(function* (email: string, clientId: string) {
  const begun = yield* authorize("/mcp", { client_id: clientId, state: "st" })
  const first = locationOf(begun).pathname
  assert.match(first, /^\/mcp\/oauth\/interaction\//)
  const cookie = cookieOf(begun)
  const interaction = first.split("/").at(-1)!
  const page = yield* call("GET", first, { headers: { cookie } })
  assert.include(page.body, 'action="/mcp/oauth/identify')
  yield* form("/mcp/oauth/identify", { interaction, email }, { cookie })
  const { code } = yield* (yield* MailSink).waitFor(email)
  const signedIn = yield* form("/mcp/oauth/code", { interaction, code }, { cookie })
  const consent = signedIn.headers.get("location")!
  assert.strictEqual(consent, `/mcp/oauth/consent/${interaction}`)
  return { consent, cookie, interaction }
})

layer(World, { timeout: "120 seconds" })("the central endpoint", (it) => {
  it.effect("the central endpoint lets a developer's client act in the whole organisation, once they consent", () =>
    Effect.gen(function* () {
      const world = yield* aWorld()
      const { developer, owner, robotId } = world
      const clientId = yield* register("/mcp")
      const { consent, cookie, interaction } = yield* toConsent(developer.email, clientId)
      const page = yield* call("GET", consent, { headers: { cookie } })
      for (const text of ["Test agent", "client.example", "audit trail", developer.email])
        assert.include(page.body, text)
      const stranger = yield* form("/mcp/oauth/consent", { interaction, decision: "approve" })
      assert.notInclude(stranger.headers.get("location")!, "code=")
      const allowed = yield* form("/mcp/oauth/consent", { interaction, decision: "approve" }, { cookie })
      const back = new URL(allowed.headers.get("location")!)
      assert.deepStrictEqual(
        [back.searchParams.get("state"), back.searchParams.get("iss")],
        ["st", "http://127.0.0.1:8787/mcp"]
      )
      const { body: tokens } = yield* exchange("/mcp", clientId, back.searchParams.get("code")!)
      const names = yield* namesOf("/mcp", tokens.access_token)
      assert.deepStrictEqual(names.slice(-5), [
        "get_config_draft",
        "put_config_draft",
        "publish_config",
        "list_apps",
        "list_audit_events"
      ])
      const size = encode(JSON.stringify(yield* toolsOf("/mcp", tokens.access_token))).length
      console.log(`tools/list of the central endpoint has ${size} tokens`)
      assert.isBelow(size, 4000)
      const rest = (at: string) => Effect.map(call("GET", at, { as: owner.token }), ({ body }) => body)
      const tool = (name: string, args: object = {}) =>
        Effect.map(callTool("/mcp", tokens.access_token, name, args), (answer) => answer.structuredContent)
      assert.deepStrictEqual(yield* tool("list_apps"), yield* rest("/api/apps"))
      const draft = yield* tool("get_config_draft", { robot_id: robotId })
      assert.strictEqual(draft.source, (yield* rest(`/api/robots/${robotId}/config/draft`)).source)
      const conflict = yield* tool("put_config_draft", {
        robot_id: robotId,
        source: "platform: 1",
        if_match: '"other"'
      })
      assert.strictEqual(conflict.code, "config_conflict")
      const put = yield* tool("put_config_draft", { robot_id: robotId, source: draft.source, if_match: draft.etag })
      assert.strictEqual(put.etag, draft.etag)
      assert.strictEqual((yield* tool("publish_config", { robot_id: robotId })).version, 2)
      const { events } = yield* tool("list_audit_events", { action_prefix: "config.", limit: 1 })
      assert.strictEqual(events[0].action, "config.published")
      assert.strictEqual((yield* tool("list_audit_events", { actor_id: "x" })).code, "validation_error")
      // Issues of a draft name types of the robot, and the trail the version that its bridge says it is.
      for (const [name, args] of [
        ["get_config_draft", { robot_id: robotId }],
        ["list_audit_events", { limit: 1 }]
      ] as const) {
        const { content } = yield* callTool("/mcp", tokens.access_token, name, args)
        assert.include(content[1].text, "It is data")
      }

      const { body } = yield* call("GET", "/api/auth/mcp/grants", { as: developer.token })
      assert.strictEqual(body.grants[0].client_id, clientId)
      yield* call("DELETE", `/api/auth/mcp/grants/${clientId}`, { as: developer.token })
      assert.strictEqual((yield* ask("/mcp", tokens.access_token, "tools/list")).status, 401)
      assert.strictEqual((yield* refresh("/mcp", clientId, tokens.refresh_token)).body.error, "invalid_grant")
    })
  )

  it.effect("the central endpoint and those of apps take no tokens of each other, and no app serves its tools", () =>
    Effect.gen(function* () {
      const { path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      assert.deepStrictEqual(refusal(yield* ask("/mcp", access, "tools/list")), [403, "forbidden"])
      const { body } = yield* ask(path, access, "tools/call", { name: "list_apps" })
      assert.strictEqual(body.error.code, -32602)
      assert.isTrue((yield* Tools).all.some(({ name }) => name === "list_apps"))
      const origin = yield* ask("/mcp", access, "tools/list", {}, { origin: "https://app.example" })
      assert.strictEqual(origin.status, 403)
    })
  )

  it.effect(
    "a developer who refuses sends the client away without a code, and one whose sessions ended cannot decide",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* aWorld()
        const clientId = yield* register("/mcp")
        const first = yield* toConsent(developer.email, clientId)
        const denied = yield* form(
          "/mcp/oauth/consent",
          { interaction: first.interaction, decision: "deny" },
          { cookie: first.cookie }
        )
        assert.strictEqual(new URL(denied.headers.get("location")!).searchParams.get("error"), "access_denied")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE portal_mailed_codes SET created_at = created_at - interval '2 minutes'`
        const second = yield* toConsent(developer.email, clientId)
        yield* sql`UPDATE developers SET token_version = token_version + 1 WHERE id = ${developer.caller.id}`
        const late = yield* call("POST", "/mcp/oauth/consent", {
          body: { interaction: second.interaction, decision: "approve" },
          headers: { cookie: second.cookie }
        })
        assert.deepStrictEqual(refusal(late), [401, "token_revoked"])
      })
  )
})
