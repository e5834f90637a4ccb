/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { waits } from "./support/byKeyboard.ts"
import { aConfigPage } from "./support/configPage.ts"
import { ServiceWithConsole } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`help that comes by hover or key${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("stays under the pointer, goes by a key without a move, and comes to the caret by a key", () =>
      Effect.gen(function* () {
        const { bridge, errors, page } = yield* aConfigPage()
        bridge.send({ type: "datapoint", slug: "battery", value: 72.4, timestamp_ms: Date.now() })
        const asked: Array<string> = []
        page.on("request", (request) => {
          if (request.method() !== "GET" && /stop|cancel/.test(request.url())) asked.push(request.url())
        })
        yield* Effect.promise(async () => {
          const help = page.locator(".cm-hint")
          const key = page.locator(".config-editor .cm-line").filter({ hasText: /^ {2}battery:$/ })
          await key.locator("span").first().hover(waits)
          await help.waitFor(waits)
          // The pointer goes onto it, and it stays as long as it is there.
          const box = (await help.boundingBox())!
          await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 })
          await page.waitForTimeout(800)
          assert.isTrue(await help.isVisible())
          await page.keyboard.press("Control")
          await help.waitFor({ ...waits, state: "detached" })
          assert.deepStrictEqual(asked, [])
          assert.strictEqual(await page.locator("dialog[open]").count(), 0)
          // By keys alone.
          await page.mouse.move(5, 5)
          await key.locator("span").first().click()
          await page.mouse.move(5, 5)
          await help.waitFor({ ...waits, state: "detached" })
          await page.keyboard.press("Control+Shift+Space")
          await help.waitFor(waits)
          await page.keyboard.press("ArrowDown")
          await help.waitFor({ ...waits, state: "detached" })
          // Nothing else comes by a pointer: a tip repeats what has a name or a text of its own.
          const alone = await page.evaluate(() =>
            [...document.querySelectorAll<HTMLElement>("button[title], a[title], input[title]")]
              .filter((element) => (element.getAttribute("aria-label") ?? element.textContent ?? "").trim() === "")
              .filter((element) => !(element instanceof HTMLInputElement && (element.labels?.length ?? 0) > 0))
              .map((element) => element.outerHTML.slice(0, 80))
          )
          assert.deepStrictEqual(alone, [])
        })
        assert.deepStrictEqual(errors, [])
      })
    )
  })
})
