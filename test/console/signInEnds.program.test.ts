/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { cardOf, valueOf } from "./support/livePage.ts"
import {
  atPortal,
  ConsoleWithMail,
  keepSession,
  openAtRest,
  openSignedIn,
  openSignedOut,
  place,
  signInAs
} from "./support/signInPages.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 30_000 }

const source = `platform: 1
datapoints:
  speed: {topic: /speed, type: std_msgs/msg/Float64, field: data, numeric: {unit: "m/s", decimals: 2}}
actions:
  dock:
    ros_name: /dock
    type: a/action/Dock
    message: {speed: "\${speed}"}
    parameters:
      speed: {type: float32, default: 0.5}
`

describe.skipIf(noBrowser !== null)(`a sign-in to the console that ends otherwise${note}`, () => {
  layer(ConsoleWithMail, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect(
      "goes on after it was interrupted, refused or gone back from, and reaches the page that was asked for",
      () =>
        Effect.gen(function* () {
          const { developer } = yield* makeOrg
          const { page } = yield* openSignedOut("/jobs?q=state:failed")
          const heading = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor(waits)
          const interrupted = () => heading("The sign-in was interrupted.")
          // What was kept for the way back is gone when the portal sends the browser back.
          yield* Effect.promise(async () => {
            await atPortal(page)
            await page.evaluate(() => localStorage.clear())
          })
          yield* signInAs(page, developer.email)
          yield* Effect.promise(async () => {
            await interrupted()
            assert.strictEqual(page.url(), `${place.origin}/signed-in`)
            await page.reload()
            await interrupted()
            await page.getByRole("button", { name: "Sign in", exact: true }).click()
            await atPortal(page)
            // The portal refuses.
            const refusal = new URLSearchParams({
              error: "access_denied",
              error_description: "Not <b>today</b>.",
              state: "x"
            })
            await page.goto(`${place.origin}/signed-in?${refusal}`)
            await heading("The sign-in was refused.")
            await page.getByText("Not <b>today</b>.").waitFor(waits)
            assert.strictEqual(page.url(), `${place.origin}/signed-in`)
            // A person who goes back to the page is not sent round in circles.
            await page.goto(`${place.origin}/jobs?q=state:failed`)
            await heading("Robot Fleet Cloud")
            await page.getByRole("button", { name: "Sign in", exact: true }).click()
            await atPortal(page)
            await page.goBack()
            await heading("Robot Fleet Cloud")
            await page.getByRole("button", { name: "Sign in", exact: true }).click()
          })
          yield* signInAs(page, developer.email)
          yield* Effect.promise(async () => {
            await heading("No job runs.")
            assert.strictEqual(page.url(), `${place.origin}/jobs?q=state:failed`)
            // No step back of the browser shows the code, or a dead end.
            await page.goto(`${place.origin}/signed-in?code=used&state=used`)
            await heading("Overview")
            assert.strictEqual(page.url(), `${place.origin}/`)
          })
        })
    )

    it.effect("has one session in all windows, each of which comes back from its own way to the portal", () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        const stranger = (yield* makeOrg).owner
        const { page } = yield* openSignedOut("/alerts")
        const other = yield* Effect.promise(async () => {
          await atPortal(page)
          const opened = await page.context().newPage()
          await opened.goto(`${place.origin}/activity`)
          await atPortal(opened)
          return opened
        })
        // The one that went first, although the other has gone since.
        yield* signInAs(page, developer.email)
        yield* Effect.promise(() => page.getByRole("heading", { level: 1, name: "Alerts" }).waitFor(waits))
        const third = yield* Effect.promise(async () => {
          const opened = await page.context().newPage()
          await opened.goto(`${place.origin}/robots/new`)
          await opened.getByLabel("Name").fill("hall-3")
          return opened
        })
        // Somebody else signs in in the other window: nothing of the first person is theirs.
        yield* signInAs(other, stranger.email)
        yield* Effect.promise(async () => {
          await other.getByRole("heading", { level: 1, name: "Activity" }).waitFor(waits)
          for (const each of [page, third])
            await each.getByRole("heading", { level: 1, name: "Somebody else has signed in." }).waitFor(waits)
          await page.getByRole("button", { name: "Load the page again" }).click()
          await page.getByRole("heading", { level: 1, name: "Alerts" }).waitFor(waits)
          await third.goto(`${place.origin}/robots/new`)
          await third.getByLabel("Name").fill("hall-4")
          // Out in one window is out in all of them, and what was typed stays.
          await page.getByRole("button", { name: /Account and preferences$/ }).click()
          await page.getByRole("button", { name: "Sign out" }).click()
          await third.getByRole("dialog", { name: "You were signed out." }).waitFor(waits)
        })
        yield* signInAs(page, stranger.email)
        yield* Effect.promise(async () => {
          await page.getByRole("heading", { level: 1, name: "Alerts" }).waitFor(waits)
          await third.getByRole("dialog", { name: "You were signed out." }).waitFor({ ...waits, state: "hidden" })
          assert.strictEqual(await third.getByLabel("Name").inputValue(), "hall-4")
          await third.getByLabel("Name").press("Enter")
          await third.waitForURL(/\/setup\/bridge$/)
        })
      })
    )

    it.effect("is asked for again where the session is too old, and renewed once for two windows", () =>
      Effect.gen(function* () {
        const { developer, owner } = yield* makeOrg
        const { page } = yield* openSignedIn({ token: "old", refreshToken: "old" }, "/robots?q=name:none", -1)
        yield* signInAs(page, developer.email)
        yield* Effect.promise(async () => {
          await page.getByRole("heading", { level: 1, name: "Robots" }).waitFor(waits)
          assert.strictEqual(page.url(), `${place.origin}/robots?q=name:none`)
        })
        // Two windows that are opened at once, and a session that has to be renewed.
        const first = (yield* openAtRest).page
        yield* Effect.promise(async () => {
          const refreshes: Array<string> = []
          first.context().on("request", (request) => {
            if (request.url().endsWith("/api/auth/refresh")) refreshes.push(request.url())
          })
          await keepSession(first, owner, -1)
          const second = await first.context().newPage()
          await Promise.all([second.goto(`${place.origin}/jobs`), first.goto(`${place.origin}/alerts`)])
          for (const each of [first, second]) await each.locator(".link-state").getByText(/^Live/).waitFor(waits)
          assert.lengthOf(refreshes, 1)
        })
      })
    )

    it.effect(
      "leaves the page as it is when the session is withdrawn, says so until somebody signs in, and goes on",
      () =>
        Effect.gen(function* () {
          const { developer, owner } = yield* makeOrg
          const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
          yield* publish(owner.caller, robot.id, source)
          const bridge = yield* connectBridge(token)
          const send = (value: number) =>
            bridge.sendRaw(
              JSON.stringify({ type: "datapoint", slug: "speed", value, timestamp_ms: Date.now(), backfill: false })
            )
          const { page } = yield* openSignedIn(developer, `/robots/${robot.id}`)
          const form = cardOf(page, "dock")
          yield* Effect.promise(async () => {
            await form.getByRole("textbox").first().fill("0.75")
            await cardOf(page, "speed").waitFor(waits)
          })
          send(1.25)
          yield* Effect.promise(() => valueOf(page, "speed").getByText("1.25").waitFor(waits))
          yield* call("POST", "/api/auth/logout", { body: { refresh_token: developer.refreshToken } })
          const dialog = page.getByRole("dialog", { name: "You were signed out." })
          const strip = page.getByText(/^You are signed out since/)
          const old = cardOf(page, "speed").getByText(/^as of /)
          yield* Effect.promise(async () => {
            await dialog.waitFor(waits)
            await page.keyboard.press("Escape")
            await dialog.waitFor({ ...waits, state: "hidden" })
            await strip.waitFor(waits)
            await old.waitFor(waits)
            assert.strictEqual(await page.locator(".link-state").innerText(), "Signed out")
            await page.getByRole("button", { name: /^Stop/ }).click()
            await page
              .getByText(/^Not sent/)
              .first()
              .waitFor(waits)
          })
          // Something was typed: the first way is the one that keeps it.
          const opened = yield* Effect.promise(async () => {
            const opening = page.context().waitForEvent("page")
            await page.getByRole("link", { name: "Sign in in another window" }).click()
            return opening
          })
          yield* signInAs(opened, developer.email)
          yield* Effect.promise(async () => {
            await strip.waitFor({ ...waits, state: "hidden" })
            await page.locator(".link-state").getByText(/^Live/).waitFor(waits)
          })
          send(2.5)
          yield* Effect.promise(async () => {
            await valueOf(page, "speed").getByText("2.50").waitFor(waits)
            await old.waitFor({ ...waits, state: "hidden" })
            assert.strictEqual(await form.getByRole("textbox").first().inputValue(), "0.75")
            await form.getByRole("button", { name: /^Run/ }).click()
          })
          const run = yield* bridge.next("invoke")
          assert.deepInclude(run.params as object, { speed: 0.75 })
          bridge.update({ id: run.job_id, slug: "dock" }, "running", { timestamp_ms: Date.now() })
          yield* Effect.promise(() => form.getByText("Running").first().waitFor(waits))
        })
    )
  })
})
