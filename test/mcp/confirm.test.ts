import { assert, describe, it as plain, layer } from "@effect/vitest"
import { argumentsHash } from "@fleet/server/mcp/confirm"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { connect, form, withoutMcpLimits } from "../support/mcp.ts"
import { makeAppUser } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { pass } from "../robots/jobs/world.ts"
import { elicitation, guarded, isSent, pageOf, signIn } from "./confirmWorld.ts"
import { ask, callTool } from "./world.ts"

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a command that needs a yes", (it) => {
  it.effect("a command that needs a yes is sent once, after the person allowed it on the page", () =>
    Effect.gen(function* () {
      const { app, args, bridge, client, path, user } = yield* guarded
      const refused = yield* callTool(path, client.access, "start_action", args)
      assert.strictEqual(refused.structuredContent.code, "confirmation_required")
      const page = pageOf(refused)
      const stranger = yield* call("GET", page)
      assert.include(stranger.body, 'name="password"')
      assert.notInclude(stranger.body, "undock")
      assert.strictEqual((yield* form(page, { decision: "approve" })).status, 410)
      const cookie = yield* signIn(page, app.identifier, user.email)
      const shown = yield* call("GET", page, { headers: { cookie } })
      for (const text of ["undock", "Test agent", "Allow once"]) assert.include(shown.body, text)
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))

      const allowed = yield* form(page, { decision: "approve" }, { cookie })
      assert.include(allowed.body, "Allowed")
      assert.strictEqual((yield* form(page, { decision: "approve" }, { cookie })).status, 410)
      const sent = yield* callTool(path, client.access, "start_action", args)
      assert.strictEqual(sent.structuredContent.job.state, "running")
      const { job_id } = yield* bridge.next("invoke")
      bridge.update({ id: job_id, slug: "undock" }, "succeeded")
      yield* bridge.sync
      const again = yield* callTool(path, client.access, "start_action", args)
      assert.strictEqual(again.structuredContent.code, "confirmation_required")
    })
  )

  it.effect("a command that needs a yes is that of its arguments, its client and its person alone", () =>
    Effect.gen(function* () {
      const { app, bridge, client, observe, owner, path, robotId, user } = yield* guarded
      const args = { robot_id: robotId, slug: "dock", params: { speed: 0.5 } }
      const page = pageOf(yield* callTool(path, client.access, "start_action", args))
      const other = yield* makeAppUser(owner.caller, app, observe.id)
      const foreign = yield* signIn(page, app.identifier, other.email)
      assert.strictEqual((yield* form(page, { decision: "approve" }, { cookie: foreign })).status, 410)
      const cookie = yield* signIn(page, app.identifier, user.email)
      yield* form(page, { decision: "approve" }, { cookie })
      const second = yield* connect(path, user.token)
      for (const [token, changed] of [
        [second.access, args],
        [client.access, { ...args, params: { speed: 0.6 } }],
        [client.access, { ...args, params: { speed: 0.5, lamp: true } }]
      ] as const) {
        const answer = yield* callTool(path, token, "start_action", changed)
        assert.strictEqual(answer.structuredContent.code, "confirmation_required")
      }
      yield* bridge.sync
      assert.isFalse(isSent(bridge.frames))
      const sent = yield* callTool(path, client.access, "start_action", args)
      assert.strictEqual(sent.structuredContent.job.slug, "dock")
    })
  )

  it.effect("a command that needs a yes waits once, and at most 20 of one client wait", () =>
    Effect.gen(function* () {
      const { client, path, robotId } = yield* guarded
      const at = (speed: number) =>
        callTool(path, client.access, "start_action", { robot_id: robotId, slug: "dock", params: { speed } })
      const page = pageOf(yield* at(0))
      assert.strictEqual(pageOf(yield* at(0)), page)
      for (let count = 1; count < 20; count++) pageOf(yield* at(count / 100))
      assert.strictEqual((yield* at(0.2)).structuredContent.code, "rate_limited")
      assert.strictEqual(pageOf(yield* at(0)), page)
    })
  )

  it.effect("a command that needs a yes holds for a minute, and a refusal sends nothing", () =>
    Effect.gen(function* () {
      const { app, args, bridge, client, path, user } = yield* guarded
      const first = pageOf(yield* callTool(path, client.access, "start_action", args))
      const cookie = yield* signIn(first, app.identifier, user.email)
      yield* pass(bridge, 60_000)
      assert.strictEqual((yield* call("GET", first, { headers: { cookie } })).status, 410)
      const second = pageOf(yield* callTool(path, client.access, "start_action", args))
      yield* form(second, { decision: "approve" }, { cookie })
      yield* pass(bridge, 60_000)
      const third = yield* callTool(path, client.access, "start_action", args)
      assert.strictEqual(third.structuredContent.code, "confirmation_required")
      const denied = yield* form(pageOf(third), { decision: "deny" }, { cookie })
      assert.include(denied.body, "Refused")
      const last = yield* callTool(path, client.access, "start_action", args)
      assert.strictEqual(last.structuredContent.code, "confirmation_required")
      assert.isFalse(isSent(bridge.frames))
      yield* TestClock.adjust(0)
    })
  )

  it.effect("a command that needs a yes is asked in the client where it can ask", () =>
    Effect.gen(function* () {
      const { args, bridge, client, path } = yield* guarded
      const tools = { name: "start_action", arguments: args, ...elicitation }
      const { body } = yield* ask(path, client.access, "tools/call", tools)
      assert.strictEqual(body.result.resultType, "input_required")
      const { message } = body.result.inputRequests.allow.params
      assert.match(
        message,
        /^The program "Test agent" asks to start the action undock on the robot ".*"\. The robot may move\./
      )
      const { requestState } = body.result
      const answered = (action: string, content: object, state = requestState, changed: object = {}) =>
        ask(path, client.access, "tools/call", {
          ...tools,
          arguments: { ...args, ...changed },
          requestState: state,
          inputResponses: { allow: { action, content } }
        })
      const declined = yield* answered("decline", {})
      assert.strictEqual(declined.body.result.structuredContent.code, "confirmation_required")
      const made = "00000000-0000-4000-8000-000000000000"
      const forged = yield* answered("accept", { allow: true }, made)
      assert.strictEqual(forged.body.result.structuredContent.code, "confirmation_required")
      const changed = yield* answered("accept", { allow: true }, requestState, { params: { more: 1 } })
      assert.isTrue(changed.body.result.isError)
      const declinedAlready = yield* answered("accept", { allow: true })
      assert.strictEqual(declinedAlready.body.result.structuredContent.code, "confirmation_required")
      const anew = (yield* ask(path, client.access, "tools/call", tools)).body.result.requestState
      const accepted = yield* answered("accept", { allow: true }, anew)
      assert.strictEqual(accepted.body.result.structuredContent.job.state, "running")
      const { job_id } = yield* bridge.next("invoke")
      bridge.update({ id: job_id, slug: "undock" }, "succeeded")
      yield* bridge.sync
      const twice = yield* answered("accept", { allow: true }, anew)
      assert.strictEqual(twice.body.result.structuredContent.code, "confirmation_required")
    })
  )

  it.effect("a command that needs a yes is asked on the page where the client can only open one", () =>
    Effect.gen(function* () {
      const { args, client, path } = yield* guarded
      for (const [elicitation, isAsked] of [
        [{ url: {} }, false],
        [{ form: {}, url: {} }, true],
        [{}, true]
      ] as const) {
        const _meta = { "io.modelcontextprotocol/clientCapabilities": { elicitation } }
        const { body } = yield* ask(path, client.access, "tools/call", { name: "start_action", arguments: args, _meta })
        const { resultType, structuredContent } = body.result
        assert.strictEqual(resultType === "input_required", isAsked, JSON.stringify(elicitation))
        if (!isAsked) assert.strictEqual(structuredContent.code, "confirmation_required")
      }
    })
  )

  it.effect("a command that needs a yes is not asked about where it would be refused, previewed, or come by REST", () =>
    Effect.gen(function* () {
      const { args, bridge, client, path, robotId, user } = yield* guarded
      const wrong = { robot_id: robotId, slug: "dock", params: { speed: 9 } }
      const refused = yield* callTool(path, client.access, "start_action", wrong)
      assert.strictEqual(refused.structuredContent.code, "parameter_invalid")
      const preview = yield* callTool(path, client.access, "start_action", { ...args, preview: true })
      assert.isTrue(preview.structuredContent.preview)
      const rest = yield* call("POST", `/api/robots/${robotId}/jobs/undock`, { as: user.token, body: {} })
      assert.strictEqual(rest.status, 202)
      yield* bridge.next("invoke")
      const stopped = callTool(path, client.access, "publish", {
        robot_id: robotId,
        slug: "drive",
        message: { speed: 0 }
      })
      assert.deepStrictEqual((yield* stopped).structuredContent, { sent: true })
    })
  )
})

describe("the hash of arguments", () => {
  plain("the hash of arguments does not depend on the order of keys, and tells values apart", () => {
    const hash = (args: unknown) => Buffer.from(argumentsHash("publish", args)).toString("hex")
    assert.strictEqual(hash({ a: 1, b: { c: [1, 2], d: null } }), hash({ b: { d: null, c: [1, 2] }, a: 1 }))
    assert.notStrictEqual(hash({ a: 1 }), hash({ a: "1" }))
    assert.notStrictEqual(hash({ a: [1, 2] }), hash({ a: [2, 1] }))
    assert.notStrictEqual(hash({ a: {} }), hash({ a: [] }))
  })
})
