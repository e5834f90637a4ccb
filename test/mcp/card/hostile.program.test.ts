/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { noBrowser } from "../../pages/browser.ts"
import { withoutMcpLimits } from "../../support/mcp.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { pagesClient, showCard } from "./host.ts"
import { aShownRobot } from "./world.ts"

const markup = `<img src=x onerror="document.title='owned'"><b>bold</b>`

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("hostile texts on the card", (it) => {
  const shown = it.effect.skipIf(noBrowser !== null)

  shown("hostile texts on the card are text: of names, errors, answers and of the host", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, owner, robotId } = yield* aShownRobot()
      yield* call("PATCH", `/api/robots/${robotId}`, { as: owner.token, body: { name: markup } })
      const official = yield* pagesClient(endpoint, client.access)
      const { errors, frame, opened, tell } = yield* showCard(official, {
        tool: "start_action",
        args: { robot_id: robotId, slug: "dock" }
      })
      const { job_id } = yield* bridge.next("invoke")
      const error = { code: "action_failed", message: markup, details: { url: "https://evil.example/" } }
      bridge.update({ id: job_id, slug: "dock" }, "failed", { error })
      yield* Effect.promise(() => frame.locator("p.refused", { hasText: "<b>bold</b>" }).waitFor())
      yield* Effect.promise(async () => {
        await frame.getByLabel("What to do").selectOption("reset")
        await frame.getByRole("button", { name: "Preview" }).click()
        await frame.getByText("Nothing is sent yet.").waitFor()
        await frame.getByRole("button", { name: "Run", exact: true }).click()
      })
      const service = yield* bridge.next("invoke")
      bridge.update({ id: service.job_id, slug: "reset" }, "succeeded", { result: { said: markup } })
      const seen = yield* Effect.promise(async () => {
        await frame.locator("pre", { hasText: "onerror" }).waitFor()
        await tell("ui/notifications/host-context-changed", {
          styles: { variables: { "--font-sans": "serif; } body { background: url(https://evil.example/)" } },
          theme: "</style>"
        })
        return {
          heading: await frame.locator("h1").innerText(),
          elements: await frame.locator("b, main img[src='x'], a").count(),
          title: await frame.title()
        }
      })
      assert.deepStrictEqual(seen, { heading: markup, elements: 0, title: markup })
      assert.deepStrictEqual(opened, [])
      assert.deepStrictEqual(errors, [])
    })
  )

  shown("hostile texts on the card that look like a page of ours are not opened", () =>
    Effect.gen(function* () {
      const { client, endpoint, robotId } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const refusal = (url: string) => ({
        isError: true,
        content: [],
        structuredContent: { code: "confirmation_required", message: "Say yes.", details: { url } }
      })
      const { frame, opened } = yield* showCard(official, {
        tool: "describe_robot",
        args: { robot_id: robotId },
        own: { start_action: refusal("javascript:alert(1)") }
      })
      yield* Effect.promise(async () => {
        await frame.getByLabel("What to do").selectOption("undock")
        await frame.getByRole("button", { name: "Preview" }).click()
        await frame.getByText("Say yes.").waitFor()
        assert.strictEqual(await frame.getByRole("button", { name: "Open the page" }).count(), 0)
      })
      assert.deepStrictEqual(opened, [])
    })
  )
})
