import { assert, layer } from "@effect/vitest"
import { LATEST_BRIDGE_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import { Effect } from "effect"
import { aRobot, detail } from "../jobs/world.ts"
import { openBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"

layer(TestApp, { timeout: "60 seconds" })("a hello", (it) => {
  it.effect("a hello of an older protocol is refused with the version to install", () =>
    Effect.gen(function* () {
      const world = yield* aRobot
      const bridge = yield* openBridge
      bridge.send({ type: "hello", protocol_version: 4, token: world.bridgeToken, bridge_version: "0.0.9" })
      const { code, message } = yield* bridge.next("hello_error")
      assert.deepStrictEqual(
        [code, message],
        ["bridge_too_old", `Protocol 4 is no longer served; install bridge ${LATEST_BRIDGE_VERSION}.`]
      )
    })
  )

  it.effect(
    "a hello of a protocol number that cannot be stored is refused as another protocol; without one it is no hello",
    () =>
      Effect.gen(function* () {
        const world = yield* aRobot
        for (const [version, code] of [
          ["9007199254740992", "protocol_mismatch"],
          ["1e300", "protocol_mismatch"],
          ["1e400", "invalid_frame"],
          ["5.5", "invalid_frame"],
          ["0", "invalid_frame"],
          ["-1e300", "invalid_frame"],
          ['"1e300"', "invalid_frame"]
        ] as const) {
          const bridge = yield* openBridge
          const hello = { type: "hello", protocol_version: 0, token: world.bridgeToken, bridge_version: "far" }
          bridge.sendRaw(JSON.stringify(hello).replace(":0,", `:${version},`))
          assert.strictEqual((yield* bridge.next("hello_error")).code, code, version)
          assert.strictEqual(yield* bridge.closeCode, 1008)
        }
        const { protocol_status, protocol_version } = yield* detail(world)
        assert.deepStrictEqual([protocol_status, protocol_version], ["refused", Number.MAX_SAFE_INTEGER])
      })
  )
})
