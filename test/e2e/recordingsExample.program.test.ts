/// <reference lib="dom" />
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { readMcap } from "../bridge/recorder/world.ts"
import { noBrowser, openPage, violations } from "../pages/browser.ts"
import { migratedData } from "../support/Database.ts"
import { startDemo } from "./support/server.ts"

const patienceMs = 120_000

// Skipped without a Chromium: browser.ts says where it is looked for.
it.live.skipIf(noBrowser !== null)(
  "the example of recordings shows what the demo's rover kept around an alert, which opens in an MCAP reader",
  () =>
    Effect.gen(function* () {
      const { demo } = yield* startDemo(yield* migratedData)
      const { app_user, base_url } = demo
      const { errors, page } = yield* openPage(base_url)
      yield* Effect.promise(async () => {
        await page.goto(`${base_url}/examples/recordings/#${encodeURIComponent(app_user.password)}`)
        await page.getByText("There is none yet.").waitFor({ timeout: patienceMs })
        await page.getByRole("button", { name: "Turn the light on" }).click()
        await page.getByRole("button", { name: "Look inside" }).click({ timeout: patienceMs })
        await page.getByRole("cell", { name: "/light", exact: true }).waitFor()
      })
      assert.include(yield* Effect.promise(() => page.locator("#recordings").textContent()), "An alert fired")
      assert.deepStrictEqual(yield* violations(page), [])
      yield* Effect.promise(() => page.setViewportSize({ width: 390, height: 800 }))
      const { width, x } = (yield* Effect.promise(() => page.getByRole("button", { name: "Download" }).boundingBox()))!
      assert.isTrue(x >= 0 && x + width <= 390, `${x} ${width}`)
      assert.deepStrictEqual(yield* violations(page), [])
      const file = yield* Effect.promise(async () => {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: "Download" }).click()
        ])
        return download.path()
      })
      const { messages } = yield* readMcap(readFileSync(file))
      assert.includeMembers(
        messages.map(({ topic }) => topic),
        ["/light", "/pose"]
      )
      assert.strictEqual(yield* Effect.promise(() => page.locator("#problem").textContent()), "")
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped),
  300_000
)
