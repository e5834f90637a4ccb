/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { answering, openAs, rover, ServiceWithConsole, textIn } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 30_000 }

const second = rover.replace("fire_at: 25", "fire_at: 20").replace("# A wheeled robot of hall 3\n", "")

describe.skipIf(noBrowser !== null)(`versions and the robot beside the text${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("compares two versions that are chosen, and shows one without the editor", () =>
      Effect.gen(function* () {
        const { owner } = yield* makeOrg
        const { robot } = yield* makeRobot(owner.caller, "rover-07")
        yield* publish(owner.caller, robot.id, rover)
        yield* publish(owner.caller, robot.id, second)
        yield* publish(owner.caller, robot.id, `${second}# third\n`)
        const { errors, page } = yield* openAs(owner, `/robots/${robot.id}/config/versions/1`)
        yield* Effect.promise(async () => {
          const text = page.getByRole("textbox", { name: "Text of version 1" })
          await text.getByText("# A wheeled robot of hall 3").waitFor(waits)
          const lines = await text.locator("code").allTextContents()
          assert.strictEqual(`${lines.join("\n")}\n`, rover)
          assert.isEmpty(await page.locator(".cm-editor").all())
          await page.getByRole("link", { name: "Back to the draft" }).click()
          await page.getByRole("button", { name: "Versions" }).click()
          const dialog = page.getByRole("dialog", { name: "Versions" })
          await dialog.getByRole("checkbox", { name: "Choose version 3" }).waitFor(waits)
          // The newest is chosen; by keyboard it is left out, and the two older ones are taken.
          await dialog.getByRole("checkbox", { name: "Choose version 3" }).focus()
          await page.keyboard.press("Space")
          const button = dialog.getByRole("button", { name: "Compare" })
          assert.strictEqual(await button.getAttribute("aria-disabled"), "true")
          for (const key of ["ArrowDown", "Space", "ArrowDown", "Space"]) await page.keyboard.press(key)
          await dialog.getByRole("button", { name: "Compare v1 with v2" }).waitFor(waits)
          await page.keyboard.press("Enter")
          await page.waitForURL("**/config/versions/2?against=1")
          await page.getByText("After: Version 2").waitFor(waits)
          await page.getByRole("textbox", { name: "Before: Version 1" }).getByText("fire_at").first().waitFor(waits)
          await page.getByRole("combobox", { name: "Compare with" }).selectOption("")
          await page.getByRole("textbox", { name: "Text of version 2" }).waitFor(waits)
        })
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("tells a value under the pointer, and inserts from a graph that is read while one waits for it", () =>
      Effect.gen(function* () {
        const { developer, owner } = yield* makeOrg
        const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
        yield* publish(owner.caller, robot.id, rover)
        const bridge = yield* connectBridge(token)
        bridge.send({ type: "datapoint", slug: "battery", value: 72.4, timestamp_ms: Date.now() })
        const { page } = yield* openAs(owner, `/robots/${robot.id}/config`)
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Insert from graph" }).click(waits)
          await page.getByRole("dialog").getByText("never read").waitFor(waits)
        })
        // The robot answers only now what it was asked when it connected.
        answering(bridge)
        yield* Effect.promise(async () => {
          const light = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "/light" })
          await light.getByRole("button", { name: "Insert" }).click(waits)
          // No type was read yet: the robot is asked, and the field is written with its answer.
          await page.getByRole("dialog").waitFor({ ...waits, state: "detached" })
          assert.include(
            await textIn(page),
            "  light:\n    topic: /light\n    type: std_msgs/msg/Float32\n    field: data\n"
          )
          const text = await textIn(page)
          await page.getByRole("button", { name: "Insert from graph" }).click()
          const row = (name: string) => page.getByRole("dialog").getByRole("listitem").filter({ hasText: name })
          await row("/odd").getByRole("button", { name: "Insert" }).click()
          await row("/odd").getByText("the robot does not find this type").waitFor(waits)
          assert.strictEqual(await textIn(page), text)
          await page.keyboard.press("Escape")
          const key = page.locator(".config-editor .cm-line").filter({ hasText: /^ {2}battery:$/ })
          await key.locator("span").first().hover(waits)
          await page.locator(".cm-hint").getByText("72.4").waitFor(waits)
        })
        yield* Effect.promise(() =>
          page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor(waits)
        )
        const draft = yield* call("GET", `/api/robots/${robot.id}/config/draft`, { as: developer.token })
        assert.include((draft.body as { source: string }).source, "topic: /light")
      })
    )
  })
})
