/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { paintedTime } from "@fleet/bridge/simulator/camera/Scene"
import { cameraTopics } from "@fleet/bridge/simulator/camera/SceneCamera"
import { Effect } from "effect"
import { join } from "node:path"
import { rolldown } from "rolldown"
import { aFilmedRobot, FilmedApp, hasFfmpeg, ros } from "../bridge/cameras/world.ts"
import { noBrowser, openPage } from "../pages/browser.ts"
import { call } from "../support/wire.ts"

/** The SDK with its video entry, as one script that sets `sdk`. */
const bundled = Effect.promise(async () => {
  const sdk = join(import.meta.dirname, "../../packages/client-sdk/src")
  const entry = "\0entry"
  const build = await rolldown({
    input: entry,
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? `export { createClient } from "${sdk}/createClient.ts"; export { live } from "${sdk}/video/live.ts"`
            : null
      }
    ]
  })
  const { output } = await build.generate({ format: "iife", name: "sdk", codeSplitting: false })
  await build.close()
  return output[0].code
})

/** A page that shows the robot's camera, and counts what is painted. */
const aWatchingPage = Effect.fnUntraced(function* (ffmpeg: string) {
  const world = yield* aFilmedRobot(ffmpeg, () => ros(cameraTopics.compressed, "CompressedImage"))
  const { app, baseUrl, robot } = world
  const { page, errors } = yield* openPage(baseUrl)
  const script = yield* bundled
  yield* Effect.promise(async () => {
    // A page that the service itself answers: one that a test makes up may not open sockets to this computer.
    await page.goto(`${baseUrl}/healthz`)
    await page.evaluate(() => (document.body.innerHTML = "<canvas></canvas>"))
    await page.addScriptTag({ content: script })
    await page.evaluate(
      async ({ baseUrl, key, robotId }) => {
        const { createClient, live } = (globalThis as any).sdk
        const fleet = createClient({ baseUrl, serverKey: key, dangerouslyAllowBrowser: true })
        const seen: any = { states: [], painted: 0, ages: [] }
        ;(globalThis as any).seen = seen
        const canvas = document.querySelector("canvas")!
        seen.view = await live(fleet.robot(robotId).camera("front"), canvas, {
          onState: (state: string, reason: string | null) => seen.states.push([state, reason]),
          onPainted: () => {
            seen.painted++
            const { data, width } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height)
            seen.blocks = { data, width }
            seen.atMs = Date.now()
          }
        })
      },
      { baseUrl, key: app.key, robotId: robot.id }
    )
  })
  const painted = (count: number) =>
    Effect.promise(async () => {
      try {
        await page.waitForFunction((least) => (globalThis as any).seen.painted >= least, count)
      } catch (error) {
        const seen = await page.evaluate(() => {
          const { painted, states } = (globalThis as any).seen
          return JSON.stringify({ painted, states })
        })
        throw new Error(`It stays ${seen}, ${errors.join()}`, { cause: error })
      }
    })
  /** Milliseconds from the capture of the newest picture to its painting. */
  const glassToGlass = Effect.promise(async () => {
    const { atMs, data, width } = await page.evaluate(() => {
      const { atMs, blocks } = (globalThis as any).seen
      return { atMs, data: Array.from(blocks.data as Uint8ClampedArray), width: blocks.width as number }
    })
    return atMs - paintedTime((x, y) => data[(y * width + x) * 4]!)
  })
  const states = Effect.promise(() => page.evaluate(() => (globalThis as any).seen.states as Array<[string, unknown]>))
  return { ...world, errors, glassToGlass, page, painted, states }
})

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
      const { errors, glassToGlass, page, painted } = yield* aWatchingPage("ffmpeg")
      yield* painted(20)
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
})
