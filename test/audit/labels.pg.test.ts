import { assert, describe, it, layer } from "@effect/vitest"
import { firstCharacters } from "@fleet/domain/firstCharacters"
import { Effect, Schema } from "effect"
import { aLiveStage } from "../realtime/world.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

describe("the first characters of a text", () => {
  const Most = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 12 }))
  const Piece = Schema.Literals(["a", "ä", "🤖", "\u{10ffff}", "\ud83e", "\udd16", "e\u0301"])
  it.prop(
    "the first characters of a text are its first code points, whatever text it is",
    [Schema.Array(Piece), Most],
    ([pieces, most]) => {
      const text = pieces.join("")
      assert.strictEqual(firstCharacters(text, most), [...text].slice(0, most).join(""))
    }
  )

  it.each([199, 200, 201])(
    "the first characters of a text are all of %s characters up to 200, each of which takes two units",
    (length) => {
      assert.strictEqual(firstCharacters("🤖".repeat(length), 200), "🤖".repeat(Math.min(length, 200)))
    }
  )
})

layer(TestApp, { timeout: "60 seconds" })("a label", (it) => {
  it.effect("an audit label of up to 200 characters is kept whole, however many UTF-16 units they take", () =>
    Effect.gen(function* () {
      const { app, bridge, owner, robot } = yield* aLiveStage
      const name = "🤖".repeat(120)
      const made = (yield* call("POST", `/api/apps/${app.id}/server-keys`, { as: owner.token, body: { name } })).body
      yield* call("POST", `/api/robots/${robot.id}/jobs/undock`, { as: made.key, body: {} })
      yield* bridge.next("invoke")
      const { runs } = (yield* call("GET", `/api/robots/${robot.id}/jobs/history`, { as: owner.token })).body
      assert.strictEqual(runs[0].actor.label, name)
      const { events } = (yield* call("GET", "/api/audit", { as: owner.token })).body
      const of = (action: string) => events.find((event: any) => event.action === action)
      assert.strictEqual(of("action.invoked").actor.label, name)
      assert.strictEqual(of("server_key.created").target.label, name)

      const viewer = yield* connectRealtime(made.key)
      viewer.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
      yield* viewer.served
      const watcher = yield* connectRealtime(owner.token)
      watcher.send({ type: "presence_subscribe", robot_id: robot.id })
      const { viewers } = yield* watcher.next("presence")
      assert.deepStrictEqual(
        viewers.map(({ label }: any) => label),
        [name]
      )
    })
  )
})
