import { assert, layer } from "@effect/vitest"
import { AppUsers } from "@fleet/server/identity/app-users/AppUsers"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { connect, makeMcpApp, withoutMcpLimits } from "../support/mcp.ts"
import { grant } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { type Answer, call, refusal } from "../support/wire.ts"
import { ask, aWorld, callTool, everySlug, namesOf, officialClient } from "./world.ts"

const challengeOf = ({ headers }: Answer) => headers.get("www-authenticate")

const reading = ["list_robots", "describe_robot", "read_datapoint", "read_datapoint_history", "list_alerts", "get_job"]
const all = [...reading, "job_history", "start_action", "call_service", "publish", "cancel_job", "stop_robot"]

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("an MCP endpoint", (it) => {
  it.effect("an MCP endpoint serves POST alone, and says so before it looks at a credential", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      for (const method of ["GET", "DELETE"]) {
        const answer = yield* call(method, path)
        assert.deepStrictEqual([answer.status, answer.headers.get("allow")], [405, "POST"])
        assert.strictEqual(answer.body.jsonrpc, "2.0")
      }
      const page = yield* call("GET", path, { headers: { accept: "text/html" } })
      assert.strictEqual(page.status, 405)
      assert.include(page.body, "/mcp/welcome")
      assert.include((yield* call("GET", "/mcp/welcome")).body, "MCP")
      assert.deepStrictEqual(refusal(yield* call("GET", "/mcp/no_such_app")), [404, "not_found"])
    })
  )

  it.effect("an MCP endpoint challenges a caller without a token of its own", () =>
    Effect.gen(function* () {
      const { endpoint, key, path, user } = yield* makeMcpApp
      const metadata = endpoint.replace("/mcp/", "/.well-known/oauth-protected-resource/mcp/")
      const bare = `Bearer resource_metadata="${metadata}", scope="robots:read robots:control"`
      const none = yield* ask(path, undefined, "tools/list")
      assert.deepStrictEqual([none.status, challengeOf(none)], [401, bare])
      for (const token of ["nonsense", user.token, key.token]) {
        const answer = yield* ask(path, token, "tools/list")
        assert.deepStrictEqual([answer.status, challengeOf(answer)], [401, `${bare}, error="invalid_token"`])
      }
      const other = yield* makeMcpApp
      const client = yield* connect(other.path, other.user.token)
      assert.deepStrictEqual(refusal(yield* ask(path, client.access, "tools/list")), [403, "forbidden"])
      assert.strictEqual((yield* ask(other.path, client.access, "tools/list")).status, 200)
      yield* TestClock.adjust(15 * 60_000)
      assert.strictEqual((yield* ask(other.path, client.access, "tools/list")).status, 401)
    })
  )

  it.effect("an MCP endpoint answers pages of the app's own origins alone", () =>
    Effect.gen(function* () {
      const { app, path, user } = yield* makeMcpApp
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE apps SET allowed_origins = '{https://app.example}' WHERE id = ${app.id}`
      const { access } = yield* connect(path, user.token)
      const from = (origin: string, token: string | undefined = access) =>
        ask(path, token, "tools/list", {}, { origin })
      for (const origin of ["https://evil.example", "null"]) {
        const foreign = yield* from(origin)
        assert.strictEqual(foreign.status, 403)
        assert.deepStrictEqual(foreign.body, {
          code: "forbidden",
          message: `Pages of the origin ${origin} may not call this endpoint. Add it to the app's allowed_origins.`
        })
      }
      const own = yield* from("https://app.example")
      assert.deepStrictEqual([own.status, own.headers.get("access-control-allow-origin")], [200, "https://app.example"])
      const unproven = yield* from("https://app.example", "nonsense")
      assert.include(unproven.headers.get("access-control-expose-headers"), "www-authenticate")
      const preflight = yield* call("OPTIONS", path, {
        headers: { origin: "https://app.example", "access-control-request-method": "POST" }
      })
      assert.include(preflight.headers.get("access-control-allow-headers"), "mcp-protocol-version")
    })
  )

  it.effect("an MCP endpoint lists the tools that scope and role allow, in one order", () =>
    Effect.gen(function* () {
      const { app, owner, observe, path, robotId, user } = yield* aWorld()
      const whole = yield* connect(path, user.token)
      const { body } = yield* ask(path, whole.access, "tools/list")
      assert.deepInclude(body.result, { resultType: "complete", ttlMs: 0, cacheScope: "private" })
      assert.deepStrictEqual(yield* namesOf(path, whole.access), all)
      const reader = yield* connect(path, user.token, { scope: "robots:read" })
      assert.deepStrictEqual(yield* namesOf(path, reader.access), [...reading, "job_history"])
      assert.deepStrictEqual(yield* namesOf(`${path}?read_only=true`, whole.access), [...reading, "job_history"])
      for (const [slugs, names] of [
        [[], ["list_robots", "describe_robot"]],
        [["battery"], reading.slice(0, 5)],
        [["dock"], ["list_robots", "describe_robot", "get_job", "start_action", "cancel_job", "stop_robot"]],
        [["reset"], ["list_robots", "describe_robot", "get_job", "call_service"]],
        [["horn"], ["list_robots", "describe_robot", "publish", "cancel_job", "stop_robot"]]
      ] as const) {
        yield* grant(owner.caller, app, observe.id, { [robotId]: slugs } as never)
        assert.deepStrictEqual(yield* namesOf(path, whole.access), names as ReadonlyArray<string>)
      }
    })
  )

  it.effect("a tool beyond the token's scopes is 403 with what is needed, one beyond the role is unknown", () =>
    Effect.gen(function* () {
      const { app, owner, observe, path, robotId, user } = yield* aWorld()
      const reader = yield* connect(path, user.token, { scope: "robots:read" })
      const args = { name: "stop_robot", arguments: { robot_id: robotId } }
      const lacking = yield* ask(path, reader.access, "tools/call", args)
      assert.strictEqual(lacking.status, 403)
      assert.match(challengeOf(lacking)!, /error="insufficient_scope", scope="robots:control", resource_metadata="/)
      const whole = yield* connect(path, user.token)
      const narrow = yield* ask(`${path}?read_only=true`, whole.access, "tools/call", args)
      assert.strictEqual(narrow.body.error.code, -32602)
      yield* grant(owner.caller, app, observe.id, { [robotId]: ["battery"] } as never)
      const unknown = yield* ask(path, whole.access, "tools/call", args)
      assert.deepStrictEqual([unknown.status, unknown.body.error.code], [200, -32602])
      assert.strictEqual((yield* ask(path, reader.access, "tools/call", args)).body.error.code, -32602)
    })
  )

  it.effect("?robot= leaves the robot out of the arguments and reaches no other", () =>
    Effect.gen(function* () {
      const { path, robotId, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      const narrow = `${path}?robot=${robotId}`
      const { body } = yield* ask(narrow, access, "tools/list")
      for (const { inputSchema } of body.result.tools) assert.notProperty(inputSchema.properties, "robot_id")
      const state = yield* callTool(narrow, access, "read_datapoint", { slug: "bridge_state" })
      assert.strictEqual(state.structuredContent.slug, "bridge_state")
      const other = yield* aWorld()
      const missed = yield* callTool(`${path}?robot=${other.robotId}`, access, "describe_robot")
      assert.deepInclude(missed, { isError: true })
      assert.strictEqual(missed.structuredContent.code, "not_found")
      assert.deepStrictEqual((yield* ask(`${path}?robot=x`, access, "tools/list")).status, 400)
    })
  )

  it.effect("withdrawal, a block, MCP switched off and a deleted app each stop a client at its next call", () =>
    Effect.gen(function* () {
      for (const [end, status] of [
        [
          ({ user }: World, clientId: string) =>
            call("DELETE", `/api/client/mcp/grants/${clientId}`, { as: user.token }),
          401
        ],
        [
          ({ app, owner, user }: World) =>
            Effect.flatMap(AppUsers, (users) => users.update(owner.caller, app, user.user, { status: "blocked" })),
          401
        ],
        [
          ({ app, owner }: World) =>
            call("PUT", `/api/apps/${app.id}/auth-config/mcp`, { as: owner.token, body: { mcp_enabled: false } }),
          404
        ],
        [({ app, owner }: World) => call("DELETE", `/api/apps/${app.id}`, { as: owner.token }), 404]
      ] as const) {
        const world = yield* aWorld()
        const { access, clientId } = yield* connect(world.path, world.user.token)
        assert.strictEqual((yield* ask(world.path, access, "tools/list")).status, 200)
        yield* (end as (world: World, clientId: string) => Effect.Effect<unknown, any, any>)(world, clientId)
        assert.strictEqual((yield* ask(world.path, access, "tools/list")).status, status)
      }
    })
  )

  it.effect("a consent remembers when its client acted last", () =>
    Effect.gen(function* () {
      const { path, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      yield* ask(path, access, "tools/list")
      const { body } = yield* call("GET", "/api/client/mcp/grants", { as: user.token })
      assert.isNotNull(body.grants[0].last_used_at)
    })
  )

  it.effect("the official client of the 2.x line lists and calls, in the newest revision and in older ones", () =>
    Effect.gen(function* () {
      const { endpoint, path, robotId, user } = yield* aWorld()
      const { access } = yield* connect(path, user.token)
      for (const [mode, version] of [
        ["auto", "2026-07-28"],
        ["legacy", "2025-11-25"]
      ] as const) {
        const client = yield* officialClient(endpoint, access, mode)
        assert.strictEqual(client.getNegotiatedProtocolVersion(), version)
        const { tools } = yield* Effect.promise(() => client.listTools())
        assert.deepStrictEqual(
          tools.map(({ name }) => name),
          all
        )
        const asked = { name: "describe_robot", arguments: { robot_id: robotId } }
        const answer: any = yield* Effect.promise(() => client.callTool(asked))
        assert.strictEqual(answer.structuredContent.exposures.length, everySlug.length - 1)
        assert.deepStrictEqual(JSON.parse(answer.content[0].text), answer.structuredContent)
        const wrong: any = yield* Effect.promise(() => client.callTool({ ...asked, arguments: { robot_id: 1 } }))
        assert.deepInclude(wrong, { isError: true })
        assert.strictEqual(wrong.structuredContent.code, "validation_error")
      }
    })
  )
})

type World = Effect.Success<ReturnType<typeof aWorld>>

layer(testApp({ demo: true, rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("MCP in the demo", (it) => {
  it.effect("pages of this machine may call an app's endpoint, and no others", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const { access } = yield* connect(path, user.token)
      const from = (origin: string) =>
        Effect.map(ask(path, access, "tools/list", {}, { origin }), ({ status }) => status)
      assert.deepStrictEqual(
        [
          yield* from("http://localhost:6274"),
          yield* from("http://127.0.0.1:3000"),
          yield* from("https://evil.example")
        ],
        [200, 200, 403]
      )
    })
  )
})
