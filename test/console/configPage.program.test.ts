/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser, violations } from "../pages/browser.ts"
import { makeDeveloper } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { aConfigPage, openAs, retype, rover, ServiceWithConsole, textIn } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 30_000 }

/** Refusals that a test provokes are written to the browser's console by the browser itself. */
const own = (errors: ReadonlyArray<string>) => errors.filter((error) => !/Failed to load resource/.test(error))

describe.skipIf(noBrowser !== null)(`the configuration page of a robot${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("shows a mistake at its line, mends it by a quick fix and publishes what the robot then runs", () =>
      Effect.gen(function* () {
        const { box, developer, errors, page, path } = yield* aConfigPage()
        yield* Effect.promise(async () => {
          assert.strictEqual(await box.getAttribute("aria-multiline"), "true")
          const publish = page.getByRole("button", { name: /^Publish v2/ })
          await publish.getByText("This text is v1 already").waitFor({ ...waits, state: "attached" })
          await retype(page, "resolve_at: 30", "resolve_at: 25")
          const problems = page.getByRole("region", { name: "Problems" })
          await problems.getByText("line 11").waitFor(waits)
          assert.strictEqual(await publish.getAttribute("aria-disabled"), "true")
          await page.getByText("Version 1 keeps running on the robot until you publish.").waitFor(waits)
          await problems.getByRole("button", { name: "Set resolve_at to 30" }).click()
          assert.strictEqual(await textIn(page), rover)
          await retype(page, "severity: warning", "severity: error")
          await retype(page, "fire_at: 25", "fire_at: 20")
          await page.getByText("changes its condition: its state starts again at ok").waitFor(waits)
          await page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor(waits)
          await publish.click()
          await page.getByText("Version 2 is published.").waitFor(waits)
          await page.getByText(/The robot runs v2/).waitFor(waits)
        })
        const version = yield* call("GET", `${path}/config/versions/2`, { as: developer.token })
        assert.include((version.body as { source: string }).source, "fire_at: 20, resolve_at: 30")
        assert.deepStrictEqual(own(errors), [])
      })
    )

    it.effect("leaves the text by an Escape, and stops the robot by the next one alone", () =>
      Effect.gen(function* () {
        const { box, page } = yield* aConfigPage()
        yield* Effect.promise(async () => {
          const report = page.locator(".stop-answer")
          await box.click()
          await page.keyboard.press("Escape")
          assert.isFalse(await box.evaluate((element) => element.matches(":focus")))
          assert.strictEqual(await report.count(), 0)
          await page.keyboard.press("Escape")
          await report.waitFor(waits)
        })
      })
    )

    it.effect("shows what the robot refused of a version, at its line", () =>
      Effect.gen(function* () {
        const { applied, page } = yield* aConfigPage()
        applied.errors = [
          { kind: "datapoint", slug: "position_x", code: "field_path_invalid", message: "no such field on the robot" }
        ]
        yield* Effect.promise(async () => {
          await retype(page, "rate_throttle_hz: 5", "rate_throttle_hz: 4")
          await page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor(waits)
          await page.getByRole("button", { name: /^Publish v2/ }).click()
          const problems = page.getByRole("region", { name: "Problems" })
          await problems.getByText("no such field on the robot").waitFor(waits)
          await problems.getByText("line 13").waitFor(waits)
        })
      })
    )

    it.effect("merges what another person saved with what is typed, and loses neither", () =>
      Effect.gen(function* () {
        const { developer, page, path } = yield* aConfigPage()
        const theirs = rover
          .replace("resolve_at: 30", "resolve_at: 40")
          .replace("rate_throttle_hz: 5", "rate_throttle_hz: 9")
        yield* call("PUT", `${path}/config/draft`, { as: developer.token, body: { source: theirs } })
        yield* Effect.promise(async () => {
          await retype(page, "resolve_at: 30", "resolve_at: 50")
          const view = page.getByRole("region", { name: "Someone else saved this draft" })
          await view.waitFor(waits)
          await view.getByRole("region", { name: "Mine" }).getByText("resolve_at: 50").waitFor(waits)
          await view.getByRole("region", { name: "Theirs" }).getByText("resolve_at: 40").waitFor(waits)
          await view.getByRole("button", { name: "Use the merged text" }).click()
          await page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor(waits)
        })
        const merged = yield* call("GET", `${path}/config/draft`, { as: developer.token })
        assert.strictEqual(
          (merged.body as { source: string }).source,
          theirs.replace("resolve_at: 40", "resolve_at: 50")
        )
      })
    )

    it.effect("renames a slug everywhere by F2, and goes back to an older version", () =>
      Effect.gen(function* () {
        const { developer, page, path } = yield* aConfigPage()
        yield* Effect.promise(async () => {
          await retype(page, "position_x:", "position_x:")
          await page.keyboard.press("F2")
          const dialog = page.getByRole("dialog", { name: "Rename position_x everywhere" })
          await dialog.getByRole("textbox", { name: "New slug" }).fill("pos_x", waits)
          await dialog.getByRole("button", { name: "Rename", exact: true }).click()
          await page.getByText("position_x is pos_x now").waitFor(waits)
          assert.strictEqual(await textIn(page), rover.replace("position_x:", "pos_x:"))
          await page.getByRole("button", { name: "Versions" }).click()
          const versions = page.getByRole("dialog", { name: "Versions" })
          await versions.getByRole("link", { name: "Version 1" }).click()
          await page.getByRole("textbox", { name: "Text of version 1" }).waitFor(waits)
          assert.match(page.url(), /\/config\/versions\/1$/)
          await page.getByRole("button", { name: "Restore into the draft" }).click()
          await page.getByRole("textbox", { name: "Configuration" }).waitFor(waits)
        })
        const draft = yield* call("GET", `${path}/config/draft`, { as: developer.token })
        assert.strictEqual((draft.body as { source: string }).source, rover)
      })
    )

    it.effect("keeps the text when the session ends in the middle of a publish, and offers it after a reload", () =>
      Effect.gen(function* () {
        const { owner, page, path } = yield* aConfigPage()
        yield* Effect.promise(async () => {
          await retype(page, "hall 3", "hall 4")
          await page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor(waits)
          await retype(page, "hall 4", "hall 5")
        })
        yield* call("POST", "/api/auth/logout", { body: { refresh_token: owner.refreshToken } })
        yield* Effect.promise(async () => {
          await page.keyboard.press("Control+Enter")
          await page
            .getByText(/kept in this tab/i)
            .first()
            .waitFor(waits)
          assert.include(await textIn(page), "hall 5")
        })
        const again = yield* makeDeveloper(owner.caller.orgId, "developer")
        const draft = yield* call("GET", `${path}/config/draft`, { as: again.token })
        assert.include((draft.body as { source: string }).source, "hall 4")
        yield* Effect.promise(async () => {
          page.on("dialog", (dialog) => void dialog.accept())
          await page.evaluate(
            ({ token, refreshToken }) => {
              const key =
                Object.keys(localStorage).find((name) => name.endsWith(":developer")) ??
                `fleet:${location.origin}:developer`
              localStorage.setItem(
                key,
                JSON.stringify({
                  accessToken: token,
                  refreshToken,
                  expiresAt: Date.now() + 800_000,
                  user: { kind: "developer", app_user_id: null, developer_id: null, server_key_id: null }
                })
              )
            },
            { token: again.token, refreshToken: again.refreshToken }
          )
          await page.reload()
          await page.getByText("There is text here that was not saved.").waitFor(waits)
          await page.getByRole("button", { name: "Take it up" }).click()
          await page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor(waits)
          assert.include(await textIn(page), "hall 5")
        })
        const saved = yield* call("GET", `${path}/config/draft`, { as: again.token })
        assert.include((saved.body as { source: string }).source, "hall 5")
      })
    )

    it.effect("takes keys in a document of 1 MB and 5,000 lines with few lines in the page", () =>
      Effect.gen(function* () {
        const things = Array.from({ length: 200 }, (_, index) => [
          `  d_${index}:`,
          "    topic: /battery",
          "    type: sensor_msgs/msg/BatteryState",
          "    field: percentage",
          `    description: ${"x".repeat(1500)}`
        ])
        const comment = Array.from({ length: 4000 }, (_, index) => `# ${index} ${"y".repeat(160)}`)
        const source = `platform: 1\ndatapoints:\n${things.flat().join("\n")}\n${comment.join("\n")}\n`
        assert.isAbove(source.length, 900_000)
        const { developer, page, path, robot } = yield* aConfigPage()
        const put = yield* call("PUT", `${path}/config/draft`, { as: developer.token, body: { source } })
        assert.strictEqual(put.status, 200)
        yield* Effect.promise(async () => {
          await page.reload()
          await page.getByRole("textbox", { name: "Configuration" }).click(waits)
          await page.keyboard.press("Control+Home")
          await page.keyboard.press("End")
          await page.keyboard.type(" # typed into it", { delay: 5 })
          assert.isTrue((await textIn(page)).startsWith("platform: 1 # typed into it\n"))
          const lines = await page.evaluate(
            () => document.querySelector(".config-editor")!.shadowRoot!.querySelectorAll(".cm-line").length
          )
          assert.isBelow(lines, 150)
          await page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor({ timeout: 60_000 })
        })
        const saved = yield* call("GET", `/api/robots/${robot.id}/config/draft`, { as: developer.token })
        assert.isTrue((saved.body as { source: string }).source.startsWith("platform: 1 # typed into it"))
      })
    )

    for (const colorScheme of ["light", "dark"] as const)
      it.effect(`has nothing that axe finds, and nothing that the policy refuses, in ${colorScheme}`, () =>
        Effect.gen(function* () {
          for (const width of [1440, 390]) {
            const { errors, owner, page, robot } = yield* aConfigPage(rover, {
              colorScheme,
              viewport: { width, height: 900 }
            })
            assert.deepStrictEqual(yield* violations(page), [])
            yield* Effect.promise(async () => {
              await retype(page, "resolve_at: 30", "resolve_at: 25")
              await page.getByRole("region", { name: "Problems" }).getByText("line 11").waitFor(waits)
              await page.getByText("until you publish").first().waitFor(waits)
            })
            assert.deepStrictEqual(yield* violations(page), [])
            if (width === 1440) {
              yield* Effect.promise(async () => {
                await page.getByRole("button", { name: "Insert from graph" }).click()
                await page.getByRole("dialog").getByText("/light").waitFor(waits)
              })
              assert.deepStrictEqual(yield* violations(page), [])
              const diff = yield* openAs(owner, `/robots/${robot.id}/config?view=diff&against=1`, { colorScheme })
              yield* Effect.promise(() => diff.page.getByText("Before: Version 1").waitFor(waits))
              assert.deepStrictEqual(yield* violations(diff.page), [])
              const version = yield* openAs(owner, `/robots/${robot.id}/config/versions/1`, { colorScheme })
              yield* Effect.promise(() =>
                version.page.getByRole("textbox", { name: "Text of version 1" }).waitFor(waits)
              )
              assert.deepStrictEqual(yield* violations(version.page), [])
              assert.deepStrictEqual(own([...diff.errors, ...version.errors]), [])
            }
            assert.deepStrictEqual(own(errors), [])
          }
        })
      )
  })
})
