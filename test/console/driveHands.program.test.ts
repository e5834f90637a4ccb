/// <reference lib="dom" />
import { describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { allowBlind, aRover, AtAddress, drive, letGo, source, waits } from "./support/rover.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`hands on the pad${note}`, () => {
  layer(AtAddress, { excludeTestServices: true })((it) => {
    it.effect("lets go at a dialog, at a new configuration and when the page is left", () =>
      Effect.gen(function* () {
        const rover = yield* aRover
        const { owner, page, robot, stands } = rover
        yield* allowBlind(page)
        yield* drive(rover)
        yield* Effect.promise(async () => {
          await page.keyboard.up("Shift")
          await page.keyboard.press("Control+k")
          await page.getByRole("dialog").waitFor(waits)
        })
        yield* stands
        yield* Effect.promise(() => page.keyboard.press("Escape"))
        yield* letGo(page)

        yield* drive(rover)
        yield* publish(owner.caller, robot.id, `${source}\n# another version\n`)
        yield* stands
        yield* letGo(page)

        yield* drive(rover)
        yield* Effect.promise(() => page.getByRole("link", { name: "Jobs" }).last().click())
        yield* stands
        yield* letGo(page)
      })
    )
  })
})
