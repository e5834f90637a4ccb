/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { waits } from "./support/badDays.ts"
import { openAs, ServiceWithConsole } from "./support/configPage.ts"
import { addressesOf } from "./support/everybody.ts"
import { goTo, misfits, settled } from "./support/fits.ts"
import { aForeignFleet, allWriters, foreignTextsOn } from "./support/foreignTexts.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`text of robots, users and agents${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "180 seconds" })((it) => {
    it.effect("is text on every page, turns nothing round, stands apart, and fits a phone at its longest", () =>
      Effect.gen(function* () {
        const fleet = yield* aForeignFleet
        const { errors, page } = yield* openAs(fleet.owner, "/nowhere", { viewport: { width: 390, height: 844 } })
        yield* Effect.promise(() => settled(page))
        const wrong: Array<string> = []
        const seen = new Set<string>()
        const look = async (path: string) => {
          const found = await foreignTextsOn(page)
          for (const writer of found.seen) if (allWriters.includes(writer)) seen.add(writer)
          wrong.push(...found.wrong.map((each) => `${path}: ${each}`))
          wrong.push(...(await misfits(page)).map((each) => `${path}: ${each}`))
        }
        for (const path of addressesOf(fleet)) {
          fleet.say()
          yield* Effect.promise(async () => {
            await goTo(page, path)
            await look(path)
          })
        }
        yield* Effect.promise(async () => {
          await page.setViewportSize({ width: 1440, height: 900 })
          await goTo(page, `/robots?peek=${fleet.robot.id}`)
          await look("peek")
          await page.keyboard.press("Control+k")
          await page.keyboard.type("img")
          await page.getByRole("option").first().waitFor(waits)
          await look("palette")
        })
        assert.deepStrictEqual(wrong, [])
        assert.sameMembers([...seen], [...allWriters])
        assert.deepStrictEqual(
          errors.filter((error) => !/Failed to load resource|This part has a fault/.test(error)),
          []
        )
      })
    )
  })
})
