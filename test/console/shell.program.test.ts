/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { noBrowser } from "../pages/browser.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { openAs, ServiceWithConsole } from "./support/configPage.ts"
import { aFullFleet } from "./support/everybody.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }

const choose = async (page: Page, typed: string) => {
  await page.keyboard.press("Control+k")
  const dialog = page.getByRole("dialog", { name: "Search and commands" })
  await dialog.getByRole("combobox").fill(typed, waits)
  await page.keyboard.press("Enter")
  await dialog.waitFor({ ...waits, state: "hidden" })
}

const hasTitle = (page: Page, start: string) =>
  page.waitForFunction((text) => document.title.startsWith(text), start, waits)

describe.skipIf(noBrowser !== null)(`what is around the console's pages${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("leads from robot to robot of the list that one came from, and of all from elsewhere", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        for (const name of ["arm-1", "rover-1", "rover-2", "truck-1"]) yield* makeRobot(owner.caller, name)
        const { page } = yield* openAs(owner, "/robots?q=rover&sort=-name")
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "rover-2" }).click(waits)
          await hasTitle(page, "rover-2")
          await page.getByText("1 of 2", { exact: true }).waitFor(waits)
          await page.keyboard.press("j")
          await hasTitle(page, "rover-1")
          await page.getByText("2 of 2", { exact: true }).waitFor(waits)
          // There is none after it in that list.
          await page.keyboard.press("j")
          assert.match(await page.title(), /^rover-1 /)
          await page.getByRole("button", { name: "Previous robot" }).click()
          await hasTitle(page, "rover-2")
          // A robot that the filter does not show is one of all.
          await choose(page, "truck-1")
          await page.getByText("4 of 4", { exact: true }).waitFor(waits)
          await choose(page, "go to alerts")
          await page.waitForURL(/\/alerts$/)
          await choose(page, "rover-2")
          await page.getByText("3 of 4", { exact: true }).waitFor(waits)
        })
      })
    )

    it.effect("finds each page of a robot by a few letters", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        const { robot } = yield* makeRobot(owner.caller, "rover-1")
        const { page } = yield* openAs(owner, `/robots/${robot.id}`)
        yield* Effect.promise(async () => {
          await hasTitle(page, "rover-1")
          for (const [typed, part] of [
            ["robot's conf", "config"],
            ["robot's jobs", "jobs"],
            ["robot's alerts", "alerts"]
          ] as const) {
            await choose(page, typed)
            await page.waitForURL(`**/robots/${robot.id}/${part}`)
          }
          await page.keyboard.press("g")
          await page.keyboard.press("l")
          await page.waitForURL(`**/robots/${robot.id}`)
        })
      })
    )

    it.effect("shows of each call where it went, also where two of one kind are under way at once", () =>
      Effect.gen(function* () {
        const { owner, robot } = yield* aFullFleet
        const { page } = yield* openAs(owner, `/robots/${robot.id}`)
        yield* Effect.promise(async () => {
          await page.getByRole("region", { name: "battery", exact: true }).getByText("21.5").first().waitFor(waits)
          await page.keyboard.press(".")
          const drawer = page.getByRole("dialog", { name: "Show me the API" })
          await drawer.getByRole("button", { name: "curl", exact: true }).click(waits)
          await drawer.locator("pre", { hasText: `/api/org/health?robot_id=${robot.id}'` }).waitFor(waits)
          await drawer.locator("pre", { hasText: "/api/org/jobs?state=running" }).waitFor(waits)
          await drawer.locator("pre", { hasText: "/api/org/jobs?state=unknown" }).waitFor(waits)
        })
      })
    )

    it.effect("says in the title how many alerts fire, on every page and at once", () =>
      Effect.gen(function* () {
        const { owner, robot, value } = yield* aFullFleet
        const { page } = yield* openAs(owner, "/jobs")
        yield* Effect.promise(() => hasTitle(page, "▲ 1 Jobs – "))
        value("battery", 80)
        yield* Effect.promise(() => hasTitle(page, "Jobs – "))
        yield* Effect.promise(() => page.goto(new URL(`/robots/${robot.id}`, page.url()).href))
        yield* Effect.promise(() => hasTitle(page, "rover-07 – Robots – "))
        value("battery", 10)
        yield* Effect.promise(() => hasTitle(page, "▲ 1 rover-07 – Robots – "))
      })
    )
  })
})
