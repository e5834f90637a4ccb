/// <reference lib="dom" />
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser, openPage, violations } from "../pages/browser.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { startDemo } from "./support/server.ts"
import { until } from "./support/until.ts"

// Skipped without a Chromium: browser.ts says where it is looked for.
it.live.skipIf(noBrowser !== null)(
  "the example of a camera shows what the demo's rover sees, with its delay, and drives it by a key that is held",
  () =>
    Effect.gen(function* () {
      const { demo } = yield* startDemo(yield* temporaryFolder)
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
      yield* until(
        "the rover at another pose",
        Effect.map(pose, (now) => (now === before ? null : now))
      )
      yield* Effect.promise(async () => {
        await page.keyboard.up("ArrowLeft")
        await page.getByRole("button", { name: "Stop the camera" }).click({ timeout: 120_000 })
        await page.locator("#state", { hasText: /^ended/ }).waitFor({ timeout: 120_000 })
      })
      assert.strictEqual(yield* Effect.promise(() => page.locator("#problem").textContent()), "")
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped),
  300_000
)
