/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser, violations } from "../pages/browser.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { openAs, rover, ServiceWithConsole } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }
const names = ["arm-1", "arm-2", "arm-3", "rover-10"]

/** Four robots. The first two have a draft, the third one that is not valid. */
const aFleet = Effect.gen(function* () {
  const { developer, owner } = yield* makeOrg
  const robots = yield* Effect.forEach(names, (name) => Effect.map(makeRobot(owner.caller, name), ({ robot }) => robot))
  for (const [index, source] of [rover, rover, "platform: 2\n"].entries())
    yield* call("PUT", `/api/robots/${robots[index]!.id}/config/draft`, { as: developer.token, body: { source } })
  const published = Effect.map(call("GET", "/api/robots", { as: developer.token }), ({ body }) =>
    names.map(
      (name) =>
        (body.robots as ReadonlyArray<any>).find((robot) => robot.name === name)?.config.published_version as
          | number
          | null
          | undefined
    )
  )
  return { developer, owner, published, robots }
})

describe.skipIf(noBrowser !== null)(`the list of robots${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "publishes the drafts of the selected robots, says of each what became of it, and deletes what is typed",
      () =>
        Effect.gen(function* () {
          const { owner, published } = yield* aFleet
          const { errors, page } = yield* openAs(owner, "/robots")
          const bar = page.getByRole("region", { name: "Selected robots" })
          const dialog = page.getByRole("dialog")
          yield* Effect.promise(async () => {
            await page.getByRole("link", { name: "arm-1" }).focus(waits)
            for (const key of ["x", "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown"])
              await page.keyboard.press(key)
            await bar.getByText("4 selected").waitFor(waits)
            await page.getByRole("checkbox", { name: "Select rover-10" }).click()
            await bar.getByText("3 selected").waitFor(waits)
            await bar.getByRole("button", { name: "Publish drafts (3)" }).click()
            await dialog.getByRole("button", { name: "Publish 3 drafts" }).waitFor(waits)
          })
          assert.deepStrictEqual(yield* violations(page), [])
          assert.deepStrictEqual(yield* published, [null, null, null, null])
          yield* Effect.promise(async () => {
            await dialog.getByRole("button", { name: "Publish 3 drafts" }).click()
            await dialog.getByText("Done: 2 of 3 robots.").waitFor(waits)
            await dialog.getByRole("button", { name: "Try again: 1 robot" }).waitFor(waits)
            assert.match(await dialog.innerText(), /Refused[^]*arm-3[^]*2 problems[^]*Done[^]*arm-1[^]*published as v1/)
          })
          assert.deepStrictEqual(yield* violations(page), [])
          assert.deepStrictEqual(yield* published, [1, 1, null, null])
          yield* Effect.promise(async () => {
            await dialog.getByRole("button", { name: "Close" }).last().click()
            await page.keyboard.press("Escape")
            await bar.getByText(/selected$/).waitFor({ ...waits, state: "hidden" })
            await page.getByRole("checkbox", { name: "Select arm-2" }).click()
            await bar.getByRole("button", { name: "More acts" }).click()
            await page.getByRole("menuitem", { name: "Delete" }).click()
            await dialog.getByText("Drafts that were not published").waitFor(waits)
            const go = dialog.getByRole("button", { name: "Delete 1 robot" })
            await dialog.getByRole("textbox", { name: "Type arm-2 to go on" }).fill("arm-1")
            assert.strictEqual(await go.getAttribute("aria-disabled"), "true")
            await dialog.getByRole("textbox", { name: "Type arm-2 to go on" }).fill("arm-2")
            await go.click()
            await dialog.getByText("Done: 1 robot.").waitFor(waits)
          })
          assert.deepStrictEqual(yield* published, [1, undefined, null, null])
          yield* Effect.promise(() => page.locator(`tr`, { hasText: "arm-2" }).waitFor({ ...waits, state: "detached" }))
          assert.deepStrictEqual(
            errors.filter((error) => !/status of 422/.test(error)),
            []
          )
        })
    )

    it.effect("shows a robot beside the list, and keeps a filter under a name", () =>
      Effect.gen(function* () {
        const { owner, robots } = yield* aFleet
        const { errors, page } = yield* openAs(owner, "/robots")
        const look = (name: string) => page.getByRole("complementary", { name: `A look at ${name}` })
        yield* Effect.promise(async () => {
          await page.getByRole("link", { name: "arm-1" }).focus(waits)
          await page.keyboard.press("Space")
          await look("arm-1").waitFor(waits)
          await page.waitForURL(`**/robots?peek=${robots[0]!.id}`)
          await page.keyboard.press("j")
          await look("arm-2").waitFor(waits)
        })
        assert.deepStrictEqual(yield* violations(page), [])
        yield* Effect.promise(async () => {
          await page.reload()
          await look("arm-2").waitFor(waits)
          await page.keyboard.press("Escape")
          await look("arm-2").waitFor({ ...waits, state: "detached" })
          await page.waitForURL(/\/robots$/)
          await page.getByRole("combobox", { name: "Filter" }).fill("name:rover")
          await page.waitForURL(/q=name:rover/)
          await page.getByRole("button", { name: "Saved views" }).click()
          await page.getByRole("textbox", { name: "Name of this view" }).fill("Rovers")
          await page.getByRole("button", { name: "Save this view" }).click()
          await page.getByRole("dialog").getByRole("link", { name: "Rovers" }).waitFor(waits)
        })
        assert.deepStrictEqual(yield* violations(page), [])
        yield* Effect.promise(async () => {
          await page.keyboard.press("Escape")
          await page.goto(page.url().split("?")[0]!)
          await page.getByRole("link", { name: "arm-3" }).waitFor(waits)
          await page
            .getByRole("group", { name: "Views" })
            .getByRole("button", { name: /^Rovers/ })
            .click()
          await page.waitForURL(/q=name:rover/)
          await page.getByRole("link", { name: "arm-3" }).waitFor({ ...waits, state: "detached" })
          assert.isTrue(await page.getByRole("link", { name: "rover-10" }).isVisible())
        })
        assert.deepStrictEqual(errors, [])
      })
    )
  })
})
