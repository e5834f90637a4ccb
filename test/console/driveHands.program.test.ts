/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { eventually, publish } from "../robots/jobs/world.ts"
import { allowBlind, aRover, AtAddress, drive, letGo, padOf, source, waits } from "./support/rover.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`hands on the pad${note}`, () => {
  layer(AtAddress, { excludeTestServices: true })((it) => {
    it.effect("drives by a pressed pointer and by a finger, tells how the link answers, and stops when they lift", () =>
      Effect.gen(function* () {
        const { page, stands, x } = yield* aRover
        yield* allowBlind(page)
        const forward = padOf(page).getByRole("button", { name: "Forward" })
        /** Where the button is now: a note above it may have come or gone. */
        const centre = async () => {
          const { height, width, x, y } = (await forward.boundingBox())!
          return { x: x + width / 2, y: y + height / 2 }
        }
        /** Presses again and again, as people do where a slow machine lets go. */
        const moves = Effect.fnUntraced(function* (down: () => Promise<unknown>, up: () => Promise<unknown>) {
          const from = yield* x
          yield* eventually(
            Effect.gen(function* () {
              const phase = yield* Effect.promise(() => padOf(page).getAttribute("data-phase"))
              if (phase !== "held" && phase !== "stopping") yield* Effect.promise(() => up().then(down))
              return Math.abs((yield* x) - from) > 0.02
            }),
            (is) => is
          )
          yield* Effect.promise(up)
          yield* stands
        })
        yield* Effect.promise(() => forward.scrollIntoViewIfNeeded())
        yield* moves(
          async () => {
            const { x, y } = await centre()
            await page.mouse.move(x, y)
            await page.mouse.down()
          },
          () => page.mouse.up()
        )
        yield* Effect.promise(() => page.locator(".drive-pulse", { hasText: /answered .* ago/ }).waitFor(waits))

        const session = yield* Effect.promise(() => page.context().newCDPSession(page))
        const touch = async (type: "touchStart" | "touchEnd") =>
          session.send("Input.dispatchTouchEvent", {
            type,
            touchPoints: type === "touchStart" ? [await centre()] : []
          })
        const scrolled = yield* Effect.promise(() => page.evaluate(() => scrollY))
        let isDown = false
        yield* moves(
          () => touch("touchStart").then(() => (isDown = true)),
          async () => {
            if (isDown) await touch("touchEnd")
            isDown = false
          }
        )
        // The page neither scrolls nor zooms under the fingers.
        assert.strictEqual(yield* Effect.promise(() => page.evaluate(() => scrollY)), scrolled)
        assert.strictEqual(
          yield* Effect.promise(() => forward.evaluate((button) => getComputedStyle(button).touchAction)),
          "none"
        )
      })
    )

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
