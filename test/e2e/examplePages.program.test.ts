/// <reference lib="dom" />
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { drawingBrowser, noBrowser, openPage, violations } from "../pages/browser.ts"
import { migratedData } from "../support/Database.ts"
import { startDemo } from "./support/server.ts"
import { until } from "./support/until.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const seconds = 120

/** The folder for pictures to be looked at, where one is named. */
const pictures = process.env["EXAMPLE_PICTURES"]

/** The part of the page in which the body stands; kept under the name where a folder for it is given. */
const pictureOf = (page: Page, name: string) =>
  Effect.promise(async () => {
    const bytes = await page.locator("#canvas").screenshot()
    if (pictures !== undefined) writeFileSync(`${pictures}/${name}.png`, await page.screenshot())
    return bytes
  })

/** How many of a hundred pixels two pictures have apart, decoded by the browser. */
const difference = (page: Page, left: Buffer, right: Buffer) =>
  Effect.promise(() =>
    page.evaluate(
      async (both) => {
        const [a, b] = await Promise.all(
          both.map(async (text) => {
            const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
            const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
            const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!
            context.drawImage(image, 0, 0)
            return context.getImageData(0, 0, image.width, image.height).data
          })
        )
        let changed = 0
        for (let at = 0; at < a!.length; at += 4) {
          const apart = [0, 1, 2].some((colour) => Math.abs(a![at + colour]! - b![at + colour]!) > 24)
          if (apart) changed++
        }
        return (changed / (a!.length / 4)) * 100
      },
      [left.toString("base64"), right.toString("base64")]
    )
  )

const jointsOf = (page: Page) => Effect.promise(() => page.locator("#joints td").allTextContents())
const areKnown = (page: Page) =>
  until(
    "positions of joints",
    Effect.map(jointsOf(page), (cells) => cells.length > 0 && !cells.includes("–")),
    seconds
  )
const isLoaded = (page: Page, name: string) =>
  Effect.promise(() =>
    page
      .locator(`#stage[data-loaded="${name}"]`)
      .waitFor({ timeout: seconds * 1000 })
      .catch(async () => {
        throw new Error(`${name} is not loaded; the page says: ${await page.locator("#said").innerText()}`)
      })
  )

describe(`the example pages of the demo${note}`, () => {
  it.live.skipIf(noBrowser !== null)(
    "sign in by the printed address, and show the robots' bodies, which move as the robots do",
    () =>
      Effect.gen(function* () {
        const { child, demo } = yield* startDemo(yield* migratedData)
        const address = /Examples +(\S+)/.exec(child.output())![1]!
        assert.include(address, demo.app_user.password)
        const origin = new URL(address).origin
        const options = { viewport: { width: 1000, height: 640 } }
        const { errors, page } = yield* openPage(origin, options, drawingBrowser)
        yield* Effect.promise(() => page.goto(address, { timeout: seconds * 1000 }))
        yield* Effect.promise(() => page.locator("#example").waitFor())
        assert.notInclude(page.url(), demo.app_user.password)
        assert.deepStrictEqual(yield* violations(page), [])

        yield* Effect.promise(() => page.getByRole("link", { name: "Model" }).click())
        const choice = page.getByLabel("Robot", { exact: true })
        yield* Effect.promise(() => choice.selectOption({ label: "Rover" }))
        yield* isLoaded(page, "Rover")
        yield* areKnown(page)
        assert.deepStrictEqual(yield* violations(page), [])
        const still = yield* pictureOf(page, "rover")
        const before = yield* jointsOf(page)
        const ahead = page.getByRole("button", { name: "Ahead" })
        yield* Effect.promise(() => ahead.hover())
        yield* Effect.promise(() => page.mouse.down())
        yield* until(
          "wheels that turn",
          Effect.map(jointsOf(page), (cells) => cells.every((cell, at) => cell !== before[at])),
          seconds
        )
        yield* Effect.promise(() => page.mouse.up())
        assert.isAbove(yield* difference(page, still, yield* pictureOf(page, "rover driven")), 0.2)

        // Its files come while somebody looks.
        const arm = demo.robots.find(({ name }) => name === "Arm")!
        const files = (method: string, to = "") =>
          Effect.promise(() =>
            fetch(`${origin}/api/robots/${arm.id}/assets${to}`, {
              method,
              headers: { authorization: `Bearer ${demo.developer.access_token}`, "content-type": "application/json" },
              ...(method === "POST" && { body: JSON.stringify({ source: "bridge" }) })
            }).then(({ ok }) => ok)
          )
        yield* until("files that can be deleted", files("DELETE"), seconds)
        yield* Effect.promise(() => choice.selectOption({ label: "Arm" }))
        yield* Effect.promise(() => page.getByText("Arm has no model yet").waitFor())
        assert.deepStrictEqual(yield* jointsOf(page), [])
        assert.isTrue(yield* files("POST", "/sync"))
        yield* isLoaded(page, "Arm")
        yield* areKnown(page)
        const home = yield* pictureOf(page, "arm")
        const take = page.getByRole("button", { name: "Take an item" })
        const moved = yield* until(
          "an arm that looks different",
          Effect.gen(function* () {
            // It is back after three seconds, which a picture may take.
            yield* Effect.promise(() => take.click())
            return (yield* difference(page, home, yield* pictureOf(page, "arm moving"))) > 0.5
          }),
          seconds
        )
        assert.isTrue(moved)
        assert.deepStrictEqual(yield* violations(page), [])
        assert.deepStrictEqual(errors, [])
      }).pipe(Effect.scoped),
    600_000
  )
})
