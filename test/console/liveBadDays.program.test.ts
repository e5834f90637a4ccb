/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import {
  aPage,
  AtAddress,
  choose,
  hours,
  longName,
  longSlug,
  markup,
  parameters,
  send,
  sideways,
  waits
} from "./support/badDays.ts"
import { cardOf } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

describe.skipIf(noBrowser !== null)(`the live page on a bad day${note}`, () => {
  layer(AtAddress, { excludeTestServices: true })((it) => {
    it.effect("shows any value for what it is, however large, fast, late or early it is", () =>
      Effect.gen(function* () {
        const { bridge, errors, page, served } = yield* aPage()
        const form = cardOf(page, "many")
        yield* Effect.promise(async () => {
          await page.getByRole("heading", { level: 1, name: longName.slice(0, 12) }).waitFor(waits)
          // The pattern would hang a page that tried it.
          await form.getByLabel(/^p0 string/).fill(`${"a".repeat(50)}!`)
          assert.strictEqual(await form.getByRole("textbox").count(), parameters.length)
        })
        send(bridge, "odd", null)
        send(bridge, "count", "-9223372036854775808")
        send(bridge, longSlug, markup)
        send(bridge, "blob", { data: "x".repeat(1_900_000), list: Array.from({ length: 9000 }, (_, index) => index) })
        send(bridge, "future", 7, Date.now() + hours)
        let at = 0
        const timer = setInterval(() => {
          for (let each = 0; each < 10; each++) send(bridge, "fast", at++ / 2, Date.now() + each / 10)
        }, 20)
        yield* Effect.promise(async () => {
          await cardOf(page, "odd").getByText("not a number").first().waitFor(waits)
          await cardOf(page, "count").getByText("-9223372036854775808").waitFor(waits)
          await cardOf(page, longSlug).getByText("<img src=x onerror=alert(1)>␣U+202Eevil").waitFor(waits)
          await cardOf(page, "blob").getByText("9000 items").waitFor(waits)
          await cardOf(page, "silent").getByText("No value yet.").waitFor(waits)
          await cardOf(page, "future").getByText("ahead of the clock").waitFor(waits)
          await cardOf(page, "fast").locator(".value-text", { hasText: /\d/ }).waitFor(waits)
          await cardOf(page, "fast").getByText(/Hz/).waitFor(waits)
        })
        // The whole of it, once it is asked for.
        yield* Effect.promise(async () => {
          await choose(page, "blob", "Raw value…")
          await page.getByRole("dialog").getByText("9000 items").waitFor(waits)
          await page.keyboard.press("Escape")
        })
        send(bridge, "odd", 1.5)
        send(bridge, "future", 8)
        yield* Effect.promise(async () => {
          await cardOf(page, "odd").getByText("1.50").waitFor(waits)
          await cardOf(page, "future").locator(".value-text", { hasText: /^8$/ }).waitFor(waits)
          assert.strictEqual(await page.locator('img[src="x"]').count(), 0)
        })
        clearInterval(timer)
        // Nothing that was typed went, and nothing that is old looks new.
        served.cut()
        yield* Effect.promise(async () => {
          await cardOf(page, "fast")
            .getByText(/^as of /)
            .waitFor(waits)
          await cardOf(page, "count")
            .getByText(/^as of /)
            .waitFor(waits)
          assert.strictEqual(await form.getByLabel(/^p0 string/).inputValue(), `${"a".repeat(50)}!`)
          await page.getByRole("button", { name: /^Stop/ }).click()
          await page.getByText("Not sent: no link. The robot's own failsafe acts after 500 ms").waitFor(waits)
        })
        served.mend()
        const own = errors.filter((each) => !/ERR_|WebSocket/.test(each))
        assert.deepStrictEqual(own, [])
      })
    )

    it.effect("runs an action of many parameters, and takes feedback of a hundred kilobytes", () =>
      Effect.gen(function* () {
        const { bridge, errors, page } = yield* aPage()
        const form = cardOf(page, "many")
        yield* Effect.promise(async () => {
          await form.getByLabel(/^p49 string/).fill("aaaa")
          await form.getByRole("button", { name: /^Run/ }).click()
        })
        const run = yield* bridge.next("invoke")
        assert.deepInclude(run.params as object, { p0: "a", p49: "aaaa" })
        const job = { id: run.job_id, slug: "many" }
        for (let turn = 0; turn < 20; turn++)
          bridge.update(job, "running", {
            progress: turn / 40,
            feedback: { turn, text: `${markup}${"y".repeat(100_000)}` },
            timestamp_ms: Date.now()
          })
        yield* Effect.promise(async () => {
          await form.getByText(/<img src=x onerror=alert\(1\)>␣U\+202Eevil/).waitFor(waits)
          await form.getByText("48 %").waitFor(waits)
          await form.getByRole("button", { name: /^Show all 100,\d{3} characters$/ }).waitFor(waits)
          assert.isAtMost(await sideways(page), 0)
        })
        bridge.update(job, "failed", {
          error: { code: "action_failed", message: markup, details: { deep: markup } },
          timestamp_ms: Date.now()
        })
        yield* Effect.promise(async () => {
          await form.getByRole("button", { name: /^Run/ }).waitFor(waits)
          assert.strictEqual(await form.getByLabel(/^p49 string/).inputValue(), "aaaa")
          assert.strictEqual(await page.locator('img[src="x"]').count(), 0)
        })
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("works in a browser without WebCodecs, WebGL and popovers", () =>
      Effect.gen(function* () {
        const without = `
          for (const name of ["VideoDecoder", "EncodedVideoChunk", "ImageDecoder", "WebGLRenderingContext", "WebGL2RenderingContext"])
            delete globalThis[name]
          for (const name of ["showPopover", "hidePopover", "togglePopover", "popover"]) delete HTMLElement.prototype[name]
          const { querySelector } = Document.prototype
          Document.prototype.querySelector = function (selector) {
            if (selector.includes(":popover-open")) throw new DOMException("unknown selector", "SyntaxError")
            return querySelector.call(this, selector)
          }`
        const { bridge, errors, page } = yield* aPage({}, without)
        send(bridge, "odd", 2)
        yield* Effect.promise(async () => {
          await cardOf(page, "odd").getByText("2.00").waitFor(waits)
          assert.strictEqual(await page.getByRole("menu").count(), 0)
          await choose(page, "silent", "Pin to the top")
          assert.strictEqual(await page.locator(".live-card").first().getAttribute("data-slug"), "silent")
          await choose(page, "odd", "Last 5 min")
          assert.isTrue(await page.getByRole("menu").isVisible())
          // The first closes the menu, the second stops.
          await page.keyboard.press("Escape")
          assert.strictEqual(await page.getByRole("menu").count(), 0)
          await page.keyboard.press("Escape")
          await page.getByText(/^Stopped\./).waitFor(waits)
        })
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("says that the robot's clock is off where the service does, and reckons ages without it", () =>
      Effect.gen(function* () {
        const { bridge, page } = yield* aPage()
        const timer = setInterval(() => send(bridge, "odd", 3, Date.now() - 3 * hours), 100)
        yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
        yield* Effect.promise(async () => {
          await page.getByText("The clock of the robot is off.").waitFor(waits)
          await cardOf(page, "odd")
            .getByText(/Hz · 0\.\d/)
            .waitFor(waits)
          assert.strictEqual(await cardOf(page, "odd").locator(".value[data-old]").count(), 0)
        })
        clearInterval(timer)
        yield* bridge.leave
        yield* Effect.promise(() =>
          cardOf(page, "odd")
            .getByText(/^as of /)
            .waitFor(waits)
        )
      })
    )
  })
})
