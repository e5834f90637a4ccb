import { assert, layer } from "@effect/vitest"
import { Permissions } from "@fleet/server/apps/Permissions"
import { Roles } from "@fleet/server/apps/Roles"
import { Effect } from "effect"
import { form, withoutMcpLimits } from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { pass } from "../robots/jobs/world.ts"
import { answered, askedInClient, codeOf, guarded, guardedOnPage, pageOf, required, signIn } from "./confirmWorld.ts"
import { everySlug } from "./world.ts"

const idOf = (page: string) => page.split("/").at(-1)!

/** An answer of a client that does not say in this request that it can ask anybody. */
const undeclared = (requestState: string, action = "accept") => {
  const { inputResponses } = answered(requestState, action)
  return { requestState, inputResponses }
}

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("an answer of a client", (it) => {
  it.effect("an answer of a client does not count with the id of the page, whatever the client declares", () =>
    Effect.gen(function* () {
      const world = yield* guarded
      const { asked, honked, page, run, say } = yield* askedInClient(world)
      const address = yield* page
      const state = yield* asked
      assert.notStrictEqual(idOf(address), state)
      for (const answer of [answered(idOf(address)), undeclared(idOf(address)), answered(address)]) {
        assert.strictEqual(codeOf(yield* say(answer)), required)
      }
      assert.strictEqual(yield* honked, 0)
      // The state opens no page either: the page and the client have one id each.
      const cookie = yield* signIn(address, world.app.identifier, world.user.email)
      const guessed = address.replace(idOf(address), state)
      assert.strictEqual((yield* call("GET", guessed, { headers: { cookie } })).status, 410)
      assert.strictEqual((yield* form(guessed, { decision: "approve" }, { cookie })).status, 410)
      assert.strictEqual(yield* run, required)
    })
  )

  it.effect("an answer of a client counts only in a request that declares that the client can ask", () =>
    Effect.gen(function* () {
      const { asked, honked, say } = yield* askedInClient(yield* guarded)
      const state = yield* asked
      const declares = (elicitation: object) => ({
        ...undeclared(state),
        _meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation } }
      })
      for (const answer of [undeclared(state), { ...undeclared(state), _meta: {} }, declares({ url: {} })]) {
        assert.strictEqual(codeOf(yield* say(answer)), required)
      }
      assert.strictEqual(yield* honked, 0)
      assert.strictEqual(codeOf(yield* say(answered(state))), "done")
      assert.strictEqual(yield* honked, 1)
    })
  )

  it.effect("an answer of a client that is not plainly a yes ends the question for good, on its page too", () =>
    Effect.gen(function* () {
      const world = yield* guarded
      const { asked, honked, page, say } = yield* askedInClient(world)
      const cookie = yield* signIn(yield* page, world.app.identifier, world.user.email)
      for (const [action, content] of [
        ["decline", undefined],
        ["decline", { allow: true }],
        ["cancel", undefined],
        ["accept", { allow: false }],
        ["accept", {}]
      ] as const) {
        const state = yield* asked
        const before = yield* page
        const refused = yield* say(answered(state, action, content))
        assert.strictEqual(codeOf(refused), required)
        assert.notStrictEqual(pageOf(refused), before)
        assert.strictEqual((yield* form(before, { decision: "approve" }, { cookie })).status, 410)
        assert.strictEqual(codeOf(yield* say(answered(state))), required)
        assert.strictEqual(codeOf(yield* say(undeclared(state))), required)
      }
      assert.strictEqual(yield* honked, 0)
    })
  )

  it.effect("an answer of a client does not count once its person refused on the page", () =>
    Effect.gen(function* () {
      const world = yield* guarded
      const { asked, honked, page, run, say } = yield* askedInClient(world)
      const state = yield* asked
      const address = yield* page
      const cookie = yield* signIn(address, world.app.identifier, world.user.email)
      assert.include((yield* form(address, { decision: "deny" }, { cookie })).body, "Refused")
      assert.strictEqual(codeOf(yield* say(answered(state))), required)
      assert.strictEqual(yield* run, required)
      assert.strictEqual((yield* form(address, { decision: "approve" }, { cookie })).status, 410)
      assert.strictEqual(yield* honked, 0)
    })
  )

  it.effect("an answer of a client holds to the last millisecond of its minute, and not at its end", () =>
    Effect.gen(function* () {
      const world = yield* guarded
      const { asked, honked, say } = yield* askedInClient(world)
      const late = yield* asked
      yield* pass(world.bridge, 60_000)
      assert.strictEqual(codeOf(yield* say(answered(late))), required)
      assert.strictEqual(yield* honked, 0)
      const inTime = yield* asked
      assert.notStrictEqual(inTime, late)
      yield* pass(world.bridge, 59_999)
      assert.strictEqual(codeOf(yield* say(answered(inTime))), "done")
      assert.strictEqual(codeOf(yield* say(answered(inTime))), required)
      assert.strictEqual(yield* honked, 1)
    })
  )
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("a slug of confirm_page", (it) => {
  it.effect("a slug of confirm_page is asked about on the page alone, whatever the client declares and answers", () =>
    Effect.gen(function* () {
      const world = yield* guardedOnPage(["horn"])
      const { honked, run, say } = yield* askedInClient(world)
      const first = yield* say({ _meta: { "io.modelcontextprotocol/clientCapabilities": { elicitation: {} } } })
      assert.strictEqual(codeOf(first), required)
      const address = pageOf(first)
      for (const answer of [answered(idOf(address)), answered(idOf(address), "decline"), undeclared(idOf(address))]) {
        assert.strictEqual(pageOf(yield* say(answer)), address)
      }
      assert.strictEqual(yield* honked, 0)
      const cookie = yield* signIn(address, world.app.identifier, world.user.email)
      assert.include((yield* form(address, { decision: "approve" }, { cookie })).body, "Allowed")
      assert.strictEqual(yield* run, "done")
      assert.strictEqual(yield* run, required)
      assert.strictEqual(yield* honked, 1)
    })
  )

  it.effect("a slug of confirm_page is answered on the page from the change of the role on, asked before or not", () =>
    Effect.gen(function* () {
      const world = yield* guarded
      const { app, observe, owner, robotId } = world
      const { asked, honked, say } = yield* askedInClient(world)
      const state = yield* asked
      yield* (yield* Permissions).put(owner.caller, app, yield* (yield* Roles).get(app, observe.id), {
        role_id: observe.id,
        grants: [{ robot_id: robotId, slugs: everySlug, confirm: ["horn"], confirm_page: ["horn"] } as never],
        capabilities: { action_history: true, assets: false }
      })
      assert.strictEqual(codeOf(yield* say(answered(state))), required)
      assert.strictEqual(yield* honked, 0)
    })
  )
})
