/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { mkdir, readFile } from "node:fs/promises"
import type { Page } from "playwright-core"
import { noBrowser, violations } from "../../pages/browser.ts"
import { withoutMcpLimits } from "../../support/mcp.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { pagesClient, showCard } from "./host.ts"
import { aShownRobot } from "./world.ts"

if (noBrowser !== null) console.warn(`The looks of the robot card are not tested: ${noBrowser}.`)

/** Pictures of the card, for whoever wants to look at them. A JPEG may be given for its camera. */
const pictures = process.env.CARD_PICTURES
const photo = process.env.CARD_PHOTO

const looks = [
  ["light", "en-GB", 320],
  ["dark", "de-DE", 320],
  ["light", "de-DE", 480],
  ["dark", "en-GB", 800]
] as const

const longName = "Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltung 7"

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("the looks of the robot card", (it) => {
  const shown = it.effect.skipIf(noBrowser !== null)

  for (const [theme, locale, width] of looks) {
    shown(`the robot card is in order in ${theme} ${locale} at ${width} pixels`, () =>
      Effect.gen(function* () {
        const { bridge, client, endpoint, owner, robotId } = yield* aShownRobot()
        if (width === 320) {
          yield* call("PATCH", `/api/robots/${robotId}`, { as: owner.token, body: { name: longName } })
        }
        const official = yield* pagesClient(endpoint, client.access)
        const own =
          photo === undefined
            ? {}
            : {
                camera_snapshot: {
                  content: [
                    {
                      type: "image",
                      mimeType: "image/jpeg",
                      data: yield* Effect.promise(() => readFile(photo, "base64"))
                    }
                  ]
                }
              }
        const { errors, frame, window } = yield* showCard(official, {
          tool: "start_action",
          args: { robot_id: robotId, slug: "dock", params: { speed: 0.6 } },
          theme,
          locale,
          own,
          options: { viewport: { width, height: 900 } }
        })
        const { job_id } = yield* bridge.next("invoke")
        bridge.update({ id: job_id, slug: "dock" }, "running", { progress: 0.42 })
        yield* Effect.promise(async () => {
          await frame.getByText("42 %").waitFor()
          await frame.locator("meter").waitFor()
          const [command, preview] = locale === "de-DE" ? ["Was zu tun ist", "Vorschau"] : ["What to do", "Preview"]
          await frame.getByLabel(command).selectOption("reset")
          await frame.getByRole("button", { name: preview }).click()
          await frame.locator("pre").waitFor()
        })
        const lang = yield* Effect.promise(() => frame.evaluate(() => document.documentElement.lang))
        assert.strictEqual(lang, locale.slice(0, 2))
        assert.deepStrictEqual(yield* violations(frame as unknown as Page), [])
        const overflow = () =>
          frame.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
        assert.strictEqual(yield* Effect.promise(overflow), 0)
        if (pictures !== undefined) {
          yield* Effect.promise(async () => {
            await mkdir(pictures, { recursive: true })
            await window.screenshot({ path: `${pictures}/${theme}-${locale}-${width}.png`, fullPage: true })
          })
        }
        assert.deepStrictEqual(errors, [])
      })
    )
  }

  shown("the robot card is worked by keyboard alone", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, robotId } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const { frame, window } = yield* showCard(official, { tool: "describe_robot", args: { robot_id: robotId } })
      yield* Effect.promise(async () => {
        await frame.getByLabel("What to do").focus()
        await window.keyboard.type("und")
        await window.keyboard.press("Tab")
        await window.keyboard.press("Enter")
        await frame.getByText("Nothing is sent yet.").waitFor()
        const reached: Array<string> = []
        for (let press = 0; press < 4; press++) {
          reached.push(await frame.evaluate(() => document.activeElement?.textContent ?? ""))
          await window.keyboard.press("Tab")
        }
        assert.strictEqual(reached[0], "Preview")
        assert.includeMembers(reached, ["Run", "Stop"])
      })
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
    })
  )
})
