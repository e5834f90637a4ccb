import { assert, describe, it, layer } from "@effect/vitest"
import { EventLoop, EventLoopJudge, slowMs, slowSeconds } from "@fleet/server/platform/telemetry/EventLoop"
import { Effect, Layer } from "effect"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

describe("an event loop", () => {
  it("keeps up until it was slow for some seconds in a row, and again from the first good one", () => {
    const judge = new EventLoopJudge()
    for (let second = 1; second < slowSeconds; second++) judge.note(slowMs)
    assert.isTrue(judge.keepsUp)
    judge.note(slowMs)
    assert.isFalse(judge.keepsUp)
    judge.note(slowMs - 1)
    assert.isTrue(judge.keepsUp)
  })
})

let keepsUp = true
const app = testApp().pipe(
  Layer.provide(
    Layer.succeed(
      EventLoop,
      Effect.succeed(() => keepsUp)
    )
  )
)

layer(app, { timeout: "60 seconds" })("readiness", (it) => {
  it.effect("readiness says when the process does not keep up with its work, and when it does again", () =>
    Effect.gen(function* () {
      keepsUp = false
      const { body, status } = yield* call("GET", "/readyz")
      assert.deepStrictEqual([status, body], [503, { ok: false, dependencies: { database: true, event_loop: false } }])
      keepsUp = true
      assert.strictEqual((yield* call("GET", "/readyz")).status, 200)
    })
  )
})
