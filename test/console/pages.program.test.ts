/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { noBrowser, violations } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { openAs, rover, ServiceWithConsole } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }

/** What is the page's own fault: the robot that is not there is 404, and the fake bridge tells nothing of its graph. */
const own = (errors: ReadonlyArray<string>) => errors.filter((error) => !/status of (?:404|504)/.test(error))

const settled = (page: Page) =>
  Effect.promise(async () => {
    await page
      .locator("h1")
      .first()
      .waitFor({ state: "attached", ...waits })
    await page.waitForLoadState("networkidle")
    await page
      .locator(".skeleton")
      .first()
      .waitFor({ state: "detached", ...waits })
  })

describe.skipIf(noBrowser !== null)(`the console's pages${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true })((it) => {
    const aFleet = Effect.gen(function* () {
      const { owner } = yield* makeOrg
      const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
      yield* makeRobot(owner.caller, "spare-01")
      yield* publish(owner.caller, robot.id, rover)
      yield* connectBridge(token)
      return { owner, robot }
    })

    it.effect("say what is not there", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        const { page } = yield* openAs(owner, "/nowhere")
        for (const [path, title] of [
          ["/nowhere", /^There is no such page\./],
          ["/robots/00000000-0000-4000-8000-000000000000", /^No such robot here\./]
        ] as const) {
          yield* Effect.promise(() => page.goto(new URL(path, page.url()).href))
          yield* settled(page)
          assert.match(yield* Effect.promise(() => page.title()), title, path)
          assert.deepStrictEqual(yield* violations(page), [], path)
        }
      })
    )

    it.effect("open the palette, the API and the keys by keyboard, with nothing that axe finds", () =>
      Effect.gen(function* () {
        const { owner, robot } = yield* aFleet
        const { errors, page } = yield* openAs(owner, "/robots")
        yield* settled(page)
        const check = function* (name: string) {
          yield* Effect.promise(() => page.getByRole("dialog", { name }).waitFor(waits))
          assert.deepStrictEqual(yield* violations(page), [], name)
        }
        yield* Effect.promise(() => page.keyboard.press("."))
        yield* Effect.gen(() => check("Show me the API"))
        yield* Effect.promise(async () => {
          await page.getByRole("dialog").getByRole("button", { name: "curl" }).click()
          const text = await page.getByRole("dialog").innerText()
          assert.include(text, "Bearer $TOKEN")
          assert.notInclude(text, owner.token)
          await page.keyboard.press("Escape")
          await page.locator("dialog[open]").waitFor({ ...waits, state: "hidden" })
          await page.keyboard.press("?")
        })
        yield* Effect.gen(() => check("Keys"))
        yield* Effect.promise(async () => {
          await page.keyboard.press("Escape")
          // The palette opens from any place, also before the last window's end has been told.
          await page.keyboard.press("Control+k")
        })
        yield* Effect.gen(() => check("Search and commands"))
        yield* Effect.promise(async () => {
          await page.keyboard.type("rover-07")
          await page.keyboard.press("Enter")
          await page.waitForURL(`**/robots/${robot.id}`)
          // Two keys, one after the other.
          await page.locator("h1").waitFor(waits)
          await page.keyboard.press("g")
          await page.keyboard.press("j")
          await page.waitForURL("**/jobs")
        })
        assert.deepStrictEqual(own(errors), [])
      })
    )

    it.effect("keep the filter in the address, say what they do not know, and sort by a press", () =>
      Effect.gen(function* () {
        const { owner } = yield* aFleet
        const { page } = yield* openAs(owner, "/robots")
        yield* settled(page)
        yield* Effect.promise(async () => {
          const names = () => page.locator("tbody .table-name").allInnerTexts()
          assert.deepStrictEqual(await names(), ["rover-07", "spare-01"])
          await page.getByRole("button", { name: "Name" }).click()
          await page.locator('th[aria-sort="descending"]').waitFor(waits)
          assert.deepStrictEqual(await names(), ["spare-01", "rover-07"])
          await page.keyboard.press("/")
          await page.keyboard.type("state:online")
          await page.waitForURL(/q=state:online/)
          assert.deepStrictEqual(await names(), ["rover-07"])
          await page.reload()
          await page.getByRole("combobox", { name: "Filter" }).waitFor(waits)
          assert.strictEqual(await page.getByRole("combobox", { name: "Filter" }).inputValue(), "state:online")
          await page.getByRole("combobox", { name: "Filter" }).fill("stat:online")
          await page.getByText("Did you mean state?").waitFor(waits)
        })
      })
    )

    it.effect("speak German to a browser that asks for it", () =>
      Effect.gen(function* () {
        const { owner } = yield* aFleet
        const german = yield* openAs(owner, "/robots", { locale: "de-DE" })
        yield* settled(german.page)
        yield* Effect.promise(async () => {
          assert.strictEqual(await german.page.locator("html").getAttribute("lang"), "de")
          await german.page.getByRole("link", { name: "Roboter verbinden" }).waitFor(waits)
        })
      })
    )

    it.effect("show text of robots as text, with its invisible characters, wherever a name stands", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        const name = "<img src=x onerror=alert(1)>\u202egnp.exe"
        const { robot } = yield* makeRobot(owner.caller, name)
        const { errors, page } = yield* openAs(owner, "/robots")
        yield* settled(page)
        const shown = "<img src=x onerror=alert(1)>\u2423U+202Egnp.exe"
        yield* Effect.promise(async () => {
          assert.deepStrictEqual(await page.locator("tbody .table-name bdi").allInnerTexts(), [shown])
          await page.goto(new URL(`/robots/${robot.id}/jobs`, page.url()).href)
          await page.locator("h1").getByText(shown).waitFor(waits)
          assert.include(await page.title(), shown)
          assert.strictEqual(await page.locator("img[src=x]").count(), 0)
        })
        assert.deepStrictEqual(own(errors), [])
      })
    )
  })
})
