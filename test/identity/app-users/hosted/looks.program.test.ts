/// <reference lib="dom" />
import { assert, describe, it } from "@effect/vitest"
import type { View } from "@fleet/server/identity/app-users/hosted/View"
import { Effect } from "effect"
import { mkdir } from "node:fs/promises"
import type { Page } from "playwright-core"
import { noBrowser, openPage, violations } from "../../../pages/browser.ts"
import { pagesOrigin, servePages } from "../../../pages/pageServer.ts"
import { app, statesOf } from "./states.ts"

if (noBrowser !== null) console.warn(`The looks of hosted pages are not tested: ${noBrowser}.`)

/** Pictures of every state in every look, for whoever wants to look at them. */
const pictures = process.env.PAGE_PICTURES

const svg = (width: number, height: number, fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${fill}"/><circle cx="${Math.min(width, height) / 2}" cy="${Math.min(width, height) / 2}" r="${Math.min(width, height) / 4}" fill="#fff"/></svg>`

const longName =
  "Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltung of the United Harbours and Container Terminals"

const looks: ReadonlyArray<readonly [string, View["app"], logo: string]> = [
  ["plain", app, ""],
  ["long", { ...app, name: longName, accent: "#fff3b0" }, ""],
  ["wide", { ...app, accent: "#0a0a0a", logoHash: "1" }, svg(900, 60, "#0a0a0a")],
  ["tall", { ...app, accent: "#808080", logoHash: "1" }, svg(60, 400, "#7a1fa2")],
  ["code", { ...app, passwordEnabled: false, accent: "#e4002b", logoHash: "1" }, svg(64, 64, "#e4002b")]
]

const all = looks.flatMap(([name, app, logo]) =>
  (["en", "de"] as const).flatMap((locale) =>
    (["light", "dark"] as const).map((scheme) => ({ name, app, logo, locale, scheme }))
  )
)
/** Each look, language and scheme at least once; all of them together for pictures. */
const chosen = ["plain en light", "long de dark", "wide en dark", "code de light"]
const shown = all.filter(
  ({ locale, name, scheme }) => pictures !== undefined || chosen.includes(`${name} ${locale} ${scheme}`)
)

/** What a page says to those who hear it or walk it by keyboard, and where it is wider than its window. */
const readOf = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id)
    const inputs = [...document.querySelectorAll<HTMLInputElement>("input:not([type=hidden], [hidden])")]
    const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    const narrow = wide()
    document.documentElement.style.fontSize = "200%"
    const zoomed = wide()
    document.documentElement.style.fontSize = ""
    const focused = document.activeElement!
    return {
      headings: document.querySelectorAll("h1").length,
      twice: ids.filter((id, at) => ids.indexOf(id) !== at),
      alerts: document.querySelectorAll("[role=alert]").length,
      heard: [focused, ...document.querySelectorAll(`#${focused.getAttribute("aria-describedby")?.split(" ").at(-1)}`)]
        .map((element) => element.getAttribute("role"))
        .includes("alert"),
      dangling: inputs.flatMap((input) =>
        (input.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id !== "" && !ids.includes(id))
      ),
      unnamed: inputs.filter(({ labels }) => labels?.length !== 1).length,
      filled: inputs.map(({ autocomplete, inputMode, name, type }) =>
        [name, type, autocomplete, inputMode].join(" ").trim()
      ),
      wide: [narrow, zoomed],
      moving: document.getAnimations().length
    }
  })

/** States that between them have every colour. */
const coloured = ["sign-in", "sign-in-wrong", "sign-up-short", "code-gone", "setup", "recovery", "done-app"]

/** What browsers and password managers are told of each field. */
const fields = [
  "email email username",
  "password password current-password",
  "password password new-password",
  "new_password password new-password",
  "code text one-time-code numeric",
  "recovery_code text off",
  "display_name text name"
]

describe("a state of a hosted page", () => {
  for (const { app, locale, logo, name, scheme } of shown) {
    it.live.skipIf(noBrowser !== null)(
      `a state of a hosted page looks, reads and zooms well: ${name} ${locale} ${scheme}`,
      () =>
        Effect.gen(function* () {
          const { errors, page } = yield* openPage(pagesOrigin, {
            colorScheme: scheme,
            viewport: { width: 320, height: 640 }
          })
          const states = new Map(statesOf(app, locale))
          yield* Effect.promise(() => servePages(page, states, { logo, accent: app.accent }))
          for (const [state, { status }] of states) {
            yield* Effect.promise(() => page.goto(`${pagesOrigin}/${state}`))
            if (pictures !== undefined) yield* Effect.promise(() => page.setViewportSize({ width: 320, height: 640 }))
            // A browser gives the focus when it draws.
            yield* Effect.promise(() =>
              page.waitForFunction(() => {
                const wanted = document.querySelector("[autofocus]")
                return wanted === null || wanted === document.activeElement
              })
            )
            const read = yield* Effect.promise(() => readOf(page))
            const { filled, heard, ...rest } = read
            const alerts = read.alerts
            const clean = { headings: 1, twice: [], alerts, dangling: [], unnamed: 0, wide: [0, 0], moving: 0 }
            assert.deepStrictEqual(rest, clean, state)
            assert.include([0, 1], alerts, state)
            if (alerts === 1) assert.isTrue(heard, state)
            for (const field of filled) assert.include(fields, field, state)
            assert.strictEqual(yield* Effect.promise(() => page.locator("html").getAttribute("lang")), locale)
            const title = yield* Effect.promise(() => page.title())
            assert.strictEqual(/^(?:Error|Fehler): /.test(title), status >= 400 || alerts === 1, state)
            const rules = name === "plain" ? undefined : ["color-contrast"]
            const measured = name === "plain" || coloured.includes(state)
            if (measured) assert.deepStrictEqual(yield* violations(page, rules), [], state)
            for (const width of pictures === undefined ? [] : [1440, 390]) {
              yield* Effect.promise(async () => {
                const folder = `${pictures}/${name}-${locale}-${scheme}-${width}`
                await mkdir(folder, { recursive: true })
                await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
                await page.screenshot({ path: `${folder}/${state}.png`, fullPage: true })
              })
            }
          }
          assert.deepStrictEqual(
            errors.filter((error) => !/the server responded with a status of 4/.test(error)),
            []
          )
        }).pipe(Effect.scoped),
      600_000
    )
  }
})
