import { examine, isHealthy } from "@fleet/bridge/doctor/Doctor"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted, Result } from "effect"
import { HttpServer } from "effect/http"
import { join } from "node:path"
import { makeOrg, makeRobot } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { temporaryDirectory } from "./support/bridge.ts"

const baseUrl = HttpServer.addressFormattedWith(Effect.succeed)

layer(TestApp, { excludeTestServices: true })("the doctor at the service", (it) => {
  it.effect("the doctor finds a robot's way to the service in order, and a token of nobody refused", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const { robot, token } = yield* makeRobot(owner.caller)
      const { url: ros } = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
      const settings = {
        url: yield* baseUrl,
        ros,
        rosKind: "foxglove" as const,
        ffmpeg: "no-such-ffmpeg",
        status: undefined,
        tokenFile: undefined,
        proxies: Result.succeed(() => null),
        stateDirectory: join(yield* temporaryDirectory, "state"),
        recordingsDirectory: join(yield* temporaryDirectory, "recordings"),
        hello: true,
        timeoutMs: 20_000
      }
      const found = yield* examine({ ...settings, token: Result.succeed(Redacted.make(token)) })
      assert.deepStrictEqual(
        found.filter(({ verdict }) => verdict === "failed"),
        []
      )
      assert.isTrue(isHealthy(found))
      assert.deepInclude(
        found.find(({ check }) => check === "token hello"),
        { verdict: "ok", message: `The cloud knows this robot: ${robot.id}.` }
      )

      const stranger = yield* examine({ ...settings, token: Result.succeed(Redacted.make(`rbt_${"x".repeat(43)}`)) })
      assert.isFalse(isHealthy(stranger))
      assert.deepStrictEqual(
        stranger.filter(({ verdict }) => verdict === "failed").map(({ check }) => check),
        ["token hello"]
      )
      assert.include(stranger.at(-1)!.message, "invalid_token")
    }).pipe(Effect.scoped)
  )
})
