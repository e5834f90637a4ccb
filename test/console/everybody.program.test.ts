/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { noBrowser, violations } from "../pages/browser.ts"
import { effort } from "../support/effort.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { openAs, ServiceWithConsole } from "./support/configPage.ts"
import { addressesOf, aFullFleet, failing, namesOf } from "./support/everybody.ts"
import { goTo, misfits, movements, settled, untranslated } from "./support/fits.ts"
import { keptInForcedColours } from "./support/forcedColours.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const isNightly = effort === 2

/** From the narrowest phone to 4K. 720 is what 1440 becomes at 200 %. */
const widths = [320, 390, 720, 1024, 1440, 3840]
const wrongAt = Effect.fnUntraced(function* (page: Page, path: string, at: ReadonlyArray<number>) {
  const wrong: Array<string> = []
  for (const width of at) {
    yield* Effect.promise(() => page.setViewportSize({ width, height: width > 3000 ? 2160 : 900 }))
    for (const each of yield* Effect.promise(() => misfits(page))) wrong.push(`${path} at ${width}: ${each}`)
  }
  yield* Effect.promise(() => page.setViewportSize({ width: 1440, height: 900 }))
  return wrong
})

const axeAt = Effect.fnUntraced(function* (page: Page, path: string, rules?: ReadonlyArray<string>) {
  return (yield* violations(page, rules)).map((each) => `${path}: ${each}`)
})

/** In the other theme colours alone can be wrong. */
const bothThemes = Effect.fnUntraced(function* (page: Page, path: string) {
  const light = yield* axeAt(page, path)
  yield* Effect.promise(() => page.emulateMedia({ colorScheme: "dark" }))
  const dark = yield* axeAt(page, `${path} in the dark`, ["color-contrast"])
  yield* Effect.promise(() => page.emulateMedia({ colorScheme: "light" }))
  return [...light, ...dark]
})

const still: BrowserContextOptions = { reducedMotion: "reduce", colorScheme: "light" }

/** A page that asked for nothing yet. The others are gone to from there, as by links. */
const openConsole = Effect.fnUntraced(function* (
  person: Parameters<typeof openAs>[0],
  options: BrowserContextOptions,
  query = ""
) {
  const opened = yield* openAs(person, `/nowhere${query}`, options)
  yield* Effect.promise(() => settled(opened.page))
  return opened
})

/** Every `step`th of them, from the `first`. */
const each = <A>(all: ReadonlyArray<A>, step: number, first = 0) => all.filter((_, at) => at % step === first)

const keys = ["Control+k", "?", "."] as const

/** A dialog that a key opens and closes. */
const withDialog = Effect.fnUntraced(function* (page: Page, path: string, key: string) {
  yield* Effect.promise(async () => {
    await page.keyboard.press(key)
    await page.locator("dialog[open] h2").waitFor({ state: "attached" })
  })
  const wrong = [...(yield* axeAt(page, `${path} with ${key}`)), ...(yield* wrongAt(page, path, [390]))]
  yield* Effect.promise(async () => {
    await page.keyboard.press("Escape")
    await page.locator("dialog[open]").waitFor({ state: "detached" })
  })
  return wrong
})

const hasHeading = Effect.fnUntraced(function* (page: Page, path: string) {
  assert.match(yield* Effect.promise(() => page.title()), /^(?:▲ \d+ )?\S.* – Org \w+$/, path)
  assert.strictEqual(yield* Effect.promise(() => page.locator("h1").count()), 1, path)
})

/** What a page asked for and was refused is written by the browser; a part of /dev/design has a fault by intent. */
const own = (errors: ReadonlyArray<string>) =>
  errors.filter((error) => !/Failed to load resource|This part has a fault/.test(error))

describe.skipIf(noBrowser !== null)(`each route of the console${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "10 minutes" })((it) => {
    // At night each thing is tried at each route, below. In brief: each route once, in one theme and in longer words.
    it.effect("takes the focus to its heading, fits, speaks from the catalogues, and has no finding of axe", () =>
      Effect.gen(function* () {
        const fleet = yield* aFullFleet
        const paths = addressesOf(fleet)
        const { errors, page } = yield* openConsole(fleet.owner, still, "?pseudo")
        const wrong: Array<string> = []
        for (const [at, path] of paths.entries()) {
          yield* Effect.promise(() => page.emulateMedia({ colorScheme: at % 2 === 0 ? "light" : "dark" }))
          yield* Effect.promise(() => goTo(page, path))
          yield* hasHeading(page, path)
          wrong.push(...(yield* axeAt(page, path)), ...(yield* wrongAt(page, path, at % 2 === 0 ? [390] : [390, 1024])))
          const said = yield* Effect.promise(() => untranslated(page, namesOf(fleet)))
          wrong.push(...said.map((text) => `${path}: ${text}`))
          if (at % 6 === 2) wrong.push(...(yield* withDialog(page, path, keys[(at - 2) / 6]!)))
          if (at % 5 === 3) wrong.push(...(yield* Effect.promise(() => movements(page))))
        }
        yield* Effect.promise(() => page.emulateMedia({ forcedColors: "active" }))
        for (const path of each(paths, 8)) {
          yield* Effect.promise(() => goTo(page, path))
          wrong.push(...(yield* Effect.promise(() => keptInForcedColours(page))))
        }
        assert.deepStrictEqual(own(errors), [])
        const failed = yield* openConsole(fleet.owner, still)
        for (const [first, status] of [500, 403].entries()) {
          yield* Effect.promise(() => failing(failed.page, status))
          for (const path of each(paths, 8, first)) {
            yield* Effect.promise(() => goTo(failed.page, path))
            wrong.push(...(yield* axeAt(failed.page, `${path} with ${status}`)))
          }
        }
        assert.deepStrictEqual(wrong, [])
      })
    )

    if (!isNightly) return

    it.effect(
      "has no finding of axe in both themes, a heading with the focus and a title; it fits and stands still",
      () =>
        Effect.gen(function* () {
          const fleet = yield* aFullFleet
          const { errors, page } = yield* openConsole(fleet.owner, still)
          const wrong: Array<string> = []
          for (const path of addressesOf(fleet)) {
            yield* Effect.promise(() => goTo(page, path))
            yield* hasHeading(page, path)
            wrong.push(...(yield* bothThemes(page, path)))
            wrong.push(...(yield* wrongAt(page, path, widths)))
            for (const each of yield* Effect.promise(() => movements(page))) wrong.push(`${path}: ${each}`)
          }
          assert.deepStrictEqual(wrong, [])
          assert.deepStrictEqual(own(errors), [])
        })
    )

    it.effect("has no finding of axe where there is nothing yet, and fits", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        const { page } = yield* openConsole(owner, still)
        const wrong: Array<string> = []
        const check = function* (paths: ReadonlyArray<string>) {
          for (const path of paths) {
            yield* Effect.promise(() => goTo(page, path))
            wrong.push(...(yield* bothThemes(page, path)), ...(yield* wrongAt(page, path, [390, 1024])))
          }
        }
        const none = { robot: { id: "00000000-0000-4000-8000-000000000000" }, run: "none" }
        yield* Effect.gen(() => check(addressesOf(none).filter((path) => !path.includes("-4000-"))))
        const { robot } = yield* makeRobot(owner.caller, "unseen")
        yield* Effect.gen(() => check(addressesOf({ robot, run: "none" }).filter((path) => path.includes(robot.id))))
        assert.deepStrictEqual(wrong, [])
      })
    )

    for (const status of [500, 403])
      it.effect(`has no finding of axe while the service answers ${status}, and says so`, () =>
        Effect.gen(function* () {
          const fleet = yield* aFullFleet
          const { page } = yield* openConsole(fleet.owner, still)
          yield* Effect.promise(() => failing(page, status))
          const wrong: Array<string> = []
          for (const path of addressesOf(fleet)) {
            yield* Effect.promise(() => goTo(page, path))
            wrong.push(...(yield* bothThemes(page, path)), ...(yield* wrongAt(page, path, [390, 1440])))
          }
          assert.deepStrictEqual(wrong, [])
        })
      )

    it.effect("has no finding of axe with a dialog open, which a key opens and closes", () =>
      Effect.gen(function* () {
        const fleet = yield* aFullFleet
        const { page } = yield* openConsole(fleet.owner, still)
        const wrong: Array<string> = []
        for (const path of addressesOf(fleet)) {
          yield* Effect.promise(() => goTo(page, path))
          for (const key of keys) wrong.push(...(yield* withDialog(page, path, key)))
        }
        assert.deepStrictEqual(wrong, [])
      })
    )

    it.effect("shows the focus, states and Stop in forced colours", () =>
      Effect.gen(function* () {
        const fleet = yield* aFullFleet
        const { page } = yield* openConsole(fleet.owner, { ...still, forcedColors: "active" })
        const wrong: Array<string> = []
        for (const path of addressesOf(fleet)) {
          yield* Effect.promise(() => goTo(page, path))
          for (const each of yield* Effect.promise(() => keptInForcedColours(page))) wrong.push(`${path}: ${each}`)
        }
        assert.deepStrictEqual(wrong, [])
      })
    )

    it.effect("fits in German", () =>
      Effect.gen(function* () {
        const fleet = yield* aFullFleet
        const { page } = yield* openConsole(fleet.owner, { ...still, locale: "de-DE" })
        const wrong: Array<string> = []
        for (const path of addressesOf(fleet)) {
          yield* Effect.promise(() => goTo(page, path))
          wrong.push(...(yield* wrongAt(page, path, widths)))
        }
        assert.deepStrictEqual(wrong, [])
      })
    )

    it.effect("says nothing that no catalogue has, and fits with 40 % more letters", () =>
      Effect.gen(function* () {
        const fleet = yield* aFullFleet
        const { page } = yield* openConsole(fleet.owner, still, "?pseudo")
        const wrong: Array<string> = []
        for (const path of addressesOf(fleet)) {
          yield* Effect.promise(() => goTo(page, path))
          const said = yield* Effect.promise(() => untranslated(page, namesOf(fleet)))
          wrong.push(...said.map((each) => `${path}: ${each}`))
          wrong.push(...(yield* wrongAt(page, path, widths)))
        }
        assert.deepStrictEqual(wrong, [])
      })
    )
  })
})
