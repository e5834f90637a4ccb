/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { readFile } from "node:fs/promises"
import { noBrowser, violations } from "../pages/browser.ts"
import { eventually } from "../robots/jobs/world.ts"
import { call } from "../support/wire.ts"
import { aPage, AtAddress, choose, fitsEverywhere, longSlug, send, waits } from "./support/badDays.ts"
import { cardOf } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`the cards of the live page${note}`, () => {
  layer(AtAddress, { excludeTestServices: true })((it) => {
    it.effect("pins, reads, tabulates, records and looks back at a card, and follows a call of somebody else", () =>
      Effect.gen(function* () {
        const { bridge, developer, errors, page, path, robot } = yield* aPage({ acceptDownloads: true })
        const first = () => page.locator(".live-card").first().getAttribute("data-slug")
        send(bridge, "odd", 0.1 + 0.2)
        send(bridge, "fast", 1)
        yield* Effect.promise(async () => {
          await cardOf(page, "odd").getByText("0.30").waitFor(waits)
          await choose(page, "silent", "Pin to the top")
          assert.strictEqual(await first(), "silent")
          await cardOf(page, "odd").getByRole("button", { name: "More about odd" }).focus()
          await page.keyboard.press("r")
          await page
            .locator("[data-spoken]", { hasText: /^odd: 0\.30 m\/s, / })
            .waitFor({ ...waits, state: "attached" })
          await choose(page, "odd", "Show as a table")
          await page.keyboard.press("Escape")
          const table = cardOf(page, "odd").getByRole("table")
          await table.getByText("0.30000000000000004").waitFor(waits)
          const saved = page.waitForEvent("download")
          await cardOf(page, "odd").getByRole("button", { name: "CSV" }).click()
          const file = await (await saved).path()
          assert.match(await readFile(file, "utf8"), /^time,odd\r\n\d{4}-.*Z,0\.30000000000000004\r\n$/)
          assert.deepStrictEqual(await Effect.runPromise(violations(page)), [])
        })
        // Twice, so that the newest is kept: what is recorded stands in the history.
        yield* Effect.promise(async () => {
          await choose(page, "fast", "History…")
          await page.waitForURL(/[?]card=fast&from=now-24h$/)
          const history = page.getByRole("region", { name: "History of fast" })
          await history.getByRole("button", { name: "1\u202fh", exact: true }).click()
          await page.waitForURL(/from=now-1h$/)
          await history.getByRole("button", { name: "Earlier" }).click()
          await page.waitForURL(/from=2.*to=2/)
          await history.getByText("Nothing was recorded in this time.").waitFor(waits)
          await page.reload()
          // Address and pin outlive the page.
          await history.getByText("Nothing was recorded in this time.").waitFor(waits)
          assert.strictEqual(await first(), "silent")
          await history.getByRole("button", { name: "1\u202fh", exact: true }).click()
        })
        yield* eventually(
          Effect.promise(async () => {
            const history = page.getByRole("region", { name: "History of fast" })
            await history.getByRole("button", { name: "1\u202fh", exact: true }).click()
            return (await history.getByRole("table").getByRole("row").count()) > 1
          }),
          (is) => is
        )
        yield* call("POST", `/api${path}/jobs/reset`, { as: developer.token, body: { params: {} } }).pipe(
          Effect.forkScoped
        )
        const asked = yield* bridge.next("invoke")
        yield* Effect.promise(() => cardOf(page, "reset").getByText(`started by ${developer.email}`).waitFor(waits))
        bridge.update({ id: asked.job_id, slug: "reset" }, "succeeded", {
          result: { success: true, message: "well" },
          timestamp_ms: Date.now()
        })
        yield* Effect.promise(async () => {
          await cardOf(page, "reset").getByText("Succeeded").waitFor(waits)
          await cardOf(page, "reset").getByText(`"well"`).waitFor(waits)
          await choose(page, "odd", "Alert on this…")
          await page.waitForURL(`**/robots/${robot.id}/alerts?slug=odd`)
          await page.goBack()
          await choose(page, "odd", "Record this…")
          await page.waitForURL(`**/robots/${robot.id}/config?record=odd`)
          await page.getByRole("button", { name: "Turn on retention" }).click()
          await page.waitForURL(`**/robots/${robot.id}/config`)
        })
        yield* eventually(
          Effect.map(call("GET", `/api${path}/config/draft`, { as: developer.token }), ({ body }) =>
            JSON.stringify(body)
          ),
          (body) => body.includes("retention: { enabled: true, interval_seconds: 300 }")
        )
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("sends while a button is held, at the failsafe's rate, and nothing after it", () =>
      Effect.gen(function* () {
        const { bridge, page, served } = yield* aPage()
        const publishes = () => bridge.frames.filter(({ type }) => type === "publish").length
        const hold = cardOf(page, "lamp").getByRole("button", { name: "Hold to send lamp" })
        /** Holds until three have come. */
        const held = Effect.gen(function* () {
          const before = publishes()
          yield* Effect.promise(async () => {
            await hold.focus()
            await page.keyboard.down(" ")
          })
          yield* eventually(Effect.sync(publishes), (count) => count >= before + 3)
        })
        const over = Effect.gen(function* () {
          yield* Effect.promise(() => page.locator(".hold-button[aria-pressed=false]").waitFor(waits))
          const count = publishes()
          yield* Effect.promise(() => page.waitForTimeout(600))
          assert.isAtMost(publishes() - count, 1)
          yield* Effect.promise(() => page.keyboard.up(" "))
        })
        yield* held
        yield* Effect.promise(() => page.keyboard.up(" "))
        yield* over
        yield* held
        yield* Effect.promise(() => page.evaluate(() => window.dispatchEvent(new Event("blur"))))
        yield* over
        yield* held
        yield* Effect.promise(() => page.keyboard.press("Escape"))
        yield* over
        yield* held
        served.cut()
        yield* over
      })
    )

    it.effect("fits from 320 px to 4K and at twice the size, with Stop in reach", () =>
      Effect.gen(function* () {
        const { bridge, page } = yield* aPage()
        send(bridge, "odd", 4)
        send(bridge, longSlug, "W".repeat(200))
        yield* Effect.promise(async () => {
          await cardOf(page, "odd").getByText("4.00").waitFor(waits)
          await choose(page, "odd", "Show as a table")
          await page.keyboard.press("Escape")
          await choose(page, "fast", "History…")
          await page.getByRole("region", { name: "History of fast" }).waitFor(waits)
          await fitsEverywhere(page)
        })
      })
    )
  })
})
