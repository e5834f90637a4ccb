/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser, violations } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { openAs, ServiceWithConsole } from "./support/configPage.ts"
import { cardOf, valueOf } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }

const slugs = ["battery", "charge", "current", "heat", "load", "power", "speed"]

/** Seven numbers with two decimals and a camera, and nothing to drive. */
const source = `platform: 1
datapoints:
${slugs
  .map(
    (slug) =>
      `  ${slug}: { topic: /${slug}, type: std_msgs/msg/Float32, field: data, numeric: { unit: "%", decimals: 2 } }`
  )
  .join("\n")}
cameras:
  front:
    source: { kind: ros, topic: /front, type: sensor_msgs/msg/Image }
    width: 320
    height: 240
    fps: 10
    bitrate_kbps: 500
    snapshot_interval_seconds: 5
`

const aRobot = Effect.gen(function* () {
  const { owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
  yield* publish(owner.caller, robot.id, source)
  const bridge = yield* connectBridge(token)
  bridge.send({ type: "datapoint", slug: "battery", value: 72.4, timestamp_ms: Date.now() })
  return { owner, robot }
})

describe.skipIf(noBrowser !== null)(`values with decimals, and cards around a camera${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("offers what robots publish as columns, by keyboard too, and writes each value with its decimals", () =>
      Effect.gen(function* () {
        const { owner } = yield* aRobot
        const { errors, page } = yield* openAs(owner, "/robots")
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Columns" }).click(waits)
          const dialog = page.getByRole("dialog", { name: "Columns" })
          const battery = dialog.getByRole("checkbox", { name: /^battery.*%.*1 of 1 robot/ })
          await battery.focus(waits)
          await page.keyboard.press("Space")
          const typed = dialog.getByRole("textbox", { name: /^Live values by slug/ })
          assert.strictEqual(await typed.inputValue(), "battery")
          for (const slug of slugs.slice(1, 6))
            await dialog.getByRole("checkbox", { name: new RegExp(`^${slug}`) }).click()
          await dialog.getByText("Six columns are chosen").waitFor(waits)
          assert.isTrue(await dialog.getByRole("checkbox", { name: /^speed/ }).isDisabled())
        })
        assert.deepStrictEqual(yield* violations(page), [])
        yield* Effect.promise(async () => {
          await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click()
          await page.waitForURL(/cols=battery/)
          await page.locator(".robots-live .value", { hasText: /^72\.40\u202f%$/ }).waitFor(waits)
        })
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("lets the cards flow around a camera that nothing is driven by, and leaves nothing white below it", () =>
      Effect.gen(function* () {
        const { owner, robot } = yield* aRobot
        const { page } = yield* openAs(owner, `/robots/${robot.id}`)
        yield* Effect.promise(async () => {
          await valueOf(page, "battery").filter({ hasText: "72.40" }).waitFor(waits)
          const camera = await page.locator(".camera").boundingBox()
          const boxes = await Promise.all(slugs.map((slug) => cardOf(page, slug).boundingBox()))
          const beside = boxes.filter(
            (box) => box!.y < camera!.y + camera!.height && box!.x > camera!.x + camera!.width
          )
          const below = boxes.filter(
            (box) => box!.y >= camera!.y + camera!.height && box!.x < camera!.x + camera!.width
          )
          assert.lengthOf(beside, 4)
          assert.lengthOf(below, 2)
          // On a phone they stand in one column.
          await page.setViewportSize({ width: 390, height: 844 })
          const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
          assert.isAtMost(widths[0]!, widths[1]!)
        })
      })
    )
  })
})
