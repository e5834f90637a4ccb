/// <reference lib="dom" />
import { describe, expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { noBrowser } from "../pages/browser.ts"
import { longSlug } from "./support/badDays.ts"
import { fromPalette, waits } from "./support/byKeyboard.ts"
import { openAs, ServiceWithConsole } from "./support/configPage.ts"
import { aFullFleet } from "./support/everybody.ts"
import { goTo, settled } from "./support/fits.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

/** Without what differs from run to run: identifiers, people, times and measured numbers. */
const steady = (tree: string) =>
  tree
    .replaceAll(longSlug, "LONG_SLUG")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}/g, "ID")
    .replace(/\S+@\S+\.\w+/g, "PERSON")
    .replace(/Org \w+/g, "ORGANISATION")
    .replace(/\d{1,2} \w{3,9} \d{4},? ?/g, "DAY ")
    .replace(/\d{2}:\d{2}(?::\d{2})?/g, "TIME")
    .replace(/(?:< ?)?\d+(?:\.\d+)?[ \u202f\u00a0](?:ms|s|min|h)\b(?: ago)?/g, "AGE")
    .replace(/\b(?:just now|now)\b/g, "AGE")
    // What a camera without a robot behind it says of its connection, and the round trip once it is known.
    .replace(/\w+ (?=640 × 480)/, "STATE ")
    .replace(/Live · AGE/g, "Live")
    // Of the first values some came before the page began to keep them.
    .replace(/between \S+ % and \S+ %/, "between LEAST and GREATEST")

const treeOf = async (page: Page, selector: string) => steady(await page.locator(selector).first().ariaSnapshot())

/** What a reader is told of a page, kept in a file that a person can read beside it. */
const keeps = (name: string, tree: string) =>
  expect(`${tree}\n`).toMatchFileSnapshot(join(import.meta.dirname, "trees", `${name}.txt`))

describe.skipIf(noBrowser !== null)(`what a screen reader is told${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "180 seconds" })((it) => {
    it.effect("of the list, a robot, its configuration and a dialog is what stands in the files", () =>
      Effect.gen(function* () {
        const fleet = yield* aFullFleet
        const { page } = yield* openAs(fleet.owner, "/nowhere", { reducedMotion: "reduce" })
        yield* Effect.promise(async () => {
          await settled(page)
          await goTo(page, `/robots/${fleet.robot.id}`)
          // The bridge is silent about its job: the page says so after a while, and goes on saying it.
          await page.getByRole("region", { name: "undock" }).getByText("Unknown").waitFor(waits)
          await page.getByRole("region", { name: "battery" }).getByText("21.5").first().waitFor(waits)
          await keeps("live", await treeOf(page, "main"))
          await goTo(page, "/robots")
          await page.getByRole("cell", { name: /\bms$/ }).waitFor(waits)
          await keeps("robots", await treeOf(page, "body"))
          await goTo(page, `/robots/${fleet.robot.id}/config`)
          await page.getByRole("textbox", { name: "Configuration" }).waitFor(waits)
          await page.getByText("Not checked against the robot").waitFor(waits)
          await page.getByText("Nothing is removed.").waitFor(waits)
          await keeps("config", await treeOf(page, "main"))
          await fromPalette(page, "Preferences")
          await page.getByRole("switch", { name: "Single letters as commands" }).waitFor(waits)
          await keeps("account", (await treeOf(page, "dialog[open]")).replace(/\n( +)- option "(?!this|UTC).*/g, ""))
        })
      })
    )
  })
})
