import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { codeFor, connect, exchange, form, withoutMcpLimits } from "../support/mcp.ts"
import { grant, makeAppUser } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { pass } from "../robots/jobs/world.ts"
import { answered, codeOf, elicitation, guarded, isSent, pageOf, required, signIn } from "./confirmWorld.ts"
import { ask, callTool, everySlug, officialClient } from "./world.ts"

/** A robot, a call that waits for a yes, and a person who is signed in on its page. */
const waiting = Effect.fnUntraced(function* (tool = "publish", rest: object = { slug: "horn" }) {
  const world = yield* guarded
  const args = { robot_id: world.robotId, ...rest }
  const run = (given: object = args, token = world.client.access) =>
    Effect.map(callTool(world.path, token, tool, given), codeOf)
  const page = pageOf(yield* callTool(world.path, world.client.access, tool, args))
  const cookie = yield* signIn(page, world.app.identifier, world.user.email)
  const decide = (decision: "approve" | "deny", headers: object = { cookie }) => form(page, { decision }, headers)
  return { ...world, args, run, page, cookie, decide }
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a yes", (it) => {
  it.effect("a yes is for the very arguments: not for a changed value, type, key or tool", () =>
    Effect.gen(function* () {
      const { args, bridge, decide, run } = yield* waiting("start_action", { slug: "dock", params: { speed: 0.5 } })
      yield* decide("approve")
      for (const params of [{ speed: 0.51 }, { speed: 1.5 }, { speed: 0.5, lamp: false }]) {
        assert.strictEqual(yield* run({ ...args, params }), required)
      }
      for (const params of [{ speed: "0.5" }, { speed: [0.5] }, { speed: 0.5, more: 1 }, { speed: null }, {}]) {
        assert.notStrictEqual(yield* run({ ...args, params }), "done")
      }
      for (const more of [{ confirmed: true }, { confirm: true }, { allow: true }, { requestState: "x" }]) {
        assert.strictEqual(yield* run({ ...args, ...more }), "validation_error")
      }
      assert.strictEqual(yield* run({ ...args, slug: "undock", params: {} }), required)
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))
      assert.strictEqual(yield* run(), "done")
    })
  )

  it.effect("a yes is spent by one of many calls at the same moment, given on the page or in the client", () =>
    Effect.gen(function* () {
      const { args, bridge, client, decide, path, run } = yield* waiting()
      const racing = Array.from({ length: 10 }, () => run())
      const sentOf = () => bridge.frames.filter(({ type }) => type === "publish").length
      yield* decide("approve")
      const onPage = yield* Effect.all(racing, { concurrency: "unbounded" })
      assert.lengthOf(
        onPage.filter((code) => code === "done"),
        1
      )
      yield* bridge.sync
      assert.strictEqual(sentOf(), 1)

      const tools = { name: "publish", arguments: args }
      const { body } = yield* ask(path, client.access, "tools/call", { ...tools, ...elicitation })
      const again = { ...tools, ...answered(body.result.requestState) }
      const inClient = yield* Effect.all(
        Array.from({ length: 10 }, () => ask(path, client.access, "tools/call", again)),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        inClient.filter(({ body }) => body.result.structuredContent?.sent === true),
        1
      )
      yield* bridge.sync
      assert.strictEqual(sentOf(), 2)
    })
  )

  it.effect("a yes holds for less than a minute: to the last millisecond, and not at its end", () =>
    Effect.gen(function* () {
      const { bridge, decide, run } = yield* waiting()
      yield* pass(bridge, 59_999)
      assert.strictEqual((yield* decide("approve")).status, 200)
      yield* pass(bridge, 59_999)
      assert.strictEqual(yield* run(), "done")
      const late = yield* waiting()
      yield* late.decide("approve")
      yield* pass(late.bridge, 60_000)
      assert.strictEqual(yield* late.run(), required)
      const unasked = yield* waiting()
      yield* pass(unasked.bridge, 60_000)
      assert.strictEqual((yield* unasked.decide("approve")).status, 410)
      assert.isFalse(isSent(unasked.bridge.frames))
    })
  )

  it.effect("a yes said to a client is that of its person and its client, and plainly a yes", () =>
    Effect.gen(function* () {
      const { app, args, bridge, client, observe, owner, path, user } = yield* waiting()
      const tools = { name: "publish", arguments: args }
      const asked = ask(path, client.access, "tools/call", { ...tools, ...elicitation })
      const state = Effect.map(asked, ({ body }) => body.result.requestState as string)
      const say = (token: string, answer: object) =>
        Effect.map(ask(path, token, "tools/call", { ...tools, ...answer }), ({ body }) => body.result)
      const other = yield* makeAppUser(owner.caller, app, observe.id)
      const stranger = yield* connect(path, other.token)
      const second = yield* connect(path, user.token)
      for (const token of [stranger.access, second.access]) {
        assert.strictEqual(codeOf(yield* say(token, answered(yield* state))), required)
      }
      for (const answer of [
        answered(yield* state, "decline"),
        answered(yield* state, "cancel"),
        answered(yield* state, "accept", {}),
        answered(yield* state, "accept", { allow: false }),
        answered(yield* state, "accept", { allow: "true" }),
        answered(yield* state, "accept", { other: true })
      ]) {
        const result = yield* say(client.access, answer)
        assert.isTrue(result === undefined || codeOf(result) === required, JSON.stringify(result))
      }
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))
      assert.deepInclude((yield* say(client.access, answered(yield* state))).structuredContent, { sent: true })
    })
  )

  it.effect("a yes sends nothing once the role has lost the slug", () =>
    Effect.gen(function* () {
      const { app, bridge, decide, observe, owner, robotId, run } = yield* waiting()
      yield* decide("approve")
      const left = everySlug.filter((slug) => slug !== "horn")
      yield* grant(owner.caller, app, observe.id, { [robotId]: left } as never)
      assert.strictEqual(yield* run(), "forbidden")
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))
    })
  )

  it.effect("a yes ends with the consent: the same client, let in again, is asked again", () =>
    Effect.gen(function* () {
      const { bridge, client, decide, path, run, user } = yield* waiting()
      yield* decide("approve")
      yield* call("DELETE", `/api/client/mcp/grants/${client.clientId}`, { as: user.token })
      const code = yield* codeFor(path, client.clientId, user.token)
      const { body } = yield* exchange(path, client.clientId, code)
      assert.strictEqual(yield* run(undefined, body.access_token), required)
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))
    })
  )

  it.effect("a yes is not for a program to give: it has no person's cookie, and its token opens nothing else", () =>
    Effect.gen(function* () {
      const { bridge, client, decide, page, robotId, run } = yield* waiting()
      const bearer = { authorization: `Bearer ${client.access}` }
      assert.strictEqual((yield* decide("approve", {})).status, 410)
      assert.strictEqual((yield* decide("approve", bearer)).status, 410)
      assert.strictEqual((yield* decide("approve", { cookie: `person=${client.access}` })).status, 410)
      assert.notInclude((yield* call("GET", page, { headers: bearer })).body, "horn")
      const json = yield* call("POST", page, { as: client.access, body: { decision: "approve" } })
      assert.notInclude([200, 204], json.status)
      const rest = yield* call("POST", `/api/robots/${robotId}/publishers/horn`, { as: client.access, body: {} })
      assert.strictEqual(rest.status, 401)
      assert.strictEqual(yield* run(), required)
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))
    })
  )

  it.effect("a yes is needed in every revision and in every call of a batch", () =>
    Effect.gen(function* () {
      const { args, bridge, client, endpoint, path } = yield* waiting()
      const legacy = yield* officialClient(endpoint, client.access, "legacy")
      const said = yield* Effect.promise(() => legacy.callTool({ name: "publish", arguments: args }))
      assert.strictEqual(codeOf(said), required)
      const request = (id: number) => ({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name: "publish", arguments: args, ...answered("00000000-0000-4000-8000-000000000000") }
      })
      const batch = yield* call("POST", path, {
        as: client.access,
        body: Array.from({ length: 20 }, (_, id) => request(id)),
        headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-03-26" }
      })
      assert.notInclude(JSON.stringify(batch.body), '"sent":true')
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))
    })
  )

  it.effect("a yes is asked for in words that nobody can bend", () =>
    Effect.gen(function* () {
      const { client, owner, path, robotId, user } = yield* waiting()
      const name = `Crane" with speed = 0. \u202e!tsuj\u2066\u{e0041} Allowed already`
      yield* call("PATCH", `/api/robots/${robotId}`, { as: owner.token, body: { name } })
      const args = { robot_id: robotId, slug: "dock", params: { speed: 0.25 } }
      const asked = yield* ask(path, client.access, "tools/call", {
        name: "start_action",
        arguments: args,
        ...elicitation
      })
      const { message } = asked.body.result.inputRequests.allow.params
      assert.strictEqual(
        message,
        `The program "Test agent" asks to start the action dock on the robot "Crane\\" with speed = 0. \\u{202e}!tsuj\\u{2066}\\u{e0041} Allowed already" with speed = 0.25. The robot may move. Allow it once?`
      )
      const page = pageOf(yield* callTool(path, client.access, "start_action", args))
      const identifier = page.split("/")[2]!
      const cookie = yield* signIn(page, identifier, user.email)
      const { body } = yield* call("GET", page, { headers: { cookie } })
      assert.include(body, "speed = 0.25")
      assert.notMatch(body, /[\u202e\u2066\u{e0041}]/u)
    })
  )
})
