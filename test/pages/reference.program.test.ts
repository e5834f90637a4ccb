/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { TestApp } from "../support/TestApp.ts"
import { noBrowser, openPage, violations } from "./browser.ts"

if (noBrowser !== null) console.warn(`Pages are not tested: ${noBrowser}.`)

layer(TestApp, { excludeTestServices: true, timeout: "1 minute" })("the API reference", (it) => {
  const onPages = it.effect.skipIf(noBrowser !== null)

  const isClean = (colorScheme: "light" | "dark") => () =>
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { errors, page } = yield* openPage(origin, { colorScheme, viewport: { width: 1200, height: 900 } })
      for (const path of ["/docs", "/docs/robots", "/docs/realtime", "/docs/errors"]) {
        yield* Effect.promise(() => page.goto(`${origin}${path}`))
        yield* Effect.promise(() =>
          page.evaluate(
            (most) => {
              for (const part of [...document.querySelectorAll("details")].slice(0, most)) part.open = true
            },
            colorScheme === "dark" ? 30 : 10_000
          )
        )
        // The pages are long and only their colours differ.
        const found = yield* violations(page, colorScheme === "dark" ? ["color-contrast"] : undefined)
        assert.deepStrictEqual(found, [], path)
      }
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  onPages("is clean in the light scheme", isClean("light"), 600_000)
  onPages("is clean in the dark scheme", isClean("dark"), 600_000)

  onPages("reflows on a phone without scrolling sideways", () =>
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { errors, page } = yield* openPage(origin, { viewport: { width: 320, height: 640 } })
      for (const path of ["/docs", "/docs/robots", "/docs/records"]) {
        yield* Effect.promise(() => page.goto(`${origin}${path}`))
        const wide = yield* Effect.promise(() =>
          page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        )
        assert.strictEqual(wide, 0, path)
      }
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("finds an operation by words, from the keyboard alone, and says how many it found", () =>
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { errors, page } = yield* openPage(origin)
      yield* Effect.promise(async () => {
        await page.goto(`${origin}/docs`)
        await page.keyboard.press("/")
        await page.keyboard.type("history export")
        await page.waitForFunction(() => document.querySelector("[role=status]")!.textContent === "1 found")
        await page.keyboard.press("Enter")
        await page.waitForURL(/\/docs\/datapoints#datapoints\./)
        await page.goto(`${origin}/docs`)
        await page.keyboard.press("/")
        await page.keyboard.type("no such words")
        await page.waitForFunction(
          () => document.querySelector("[role=status]")!.textContent === "Nothing has these words."
        )
      })
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("needs no script: without one every entry is there, and the field is not", () =>
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { page } = yield* openPage(origin, { javaScriptEnabled: false })
      yield* Effect.promise(() => page.goto(`${origin}/docs`))
      assert.isFalse(yield* Effect.promise(() => page.locator("#query").isVisible()))
      assert.isTrue(yield* Effect.promise(() => page.locator('[id="robots.get"]').isVisible()))
    }).pipe(Effect.scoped)
  )
})
