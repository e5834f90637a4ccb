/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { eventually } from "../robots/jobs/world.ts"
import { call } from "../support/wire.ts"
import { fitsEverywhere } from "./support/badDays.ts"
import { allowBlind, aRover, AtAddress, drive, letGo, padOf, phaseIs, press, waits } from "./support/rover.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`driving a robot from its page${note}`, () => {
  layer(AtAddress, { excludeTestServices: true })((it) => {
    it.effect("drives by a held key, and the robot stops when it is let go, blurred, stopped or cut off", () =>
      Effect.gen(function* () {
        const rover = yield* aRover
        const { console, errors, page, stands, x } = rover
        yield* allowBlind(page)
        const name = yield* Effect.promise(() => padOf(page).getByRole("button").first().textContent())
        assert.match(name!, /^Forward/)
        yield* drive(rover)
        yield* letGo(page)
        yield* stands

        yield* drive(rover)
        yield* Effect.promise(() => page.evaluate(() => window.dispatchEvent(new Event("blur"))))
        // The key is still down, and goes on repeating.
        yield* Effect.promise(() => page.keyboard.down("w"))
        yield* stands
        yield* letGo(page)

        yield* drive(rover)
        yield* Effect.promise(() => page.keyboard.press("Escape"))
        yield* stands
        yield* letGo(page)
        const report = page.getByText(/^Stopped\./).first()
        yield* Effect.promise(() => report.waitFor(waits))
        assert.deepStrictEqual(errors, [])

        yield* drive(rover)
        console.cut()
        yield* stands
        yield* phaseIs(page, "locked")
        yield* letGo(page)
        const there = yield* x
        console.mend()
        yield* Effect.promise(() => page.locator(".drive-sentence", { hasNotText: "No link" }).waitFor(waits))
        yield* stands
        assert.closeTo(yield* x, there, 0.01)
      })
    )

    it.effect("drives by a gamepad while its shoulder button is held, and stops when the gamepad is gone", () =>
      Effect.gen(function* () {
        const { page, stands, x } = yield* aRover
        yield* allowBlind(page)
        /** Shows the page a gamepad with the left stick ahead; null: it is gone. */
        const shows = (isHeld: boolean | null) =>
          Effect.promise(() =>
            page.evaluate((held) => {
              const buttons = Array.from({ length: 6 }, (_, index) => ({ pressed: held === true && index === 4 }))
              const pads = held === null ? [] : [{ connected: true, axes: [0, -1, 0, 0], buttons }]
              Object.defineProperty(navigator, "getGamepads", { value: () => pads, configurable: true })
              window.dispatchEvent(new Event(held === null ? "gamepaddisconnected" : "gamepadconnected"))
            }, isHeld)
          )
        const from = yield* x
        yield* shows(false)
        yield* Effect.promise(() => page.getByText(/^Gamepad: hold a shoulder button/).waitFor(waits))
        yield* eventually(
          Effect.gen(function* () {
            // On a slow machine the pad lets go by itself, and only a new press goes on.
            if ((yield* Effect.promise(() => padOf(page).getAttribute("data-phase"))) !== "held") {
              yield* shows(false)
              yield* Effect.sleep(100)
              yield* shows(true)
            }
            return Math.abs((yield* x) - from) > 0.05
          }),
          (is) => is
        )
        yield* shows(null)
        yield* stands
        yield* Effect.promise(() => page.locator('.drive-pad:not([data-phase="held"])').waitFor(waits))
        // It comes back with the button still held.
        yield* shows(true)
        yield* Effect.sleep(500)
        assert.notStrictEqual(yield* Effect.promise(() => padOf(page).getAttribute("data-phase")), "held")
      })
    )

    it.effect("lets the robot stop by itself when the network is gone without a word", () =>
      Effect.gen(function* () {
        const rover = yield* aRover
        const { console, page, stands } = rover
        yield* allowBlind(page)
        yield* drive(rover)
        console.freeze()
        yield* stands
        yield* Effect.promise(() => page.locator('.drive-pad:not([data-phase="held"])').waitFor(waits))
        yield* letGo(page)
      })
    )

    it.effect("drives by the picture alone while that is fresh, and says how old it is when it is not", () =>
      Effect.gen(function* () {
        const { page, x } = yield* aRover
        const before = yield* x
        yield* Effect.promise(async () => {
          await page.locator(".camera-age", { hasText: /old$/ }).waitFor(waits)
          await page.getByRole("button", { name: "Pause" }).click()
          await page.locator('.drive-pad[data-phase="no_picture"]').waitFor(waits)
          await padOf(page).getByRole("button").first().focus()
          await page.keyboard.down("w")
          await page.waitForTimeout(700)
          await page.keyboard.up("w")
        })
        assert.strictEqual(yield* x, before)
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Play" }).click()
          // How quick pictures are is up to the machine: either they are fresh, or the pad says that they are not.
          const pad = page.locator('.drive-pad[data-phase="ready"]')
          await pad
            .or(page.locator(".drive-sentence", { hasText: /^(?:Picture is .* old|The picture is coming back)/ }))
            .first()
            .waitFor(waits)
          await fitsEverywhere(page)
        })
      })
    )

    it.effect("waits while somebody else drives, and says so", () =>
      Effect.gen(function* () {
        const { developer, page, path } = yield* aRover
        const hold = call("POST", `${path}/publishers/drive`, {
          as: developer.token,
          body: { message: { forward: 0, turn: 0 } }
        })
        yield* allowBlind(page)
        yield* hold
        yield* Effect.forkScoped(Effect.forever(Effect.delay(hold, 500)))
        const says = page.locator(".drive-sentence", { hasText: /^(?:Held by somebody else|Somebody else drives)/ })
        yield* eventually(
          Effect.gen(function* () {
            yield* press(page)
            return (yield* Effect.promise(() => says.count())) > 0
          }),
          (is) => is
        )
        yield* letGo(page)
      })
    )
  })
})
