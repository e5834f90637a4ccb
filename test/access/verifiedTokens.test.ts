import { assert, describe, it, layer } from "@effect/vitest"
import { TokenExpired, Unauthorized } from "@fleet/domain/Errors"
import { Tokens } from "@fleet/server/access/Tokens"
import { VerifiedTokens } from "@fleet/server/access/VerifiedTokens"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"

describe("tokens that were verified", () => {
  it("are kept by the thousand, and no more", () => {
    const kept = new VerifiedTokens<number>()
    for (let index = 0; index < 100_000; index++) kept.keep(`token ${index}`, index)
    assert.isAtMost(kept.size, 10_000)
    assert.strictEqual(kept.get("token 99999"), 99_999)
    assert.isUndefined(kept.get("token 0"))
  })

  it("are dropped unless they are asked for", () => {
    const kept = new VerifiedTokens<number>()
    kept.keep("used", 1)
    kept.keep("unused", 2)
    kept.age()
    kept.keep("used", 1)
    kept.age()
    assert.strictEqual(kept.get("used"), 1)
    assert.strictEqual(kept.size, 1)
    kept.delete("used")
    assert.strictEqual(kept.size, 0)
  })
})

const sub = { kind: "app_user", sub: "someone", sid: "somewhere", app_id: "some app" } as const

layer(Tokens.layer.pipe(Layer.provide(Settings.layerTest())), { timeout: "20 seconds" })("a verified token", (it) => {
  it.effect("is no longer valid when it expires, is not another's for a changed end, and has one audience", () =>
    Effect.gen(function* () {
      const tokens = yield* Tokens
      const token = yield* tokens.sign(sub)
      const read = (text: string, audience?: string) => tokens.read(Redacted.make(text), audience)
      for (let times = 0; times < 3; times++) {
        assert.deepInclude(yield* read(token), sub)
        assert.instanceOf(yield* Effect.flip(read(`${token}A`)), Unauthorized)
        assert.instanceOf(yield* Effect.flip(read(token, "another")), Unauthorized)
      }
      yield* TestClock.adjust("899 seconds")
      assert.deepInclude(yield* read(token), sub)
      yield* TestClock.adjust("1 second")
      for (let times = 0; times < 3; times++) assert.instanceOf(yield* Effect.flip(read(token)), TokenExpired)
    })
  )
})
