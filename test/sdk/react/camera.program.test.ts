/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { cameraTopics } from "@fleet/bridge/simulator/camera/SceneCamera"
import { Effect } from "effect"
import { aFilmedRobot, FilmedApp, ros } from "../../bridge/cameras/world.ts"
import { noBrowser, openPage } from "../../pages/browser.ts"
import { call } from "../../support/wire.ts"
import { bundledReactSdk } from "../support/bundledSdk.ts"

layer(FilmedApp, { excludeTestServices: true, timeout: "60 seconds" })("useCamera", (it) => {
  it.effect.skipIf(noBrowser !== null)(
    "useCamera shows video, says why it ended, begins again, and ends with its canvas",
    () =>
      Effect.gen(function* () {
        const { app, as, at, baseUrl, robot } = yield* aFilmedRobot("no-such-ffmpeg", () =>
          ros(cameraTopics.compressed, "CompressedImage")
        )
        const { errors, page } = yield* openPage(baseUrl)
        const script = yield* Effect.promise(bundledReactSdk)
        const reads = (text: string) =>
          Effect.promise(() =>
            page
              .waitForFunction((text) => document.querySelector("output")?.textContent === text, text)
              .catch(async (cause) => {
                throw new Error(`It reads ${await page.textContent("output")}, not ${text}`, { cause })
              })
          )
        yield* Effect.promise(async () => {
          await page.goto(`${baseUrl}/healthz`)
          await page.evaluate(() => (document.body.innerHTML = "<main></main>"))
          await page.addScriptTag({ content: script })
          await page.evaluate(
            ({ baseUrl, key, robotId }) => {
              const { createClient, createElement, createRoot, FleetProvider, StrictMode, useCamera } = (
                globalThis as any
              ).sdk
              const seen: any = { painted: 0 }
              ;(globalThis as any).seen = seen
              const Camera = ({ slug }: { slug: string }) => {
                const { error, reason, ref, restart, state, view } = useCamera(robotId, slug, {
                  onPainted: () => seen.painted++
                })
                Object.assign(seen, { restart, view })
                return [
                  createElement("canvas", { key: 1, ref }),
                  createElement("output", { key: 2 }, `${state} ${reason} ${error?.code}`)
                ]
              }
              const client = createClient({ baseUrl, serverKey: key, dangerouslyAllowBrowser: true })
              const root = createRoot(document.querySelector("main"))
              seen.show = (slug: string) =>
                root.render(
                  createElement(
                    StrictMode,
                    null,
                    createElement(FleetProvider, { client }, slug === "" ? "gone" : createElement(Camera, { slug }))
                  )
                )
              seen.show("front")
            },
            { baseUrl, key: app.key, robotId: robot.id }
          )
        })
        const painted = Effect.promise(async () => {
          await page.evaluate(() => ((globalThis as any).seen.painted = 0))
          await page.waitForFunction(() => (globalThis as any).seen.painted >= 5)
        })
        yield* reads("playing null undefined")
        yield* painted
        yield* call("DELETE", `${at}/live`, { as: app.key })
        yield* reads("ended released_by_peer undefined")
        yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.restart()))
        yield* painted
        yield* reads("playing null undefined")
        yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.show("missing")))
        yield* reads("ended unknown_slug unknown_slug")
        yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.show("front")))
        yield* painted
        const view = yield* Effect.promise(() => page.evaluateHandle(() => (globalThis as any).seen.view))
        yield* Effect.promise(() => page.evaluate(() => (globalThis as any).seen.show("")))
        yield* Effect.promise(() => page.waitForFunction((view) => view.state === "ended", view))
        assert.deepStrictEqual(
          errors.filter((error) => !error.includes("404")),
          []
        )
        assert.strictEqual((yield* call("DELETE", `${at}/live`, { as })).status, 204)
      }),
    600_000
  )
})
