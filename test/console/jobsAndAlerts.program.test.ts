/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { openAs, rover, ServiceWithConsole, textIn } from "./support/configPage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }

const aRover = Effect.gen(function* () {
  const { developer, owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
  yield* publish(owner.caller, robot.id, rover)
  return { developer, owner, robot, token, path: `/api/robots/${robot.id}` }
})

describe.skipIf(noBrowser !== null)(`alerts and jobs of a robot${note}`, () => {
  layer(ServiceWithConsole, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("lead from a condition to the lines of the draft, and change nothing before a press", () =>
      Effect.gen(function* () {
        const { developer, owner, path, robot } = yield* aRover
        const draft = Effect.map(
          call("GET", `${path}/config/draft`, { as: developer.token }),
          ({ body }) => body.source
        )
        const { page } = yield* openAs(owner, `/robots/${robot.id}/alerts?slug=battery`)
        yield* Effect.promise(async () => {
          const form = page.getByRole("region", { name: "New alert" })
          await form.getByRole("button", { name: /^Put it into the draft/ }).click(waits)
          await form.getByText("Write a number.").waitFor(waits)
          await form.getByRole("textbox", { name: "Fires at" }).fill("15")
          await form.getByRole("combobox", { name: "Severity" }).selectOption("error")
          await form.getByRole("button", { name: /^Put it into the draft/ }).click()
          await page.waitForURL("**/config?alert=battery&fire=15&resolve=20&severity=error")
          const change = page.getByRole("figure", { name: "What it changes" })
          await change.getByText("battery_low_2:").waitFor(waits)
          await change.getByText("condition: { fire_at: 15, resolve_at: 20 }").waitFor(waits)
        })
        assert.strictEqual(yield* draft, rover)
        yield* Effect.promise(async () => {
          await page.getByRole("button", { name: "Add to the draft" }).click()
          await page
            .locator(".config-bar")
            .getByText(/^Saved /)
            .waitFor(waits)
          assert.include(
            await textIn(page),
            "      battery_low_2:\n        condition: { fire_at: 15, resolve_at: 20 }\n"
          )
        })
        assert.include(yield* draft, "battery_low_2")
      })
    )

    it.effect(
      "run again with what was sent, tell a refused cancel of each goal, and ask once for a run that is gone",
      () =>
        Effect.gen(function* () {
          const { owner, robot, token } = yield* aRover
          const bridge = yield* connectBridge(token)
          const { page } = yield* openAs(owner, `/robots/${robot.id}?card=dock`)
          yield* Effect.promise(async () => {
            const card = page.getByRole("region", { name: "dock", exact: true })
            await card.getByRole("textbox").first().fill("0.5", waits)
            await card.getByRole("button", { name: "Run dock" }).click()
          })
          const { job_id: id } = yield* bridge.next("invoke")
          bridge.update({ id, slug: "dock" }, "running", { progress: 0.25 })
          yield* Effect.promise(async () => {
            await page.getByRole("link", { name: /^Jobs/ }).first().click()
            await page.getByRole("region", { name: "dock" }).getByRole("link", { name: "Open" }).click(waits)
            const parameters = page.getByRole("region", { name: "Parameters" })
            await parameters.getByText("0.5", { exact: true }).waitFor(waits)
            await page.getByRole("button", { name: "Cancel dock" }).click()
          })
          const { request_id } = yield* bridge.next("cancel")
          const goals = [{ job_id: id, goal_id: "0f0f0f0f-goal", return_code: 1 as const }]
          bridge.send({ type: "cancel_result", request_id, slug: "dock", goals, error: null })
          yield* Effect.promise(async () => {
            const answers = page.getByRole("list", { name: "What the robot answered" })
            await answers.getByText("refused to cancel").waitFor(waits)
          })
          bridge.update({ id, slug: "dock" }, "succeeded", { result: { docked: true } })
          yield* Effect.promise(async () => {
            await page.getByRole("region", { name: "Result" }).getByText("docked").waitFor(waits)
            await page.getByRole("link", { name: "Run again…" }).click()
            await page.waitForURL(`**/robots/${robot.id}?card=dock`)
            const card = page.getByRole("region", { name: "dock", exact: true })
            await card.getByRole("button", { name: "Run dock" }).waitFor(waits)
            assert.strictEqual(await card.getByRole("textbox").first().inputValue(), "0.5")

            const asked: Array<string> = []
            page.on("request", (request) => void (/jobs\/history\//.test(request.url()) && asked.push(request.url())))
            await page.goto(new URL(`/jobs/${robot.id}/${robot.id}`, page.url()).href)
            await page.getByRole("heading", { name: "No such job here." }).waitFor({ ...waits, state: "attached" })
            assert.lengthOf(asked, 1)
          })
        })
    )
  })
})
