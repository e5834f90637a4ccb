/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { noBrowser } from "../pages/browser.ts"
import { eventually } from "../robots/jobs/world.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { chooseAt, fromPalette, pressAt, tabTo, typeAt, waits, withoutPointer } from "./support/byKeyboard.ts"
import { aConfigPage, openAs, rover, ServiceWithConsole, textIn } from "./support/configPage.ts"
import { aFullFleet } from "./support/everybody.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const dialogOf = (page: Page) => page.locator("dialog[open]")
const isClosed = (page: Page) => dialogOf(page).waitFor({ ...waits, state: "detached" })

describe.skipIf(noBrowser !== null)(`each act by keys alone${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "180 seconds" })((it) => {
    it.effect("of the list of robots, the account and the way out", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        for (const name of ["arm-1", "arm-2", "rover-10"]) {
          const { robot } = yield* makeRobot(owner.caller, name)
          yield* call("PUT", `/api/robots/${robot.id}/config/draft`, { as: owner.token, body: { source: rover } })
        }
        const { errors, page } = yield* openAs(owner, "/robots", { reducedMotion: "reduce" })
        const row = (name: string) => page.getByRole("link", { name, exact: true })
        const bar = page.getByRole("region", { name: "Selected robots" })
        yield* Effect.promise(async () => {
          await withoutPointer(page)
          await row("arm-1").waitFor(waits)
          // Sort, filter, columns.
          await pressAt(page, page.getByRole("button", { name: "Name", exact: true }))
          await page.locator('th[aria-sort="descending"]').waitFor(waits)
          await typeAt(page, page.getByRole("combobox", { name: "Filter" }), "name:arm")
          await row("rover-10").waitFor({ ...waits, state: "detached" })
          await pressAt(page, page.getByRole("button", { name: "Columns" }))
          await typeAt(page, dialogOf(page).getByRole("textbox"), "battery")
          await page.keyboard.press("Enter")
          await page.getByRole("columnheader", { name: "battery" }).waitFor(waits)
          await isClosed(page)
          // A filter under a name.
          await pressAt(page, page.getByRole("button", { name: "Saved views" }))
          await typeAt(page, dialogOf(page).getByRole("textbox"), "Arms")
          await pressAt(page, dialogOf(page).getByRole("button", { name: "Save this view" }))
          await dialogOf(page).getByRole("link", { name: "Arms" }).waitFor(waits)
          await page.keyboard.press("Escape")
          await isClosed(page)
          // A look beside the list, and away again.
          await tabTo(page, row("arm-1"))
          await page.keyboard.press(" ")
          await page.getByRole("complementary", { name: "A look at arm-1" }).waitFor(waits)
          await page.keyboard.press("Escape")
          await page.getByRole("complementary").waitFor({ ...waits, state: "detached" })
          // Both rows, and an act on them.
          await pressAt(page, page.getByRole("checkbox", { name: /^Select all/ }), " ")
          await bar.getByText("2 selected").waitFor(waits)
          await pressAt(page, bar.getByRole("button", { name: /^Publish drafts/ }))
          await pressAt(page, dialogOf(page).getByRole("button", { name: "Publish 2 drafts" }))
          await dialogOf(page).getByText("Done: 2 robots.").waitFor(waits)
          await page.keyboard.press("Escape")
          await isClosed(page)
          await chooseAt(page, bar.getByRole("button", { name: "More acts" }), "Delete")
          await dialogOf(page).getByRole("heading").first().waitFor(waits)
          await page.keyboard.press("Escape")
          await isClosed(page)
          // Calls of the page, its account, and out.
          await pressAt(page, page.getByRole("button", { name: /^Show me the API/ }), " ")
          await pressAt(page, dialogOf(page).getByRole("button", { name: "curl" }))
          await page.keyboard.press("Escape")
          await isClosed(page)
          await fromPalette(page, "Dark theme")
          await page.locator("html[data-theme=dark]").waitFor(waits)
          await pressAt(page, page.getByRole("button", { name: /Account and preferences/ }).first())
          await pressAt(page, dialogOf(page).getByRole("button", { name: "Sign out" }))
          await page.waitForURL(/oauth/, waits)
        })
        assert.deepStrictEqual(
          errors.filter((error) => /pointer/.test(error)),
          []
        )
      })
    )

    it.effect("of the live page: run, cancel, stop, and a card's menu", () =>
      Effect.gen(function* () {
        const fleet = yield* aFullFleet
        const { bridge, owner, robot } = fleet
        const { errors, page } = yield* openAs(owner, `/robots/${robot.id}`, { reducedMotion: "reduce" })
        const card = (slug: string) => page.getByRole("region", { name: slug, exact: true })
        yield* Effect.promise(async () => {
          await withoutPointer(page)
          await pressAt(page, card("undock").getByRole("button", { name: /^Cancel/ }))
        })
        yield* bridge.next("cancel")
        yield* Effect.promise(() => pressAt(page, card("dock").getByRole("button", { name: /^Run dock/ })))
        const asked = yield* bridge.next("invoke")
        assert.strictEqual(asked.slug, "dock")
        yield* Effect.promise(async () => {
          await chooseAt(page, card("battery").getByRole("button", { name: "More about battery" }), "Show as a table")
          await card("battery").getByRole("table").waitFor(waits)
          await page.keyboard.press("Escape")
          await pressAt(page, page.getByRole("button", { name: /^Stop/ }))
        })
        yield* bridge.next("cancel")
        assert.deepStrictEqual(
          errors.filter((error) => /pointer/.test(error)),
          []
        )
      })
    )

    it.effect("of a configuration: rename everywhere, and publish", () =>
      Effect.gen(function* () {
        const { box, developer, page, path } = yield* aConfigPage()
        yield* Effect.promise(async () => {
          await tabTo(page, box)
          await withoutPointer(page)
          for (let line = 0; line < 14; line++) await page.keyboard.press("ArrowDown")
          for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight")
          await page.keyboard.press("F2")
          await typeAt(page, dialogOf(page).getByRole("textbox"), "place_x")
          await page.keyboard.press("Enter")
          await isClosed(page)
          assert.include(await textIn(page), "  place_x:")
          await page.keyboard.press("Control+Enter")
        })
        yield* eventually(
          Effect.map(call("GET", `${path}/config/versions`, { as: developer.token }), ({ body }) =>
            JSON.stringify(body)
          ),
          (body) => body.includes('"version":2')
        )
      })
    )
  })
})
