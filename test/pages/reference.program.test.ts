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
      yield* Effect.promise(() => page.goto(`${origin}/docs`))
      yield* Effect.promise(() =>
        page.evaluate(
          (most) => {
            for (const part of [...document.querySelectorAll("details")].slice(0, most)) part.open = true
          },
          colorScheme === "dark" ? 30 : 10_000
        )
      )
      // The page is long and only its colours differ.
      assert.deepStrictEqual(yield* violations(page, colorScheme === "dark" ? ["color-contrast"] : undefined), [])
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  onPages("is clean in the light scheme", isClean("light"), 600_000)
  onPages("is clean in the dark scheme", isClean("dark"), 600_000)

  onPages("reflows on a phone without scrolling sideways, and needs no script", () =>
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { errors, page } = yield* openPage(origin, { viewport: { width: 320, height: 640 } })
      yield* Effect.promise(() => page.goto(`${origin}/docs`))
      const wide = yield* Effect.promise(() =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      )
      assert.strictEqual(wide, 0)
      assert.strictEqual(yield* Effect.promise(() => page.locator("script").count()), 0)
      assert.deepStrictEqual(errors, [])
    }).pipe(Effect.scoped)
  )

  onPages("leads from the index to each operation", () =>
    Effect.gen(function* () {
      const origin = yield* HttpServer.addressFormattedWith(Effect.succeed)
      const { page } = yield* openPage(origin)
      yield* Effect.promise(() => page.goto(`${origin}/docs`))
      const dead = yield* Effect.promise(() =>
        page.evaluate(() =>
          Array.from(document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]'), ({ hash }) => hash).filter(
            (hash) => document.getElementById(hash.slice(1)) === null
          )
        )
      )
      assert.deepStrictEqual(dead, [])
    }).pipe(Effect.scoped)
  )
})
