/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import { noBrowser, openPage } from "../pages/browser.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { AtAddress, waits } from "./support/badDays.ts"
import { builtConsole, type Fault, serveConsole } from "./support/consoleOrigin.ts"
import { openConsole } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

const page502: Fault = { status: 502, body: "<html><h1>Bad Gateway</h1><script>alert(1)</script></html>" }
const page503: Fault = { status: 503, body: "<html>Service Unavailable</html>" }
const limited = (retry_after_ms: number): Fault => ({
  status: 429,
  type: "application/json",
  body: JSON.stringify({ code: "rate_limited", message: "Too many requests.", details: { retry_after_ms } })
})
const isRuns = (path: string) => path === "/api/org/jobs"

describe.skipIf(noBrowser !== null)(`the console on a bad day${note}`, () => {
  layer(AtAddress, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    const aConsole = Effect.gen(function* () {
      const { owner } = yield* makeOrg
      yield* makeRobot(owner.caller, "rover-07")
      const served = yield* serveConsole(yield* builtConsole, (yield* Settings).baseUrl)
      return { owner, served }
    })

    it.effect("says what came in place of an answer, counts a wait down, and calls old what was not read again", () =>
      Effect.gen(function* () {
        const { owner, served } = yield* aConsole
        served.fail((path) => (isRuns(path) ? page502 : undefined))
        const { page } = yield* openConsole(served.origin, owner, "/jobs")
        const again = page.getByRole("button", { name: /^Try again/ }).first()
        yield* Effect.promise(async () => {
          await page
            .getByText(/^Something before the service answered in its place \(502\)/)
            .first()
            .waitFor(waits)
          assert.notInclude(await page.locator("body").innerText(), "Bad Gateway")
          served.fail((path) => (isRuns(path) ? limited(9000) : undefined))
          await again.click()
          await page
            .getByRole("button", { name: /^Try again in 9 s/ })
            .first()
            .waitFor(waits)
          // It stands still until it is pressed.
          await page.getByRole("button", { name: "Try again", exact: true }).first().waitFor(waits)
          served.fail((path) => (isRuns(path) ? "held" : undefined))
          await page.getByRole("button", { name: "Try again", exact: true }).first().click()
          await page.getByText("The service takes longer than usual to answer.").waitFor(waits)
          served.fail(() => undefined)
          await page.getByText("No job has run yet.").waitFor(waits)
          await page
            .getByText("The service takes longer than usual to answer.")
            .waitFor({ ...waits, state: "detached" })
          // The list of robots is there, and cannot be read again.
          await page
            .getByRole("link", { name: /^Robots/ })
            .first()
            .click()
          await page.getByText("rover-07").first().waitFor(waits)
          served.fail((path) => (path.startsWith("/api/") ? page503 : undefined))
          await page
            .getByRole("link", { name: /^Alerts/ })
            .first()
            .click()
          await page.getByText(/^Some of this page is from/).waitFor({ timeout: 60_000 })
          served.fail(() => undefined)
          await page.getByRole("button", { name: "Try now" }).click()
          await page.getByText(/^Some of this page is from/).waitFor({ ...waits, state: "detached" })
        })
      })
    )

    it.effect("offers a reload where a file is missing after an upgrade, and loads nothing anew by itself", () =>
      Effect.gen(function* () {
        const { owner, served } = yield* aConsole
        const { page } = yield* openConsole(served.origin, owner, "/robots/new")
        yield* Effect.promise(async () => {
          await page.getByLabel("Name").fill("hall-3", waits)
          await page.evaluate("globalThis.isFormer = true")
          served.fail((path) =>
            /ActivityPage-/.test(path) ? { status: 404, body: "<html>Not found</html>" } : undefined
          )
          await page.getByRole("link", { name: "Activity", exact: true }).first().click()
          await page.getByText(/^A part of this page could not be loaded/).waitFor(waits)
          assert.isTrue(await page.evaluate("globalThis.isFormer === true"))
          // The rest goes on.
          await page.getByRole("link", { name: "Jobs", exact: true }).first().click()
          await page.getByText("No job has run yet.").waitFor(waits)
          await page.getByRole("link", { name: "Activity", exact: true }).first().click()
          const reload = page.getByRole("button", { name: "Reload" })
          await reload.waitFor(waits)
          served.fail(() => undefined)
          await reload.click()
          await page.getByRole("heading", { level: 1, name: "Activity" }).waitFor(waits)
        })
      })
    )

    it.effect("says that a browser stores nothing, and works in one that has no room", () =>
      Effect.gen(function* () {
        const { owner, served } = yield* aConsole
        const { errors, page } = yield* openPage(served.origin, { locale: "en-GB" })
        yield* Effect.promise(async () => {
          await page.addInitScript(() => {
            for (const name of ["localStorage", "sessionStorage"])
              Object.defineProperty(globalThis, name, {
                get: () => {
                  throw new DOMException("forbidden", "SecurityError")
                }
              })
          })
          await page.goto(`${served.origin}/robots`)
          await page
            .getByRole("heading", { level: 1, name: "This browser keeps nothing for the console." })
            .waitFor(waits)
        })
        assert.deepStrictEqual(errors, [])
        const full = yield* openConsole(served.origin, owner, "/nowhere")
        yield* Effect.promise(async () => {
          await full.page.addInitScript(() => {
            Storage.prototype.setItem = () => {
              throw new DOMException("full", "QuotaExceededError")
            }
          })
          await full.page.goto(`${served.origin}/robots`)
          await full.page.getByText("rover-07").first().waitFor(waits)
          await full.page.getByRole("button", { name: /Account and preferences$/ }).click()
          await full.page.getByRole("button", { name: "Dark" }).click()
          await full.page.locator('html[data-theme="dark"]').waitFor(waits)
        })
        assert.deepStrictEqual(
          full.errors.filter((error) => !/nowhere/.test(error)),
          []
        )
      })
    )
  })
})
