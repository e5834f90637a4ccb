/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { fromPalette, pressAt, tabTo, waits } from "./support/byKeyboard.ts"
import { openAs, rover, ServiceWithConsole } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`single letters as commands${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("are typed in fields, do nothing once they are switched off in the account, and stay off", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        const { robot } = yield* makeRobot(owner.caller, "arm-1")
        yield* makeRobot(owner.caller, "arm-2")
        yield* publish(owner.caller, robot.id, rover)
        const { errors, page } = yield* openAs(owner, "/robots")
        const dialog = page.locator("dialog[open]")
        const filter = page.getByRole("combobox", { name: "Filter" })
        /** Waits until the focus is on what has this text: it goes there with the next frame. */
        const focusOn = (text: string) =>
          page.waitForFunction((text) => document.activeElement?.textContent === text, text, waits)
        const state = async () =>
          [
            new URL(page.url()).pathname + new URL(page.url()).search,
            await page.locator("dialog[open], aside.peek").count(),
            await page.getByRole("checkbox", { checked: true }).count(),
            await page.evaluate(() => document.activeElement?.localName + (document.activeElement?.textContent ?? ""))
          ].join(" ")
        /** Every key that is a command by itself or begins a pair, while the page has the focus. */
        const pressAll = async () => {
          for (const key of [..."jkxo/.?rfcpJKX123", "g", "j", "g", "n"]) await page.keyboard.press(key)
        }
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "arm-1" }).waitFor(waits)
          await page.keyboard.press("j")
          await focusOn("arm-1")
          await page.keyboard.press("j")
          await focusOn("arm-2")
          await page.keyboard.press("k")
          await focusOn("arm-1")
          await page.keyboard.press("/")
          await page.keyboard.type("jk/.?xg")
          assert.strictEqual(await filter.inputValue(), "jk/.?xg")
          assert.strictEqual(await dialog.count(), 0)
          await page.keyboard.press("Escape")
          await page.keyboard.press("Escape")

          await fromPalette(page, "Preferences")
          const off = dialog.getByRole("switch", { name: "Single letters as commands" })
          await pressAt(page, off, " ")
          assert.isFalse(await off.isChecked())
          await page.keyboard.press("Escape")
          await dialog.waitFor({ ...waits, state: "detached" })
        })
        for (const isAnew of [false, true])
          yield* Effect.promise(async () => {
            if (isAnew) await page.reload()
            await tabTo(page, page.getByRole("link", { name: "arm-2" }))
            const before = await state()
            await pressAll()
            assert.strictEqual(await state(), before)
            assert.strictEqual(await page.locator("kbd", { hasText: /^[JKX/.]$/ }).count(), 0)
            assert.strictEqual(await page.locator("[title$='(.)'], [title*='(G']").count(), 0)
            // Keys of more than a letter go on.
            await page.keyboard.press("ArrowUp")
            await focusOn("arm-1")
          })
        yield* Effect.promise(async () => {
          await page.keyboard.press("Enter")
          await page.waitForURL(`**/robots/${robot.id}`)
          await page.getByRole("region", { name: "battery" }).waitFor(waits)
          const before = await state()
          await pressAll()
          assert.strictEqual(await state(), before)
          await page.keyboard.press("Control+k")
          await dialog.getByRole("combobox").waitFor(waits)
          await page.keyboard.type("Keys")
          await page.keyboard.press("Enter")
          await dialog.getByText("Single letters are switched off").waitFor(waits)
          assert.notMatch(await dialog.innerText(), /^[JKRX?./]$/m)
          await page.keyboard.press("Escape")
          await dialog.waitFor({ ...waits, state: "detached" })
          // And on again.
          await fromPalette(page, "Preferences")
          await pressAt(page, dialog.getByRole("switch", { name: "Single letters as commands" }), " ")
          await page.keyboard.press("Escape")
          await dialog.waitFor({ ...waits, state: "detached" })
          await page.keyboard.press("?")
          await dialog.getByRole("heading", { name: "Keys" }).waitFor(waits)
        })
        assert.deepStrictEqual(errors, [])
      })
    )
  })
})
