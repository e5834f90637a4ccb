/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { aPage, AtAddress, parameters, sideways } from "./support/badDays.ts"
import { cardOf } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`a command of as many parameters as there may be${note}`, () => {
  layer(AtAddress, { excludeTestServices: true })((it) => {
    it.effect(
      "has a form of many parameters on a phone, from the first to the last by keyboard, with Stop in reach",
      () =>
        Effect.gen(function* () {
          const { bridge, errors, page } = yield* aPage({ viewport: { width: 390, height: 844 } })
          const form = cardOf(page, "many")
          yield* Effect.promise(async () => {
            const fields = form.getByRole("textbox")
            await fields.nth(parameters.length - 1).waitFor({ timeout: 30_000 })
            assert.strictEqual(await fields.count(), parameters.length)
            await fields.first().focus()
            for (const _ of parameters.slice(1)) await page.keyboard.press("Tab")
            await page.keyboard.press("Control+a")
            await page.keyboard.type("aaa")
            assert.strictEqual(await form.getByLabel(/^p49 string/).inputValue(), "aaa")
            assert.isAtMost(await sideways(page), 0)
            for (const field of await fields.all()) {
              const box = (await field.boundingBox())!
              assert.isAtLeast(box.x, 0)
              assert.isAtMost(box.x + box.width, 390)
            }
            assert.isTrue(await page.getByRole("button", { name: /^Stop/ }).isVisible())
            await form.getByRole("button", { name: /^Run/ }).click()
          })
          const run = yield* bridge.next("invoke")
          assert.deepInclude(run.params as object, { p0: "a", p49: "aaa" })
          assert.strictEqual(Object.keys(run.params as object).length, parameters.length)
          assert.deepStrictEqual(errors, [])
        })
    )
  })
})
