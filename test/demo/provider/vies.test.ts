import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import { Vies } from "@fleet/server/billing/vies/Vies"
import { startVies } from "@fleet/server/demo/provider/ViesHttp"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { seller } from "../../billing/documents/shapes.ts"
import { until } from "./until.ts"

const at = Date.UTC(2027, 0, 31, 12)

describe("VIES and its client", () => {
  const ask = (number: string, viesUrl: string) =>
    Effect.flatMap(Vies, (vies) => vies.ask("FR", number)).pipe(
      Effect.provide(Vies.layer.pipe(Layer.provide(Settings.layerTest({ viesUrl, seller: Option.some(seller) }))))
    )

  it.effect("answer valid, invalid or unverified, with the proof of it and who asked", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* startVies(() => at)
      const valid = yield* ask("12345678100", url)
      assert.deepStrictEqual([valid.status, valid.name], ["valid", "Example Robotics"])
      assert.match((valid.proof as { readonly requestIdentifier: string }).requestIdentifier, /^WAPI/)
      assert.strictEqual(asked[0]!.requesterNumber, seller.vat_id.slice(2))
      const invalid = yield* ask("12345678200", url)
      assert.deepStrictEqual([invalid.status, invalid.name], ["invalid", null])
      for (const number of ["12345678301", "12345678601", "12345678300"]) {
        assert.deepStrictEqual(yield* ask(number, url), { status: "unverified", name: null, proof: null })
      }
      assert.strictEqual((yield* ask("12345678100", "http://127.0.0.1:1")).status, "unverified")
    })
  )

  it.effect("give up after 10 seconds of silence", () =>
    Effect.gen(function* () {
      const { asked, url } = yield* startVies(() => at)
      const asking = yield* Effect.forkChild(ask("12345678999", url))
      yield* until(() => asked.length === 1)
      yield* TestClock.adjust("9999 millis")
      assert.isUndefined(asking.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      const exit = yield* Fiber.await(asking)
      assert.isTrue(Exit.isSuccess(exit) && exit.value.status === "unverified")
    })
  )
})
