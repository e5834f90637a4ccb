import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { terminalText } from "../../../packages/client-sdk/src/cli/terminalText.ts"
import { baseUrl } from "../../e2e/support/world.ts"
import { aConnectedRobot } from "../../robots/jobs/world.ts"
import { makeApp, makeOrg } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aSignedInDesk } from "./support/fleet.ts"

/** Clears the screen in two ways, writes right to left, and hides. */
const hostile = "no\u001b[2J\u009b2J\u202e\u200b\u0007"

/** Controls but for line feed and the colours of `fleet` itself. */
// eslint-disable-next-line no-control-regex
const controls = /(?!\u001b\[\d+m)[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("what fleet prints of others", (it) => {
  it.effect("controls in a robot's words are escaped, in a terminal as in a pipe", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      const desk = yield* aSignedInDesk(yield* baseUrl, world.owner)
      const args = ["run", world.robot.name, "dock", "--param", "speed=1"]
      for (const begin of [desk.start, desk.terminal]) {
        const running = yield* begin(args, { TERM: "xterm" })
        const { job_id: id, slug } = yield* world.bridge.next("invoke")
        world.bridge.update({ id, slug }, "failed", { error: { code: "goal_rejected", message: hostile } })
        const { code, errors, output } = yield* running.ended
        const all = (errors + output).replaceAll(/\r\n/g, "\n").replaceAll("\r\u001b[2K", "")
        assert.notMatch(all, controls)
        assert.include(all, String.raw`no\u001b[2J\u009b2J\u202e\u200b\u0007`)
        if (begin === desk.start) assert.strictEqual(code, 1)
      }
    })
  )

  it.effect("controls in a JSON answer are escaped within JSON", () =>
    Effect.sync(() => {
      const text = JSON.stringify({ a: hostile, b: "tab\tand\nline" })
      assert.deepStrictEqual(JSON.parse(terminalText(text)), JSON.parse(text))
      assert.notMatch(terminalText(text), controls)
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("fleet app origins", (it) => {
  it.effect("adds, lists and removes an origin, and says what is wrong", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const desk = yield* aSignedInDesk(yield* baseUrl, owner)
      const none = yield* desk.fleet(["app", "origins", "list"])
      assert.deepStrictEqual([none.code, none.errors.includes("has no app")], [1, true])
      const { app } = yield* makeApp(owner.caller, [])
      const origins = Effect.map(
        call("GET", `/api/apps/${app.id}/auth-config`, { as: owner.token }),
        ({ body }) => body.allowed_origins
      )
      const first = yield* desk.fleet(["app", "origins", "add", "https://app.example.com"])
      assert.strictEqual(first.code, 0, first.errors)
      assert.strictEqual((yield* desk.fleet(["app", "origins", "add", "http://localhost:5173"])).code, 0)
      assert.strictEqual((yield* desk.fleet(["app", "origins", "add", "http://localhost:5173"])).code, 0)
      assert.deepStrictEqual(yield* origins, ["https://app.example.com", "http://localhost:5173"])
      const listed = yield* desk.fleet(["app", "origins", "list", "--app", app.identifier])
      assert.strictEqual(listed.output, "https://app.example.com\nhttp://localhost:5173\n")
      const removed = yield* desk.fleet(["app", "origins", "remove", "https://app.example.com"])
      assert.strictEqual(removed.code, 0, removed.errors)
      assert.deepStrictEqual(yield* origins, ["http://localhost:5173"])
      const again = yield* desk.fleet(["app", "origins", "remove", "https://app.example.com"])
      assert.deepStrictEqual([again.code, again.errors.includes("is not listed")], [1, true])
      const wrong = yield* desk.fleet(["app", "origins", "add", "http://app.example.com/page"])
      assert.strictEqual(wrong.code, 1)
      assert.include(wrong.errors, "allowed_origins")
      const unknown = yield* desk.fleet(["app", "origins", "list", "--app", "nowhere"])
      assert.include(unknown.errors, `There are: ${app.identifier}.`)
      yield* makeApp(owner.caller, [])
      assert.include((yield* desk.fleet(["app", "origins", "list"])).errors, "Name the app with --app.")
    })
  )
})
