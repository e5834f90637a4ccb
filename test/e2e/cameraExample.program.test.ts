/// <reference lib="dom" />
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser, openPage, violations } from "../pages/browser.ts"
import { migratedData } from "../support/Database.ts"
import { startDemo } from "./support/server.ts"
import { until } from "./support/until.ts"

// Skipped without a Chromium: browser.ts says where it is looked for.
it.live.skipIf(noBrowser !== null)(
  "the example of a camera shows what the demo's rover sees, with its delay, and drives it by a key that is held",
  () =>
    Effect.gen(function* () {
      const { demo } = yield* startDemo(yield* migratedData)
      const { app_user, base_url, robots, server_key } = demo
      const { errors, page } = yield* openPage(base_url)
      yield* Effect.promise(async () => {
        await page.goto(`${base_url}/examples/camera/#${encodeURIComponent(app_user.password)}`)
        await page.getByRole("button", { name: "Start the camera" }).click()
        await page.waitForFunction(() => document.getElementById("state")!.textContent === "playing")
        await page.waitForFunction(() => /^\d+ ms$/.test(document.getElementById("delay")!.textContent))
      })
      assert.deepStrictEqual(yield* violations(page), [])

      const rover = robots.find(({ simulated, slugs }) => simulated && slugs.cameras.length > 0)!
      const pose = Effect.promise(async () => {
        const headers = { authorization: `Bearer ${server_key}` }
        const answer = await fetch(`${base_url}/api/robots/${rover.id}/datapoints/pose`, { headers })
        return JSON.stringify(((await answer.json()) as any).value.pose)
      })
      const before = yield* pose
      yield* Effect.promise(() => page.keyboard.down("ArrowLeft"))
      let looks = 0
      yield* until(
        "the rover at another pose",
        Effect.gen(function* () {
          const now = yield* pose
          if (now !== before) return now
          // A message that was refused or came late ends driving until the key is pressed again.
          if ((looks += 1) % 100 === 0) {
            yield* Effect.promise(() => page.keyboard.up("ArrowLeft"))
            yield* Effect.promise(() => page.keyboard.down("ArrowLeft"))
          }
          return null
        })
      )
      yield* Effect.promise(async () => {
        await page.keyboard.up("ArrowLeft")
        await page.getByRole("button", { name: "Stop the camera" }).click({ timeout: 120_000 })
        await page.locator("#state", { hasText: /^ended/ }).waitFor({ timeout: 120_000 })
      })
      assert.strictEqual(yield* Effect.promise(() => page.locator("#problem").textContent()), "")

      // The last picture of one robot does not stay under the name of another.
      const isBlank = Effect.promise(() =>
        page.evaluate(async () => {
          const picture = await createImageBitmap(document.querySelector<HTMLCanvasElement>("#picture")!)
          const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d")!
          context.drawImage(picture, 0, 0)
          return context.getImageData(0, 0, picture.width, picture.height).data.every((value) => value === 0)
        })
      )
      assert.isFalse(yield* isBlank)
      yield* Effect.promise(() => page.getByLabel("Robot", { exact: true }).selectOption({ label: "Spare rover" }))
      assert.isTrue(yield* isBlank)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped),
  300_000
)
