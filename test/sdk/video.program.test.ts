/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { cameraTopics } from "@fleet/bridge/simulator/camera/SceneCamera"
import { createClient } from "@fleet/sdk"
import { Effect, Queue } from "effect"
import { LiveStream } from "../../packages/client-sdk/src/video/LiveStream.ts"
import { aFilmedRobot, FilmedApp, hasFfmpeg, ros } from "../bridge/cameras/world.ts"
import { noBrowser } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { call } from "../support/wire.ts"
import { aWatchingPage } from "./support/watchingPage.ts"

layer(FilmedApp, { excludeTestServices: true, timeout: "60 seconds" })("video in a browser", (it) => {
  it.effect.skipIf(noBrowser !== null)(
    "video in a browser plays JPEG pictures, says when they are old, and ends with its session",
    () =>
      Effect.gen(function* () {
        const { as, at, app, errors, glassToGlass, page, painted, simulator, states } =
          yield* aWatchingPage("no-such-ffmpeg")
        yield* painted(10)
        const ageMs = yield* glassToGlass
        assert.isTrue(ageMs >= 0 && ageMs < 10_000, String(ageMs))
        assert.deepStrictEqual((yield* states).slice(0, 2), [
          ["connecting", null],
          ["playing", null]
        ])
        yield* simulator.change({ drop: 1 })
        yield* Effect.promise(() => page.waitForFunction(() => (globalThis as any).seen.view.state === "frozen"))
        yield* simulator.change({ drop: 0 })
        yield* Effect.promise(() => page.waitForFunction(() => (globalThis as any).seen.view.state === "playing"))
        yield* call("DELETE", `${at}/live`, { as: app.key })
        yield* Effect.promise(() => page.waitForFunction(() => (globalThis as any).seen.view.state === "ended"))
        assert.deepStrictEqual((yield* states).at(-1), ["ended", "released_by_peer"])
        assert.deepStrictEqual(errors, [])
        assert.strictEqual((yield* call("DELETE", `${at}/live`, { as })).status, 204)
      })
  )

  it.effect.skipIf(noBrowser !== null || !hasFfmpeg)("video in a browser plays H.264", () =>
    Effect.gen(function* () {
      const { errors, glassToGlass, page, painted, playback } = yield* aWatchingPage("ffmpeg")
      yield* painted(20)
      assert.strictEqual(yield* playback, "webcodecs")
      const ageMs = yield* glassToGlass
      assert.isTrue(ageMs >= 0 && ageMs < 10_000, String(ageMs))
      const size = yield* Effect.promise(() =>
        page.evaluate(() => [document.querySelector("canvas")!.width, document.querySelector("canvas")!.height])
      )
      assert.deepStrictEqual(size, [320, 240])
      yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.view.stop()))
      assert.deepStrictEqual(errors, [])
    })
  )

  it.effect.skipIf(noBrowser !== null || !hasFfmpeg)(
    "video in a browser without WebCodecs plays H.264 from a media source, near its end",
    () =>
      Effect.gen(function* () {
        const { errors, glassToGlass, page, painted, playback } = yield* aWatchingPage("ffmpeg", {
          without: ["VideoDecoder"]
        })
        yield* painted(30)
        assert.strictEqual(yield* playback, "media-source")
        const ageMs = yield* glassToGlass
        assert.isTrue(ageMs >= 0 && ageMs < 10_000, String(ageMs))
        yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.view.stop()))
        assert.deepStrictEqual(errors, [])
      })
  )

  it.effect.skipIf(noBrowser !== null || !hasFfmpeg)(
    "video in a browser that plays no H.264 at all is a still each second, and its session is given back",
    () =>
      Effect.gen(function* () {
        const { as, at, errors, page, playback } = yield* aWatchingPage("ffmpeg", {
          without: ["VideoDecoder", "MediaSource", "ManagedMediaSource"]
        })
        yield* Effect.promise(() => page.waitForFunction(() => (globalThis as any).seen.view.state === "stills"))
        yield* Effect.promise(() => page.waitForFunction(() => (globalThis as any).seen.view.ageMs !== null))
        assert.strictEqual(yield* playback, "stills")
        assert.deepStrictEqual(errors, [])
        assert.strictEqual((yield* call("DELETE", `${at}/live`, { as })).status, 204)
      })
  )

  it.effect.skipIf(noBrowser !== null || !hasFfmpeg)("video in a browser plays in the way that is asked for", () =>
    Effect.gen(function* () {
      const { painted, playback } = yield* aWatchingPage("ffmpeg", { options: { playback: "media-source" } })
      yield* painted(5)
      assert.strictEqual(yield* playback, "media-source")
    })
  )

  it.effect.skipIf(noBrowser !== null)(
    "video in a browser comes back by itself after its session ended or its socket broke, until it is stopped",
    () =>
      Effect.gen(function* () {
        const { breakSockets, errors, owner, page, painted, robot, source, states } = yield* aWatchingPage(
          "no-such-ffmpeg",
          {
            breaks: true
          }
        )
        /** Five pictures after the view came back to its stream for this reason. */
        const backAfter = (reason: string) =>
          Effect.gen(function* () {
            yield* Effect.promise(() =>
              page.waitForFunction(
                (asked) => (globalThis as any).seen.states.some(([, said]: [string, string]) => said === asked),
                reason
              )
            )
            yield* painted((yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.painted))) + 5)
          })
        yield* painted(5)
        yield* publish(owner.caller, robot.id, source.replace("fps: 10", "fps: 9"))
        yield* backAfter("config_changed")
        yield* breakSockets
        yield* backAfter("connection_lost")
        yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.view.stop()))
        assert.deepStrictEqual((yield* states).at(-1), ["ended", "stopped"])
        assert.isTrue(
          (yield* states).every(
            ([state, reason]) => (state === "reconnecting" || state === "ended") === (reason !== null)
          )
        )
        assert.deepStrictEqual(errors, [])
      })
  )

  it.effect("video in Node comes back by itself, and not once its key is revoked", () =>
    Effect.gen(function* () {
      const { app, baseUrl, owner, robot, source } = yield* aFilmedRobot("no-such-ffmpeg", () =>
        ros(cameraTopics.compressed, "CompressedImage")
      )
      const told = yield* Queue.unbounded<string>()
      const tell = (word: string) => void Queue.offerUnsafe(told, word)
      const keys = `/api/apps/${app.appId}/server-keys`
      const { body } = yield* call("POST", keys, { as: owner.token, body: { name: "Watching" } })
      const fleet = createClient({ baseUrl, serverKey: body.key })
      yield* Effect.acquireRelease(
        Effect.promise(() =>
          LiveStream.open(fleet.robot(robot.id).camera("front"), {
            onConfig: ({ fps }) => tell(`${fps} a second`),
            onUnit: ({ isKey }) => tell(isKey ? "key" : "picture"),
            onLost: tell,
            onEnded: (reason) => tell(`ended ${reason}`)
          })
        ),
        (stream) => Effect.sync(() => stream.close())
      )
      /** Waits for this, whatever comes before. */
      const until = (word: string) => Effect.repeat(Queue.take(told), { until: (came) => came === word })
      yield* until("10 a second")
      yield* until("key")
      yield* publish(owner.caller, robot.id, source.replace("fps: 10", "fps: 9"))
      yield* until("config_changed")
      yield* until("9 a second")
      yield* until("key")
      yield* call("DELETE", `${keys}/${body.server_key.id}`, { as: owner.token })
      yield* until("ended revoked")
    })
  )

  it.effect.skipIf(noBrowser !== null)(
    "video in a browser ends when nobody could see its canvas for half a minute, which is out of view",
    () =>
      Effect.gen(function* () {
        const { page, states } = yield* aWatchingPage("no-such-ffmpeg", {
          hasClock: true,
          options: { playback: "stills" }
        })
        const state = () => page.evaluate(() => (globalThis as any).seen.view.state as string)
        yield* Effect.promise(async () => {
          await page.waitForFunction(() => (globalThis as any).seen.view.ageMs !== null)
          await page.clock.fastForward(60_000)
          assert.strictEqual(await state(), "stills")
          await page.evaluate(() => (document.querySelector("canvas")!.style.marginTop = "10000px"))
          for (let tries = 0; tries < 50 && (await state()) !== "ended"; tries++) await page.clock.fastForward(10_000)
        })
        assert.deepStrictEqual((yield* states).at(-1), ["ended", "hidden"])
      })
  )
})
