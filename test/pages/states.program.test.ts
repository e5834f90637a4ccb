/// <reference lib="dom" />
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { Page } from "playwright-core"
import { app, statesOf } from "../identity/app-users/hosted/states.ts"
import { portalStatesOf } from "../identity/developers/portal/states.ts"
import { noBrowser, openPage, violations } from "./browser.ts"
import { pagesOrigin, servePages } from "./pageServer.ts"

if (noBrowser !== null) console.warn(`The states of pages are not tested: ${noBrowser}.`)

const closed = { ...app, passwordEnabled: false, emailCodeEnabled: false, selfRegistration: false }

const consoleOrigin = "http://localhost:8787"

type States = ReadonlyArray<readonly [string, HttpServerResponse.HttpServerResponse]>
/** Each in the browsers in which it differs. */
const worlds: ReadonlyArray<readonly [name: string, states: States, scripted: ReadonlyArray<boolean>]> = [
  ["an app with every way", statesOf(app, "en"), [true, false]],
  ["an app with a provider alone", statesOf(closed, "de"), [false]],
  ["an app with no way", statesOf({ ...closed, providers: [] }, "en"), [false]],
  ["the portal", portalStatesOf("en", consoleOrigin), [true]],
  ["the portal in German", portalStatesOf("de", consoleOrigin), [false]]
]

/** What a person sees that can be done: where links and forms lead, the main acts, and whether the tab may be closed. */
const seenOf = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const main = document.querySelector("main")!
    const seen = (selector: string) => [...main.querySelectorAll<HTMLElement>(selector)].filter(isSeen)
    const links = seen("a[href]:not([download])").map((link) => (link as HTMLAnchorElement).href)
    const sends = seen("form button:not([type=button], :disabled)").length
    return {
      ways: links.filter((link) => link !== location.href && !link.endsWith("#")).length + sends,
      main: seen("button.first, a.button:not(.second)").map((act) => act.innerText),
      ended: /You can close this tab|Sie können diesen Tab schließen/.test(main.innerText),
      title: seen("h1").length,
      brand: document.querySelector<HTMLElement>(".brand")!.innerText.trim() !== "" || document.images.length > 0,
      empty: seen("p, form, .ways, .row").filter((part) => part.getBoundingClientRect().height === 0).length,
      divider: seen(".or").filter(
        (line) =>
          !seen("button, a.button").some((act) => line.compareDocumentPosition(act) & Node.DOCUMENT_POSITION_FOLLOWING)
      ).length
    }
  })

describe("every state of a page", () => {
  for (const [world, states, scripted] of worlds) {
    for (const javaScriptEnabled of scripted) {
      it.live.skipIf(noBrowser !== null)(
        `every state of a page leads on, with one main act: ${world}, ${javaScriptEnabled ? "with" : "without"} a script`,
        () =>
          Effect.gen(function* () {
            const { errors, page } = yield* openPage(pagesOrigin, { javaScriptEnabled })
            yield* Effect.promise(async () => {
              await servePages(page, new Map(states))
              for (const [state] of states) {
                await page.goto(`${pagesOrigin}/${state}`)
                const { ended, main, ways, ...rest } = await seenOf(page)
                assert.deepStrictEqual(rest, { title: 1, brand: true, empty: 0, divider: 0 }, state)
                assert.isTrue(ways > 0 || ended, `${state} leads nowhere`)
                assert.isAtMost(main.length, 1, `${state}: ${main.join(", ")}`)
              }
            })
            assert.deepStrictEqual(
              errors.filter((error) => !/the server responded with a status of [45]/.test(error)),
              []
            )
          }).pipe(Effect.scoped),
        300_000
      )
    }
  }

  it.live.skipIf(noBrowser !== null)(
    "every state of a page of the portal can be read by everybody, in the light and in the dark",
    () =>
      Effect.gen(function* () {
        for (const colorScheme of ["light", "dark"] as const) {
          const { page } = yield* openPage(pagesOrigin, { colorScheme, viewport: { width: 390, height: 844 } })
          const states = portalStatesOf(colorScheme === "light" ? "en" : "de", consoleOrigin)
          yield* Effect.promise(() => servePages(page, new Map(states)))
          for (const [state] of states) {
            yield* Effect.promise(() => page.goto(`${pagesOrigin}/${state}`))
            const rules = colorScheme === "dark" ? ["color-contrast"] : undefined
            assert.deepStrictEqual(yield* violations(page, rules), [], state)
          }
        }
      }).pipe(Effect.scoped),
    600_000
  )
})
