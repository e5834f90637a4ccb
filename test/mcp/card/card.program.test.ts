/// <reference lib="dom" />
import { assert, layer } from "@effect/vitest"
import { encodeSnapshot } from "@fleet/bridge-protocol/Snapshot"
import { Effect } from "effect"
import type { Frame } from "playwright-core"
import sharp from "sharp"
import { noBrowser } from "../../pages/browser.ts"
import { until } from "../../e2e/support/until.ts"
import { form, withoutMcpLimits } from "../../support/mcp.ts"
import { password } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { pagesClient, showCard } from "./host.ts"
import { aShownRobot } from "./world.ts"

if (noBrowser !== null) console.warn(`The robot card is not shown: ${noBrowser}.`)

const does = <A>(work: () => Promise<A>) => Effect.promise(work)
const button = (frame: Frame, name: string) => frame.getByRole("button", { name, exact: true })

/** Waits until the card says a text. */
const says = (frame: Frame, text: string | RegExp) =>
  does(() => frame.getByText(text).first().waitFor({ state: "visible", timeout: 20_000 }))

/** Chooses a command and previews it. */
const preview = (frame: Frame, slug: string) =>
  does(async () => {
    await frame.getByLabel("What to do").selectOption(slug)
    await button(frame, "Preview").click()
    await frame.getByText("Nothing is sent yet.").waitFor()
  })

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("the robot card", (it) => {
  const shown = it.effect.skipIf(noBrowser !== null)

  shown("the robot card shows a robot's live values, its battery first, and follows them", () =>
    Effect.gen(function* () {
      const { client, endpoint, robot, robotId, say } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const { errors, frame } = yield* showCard(official, { tool: "describe_robot", args: { robot_id: robotId } })
      yield* says(frame, "83 %")
      const seen = yield* does(async () => ({
        heading: await frame.locator("h1").innerText(),
        state: await frame.locator(".state").innerText(),
        names: await frame.locator("dt").allInnerTexts(),
        values: await frame.locator("dd").allInnerTexts()
      }))
      assert.deepStrictEqual(seen, {
        heading: robot.name,
        state: "Online",
        names: ["Battery", "speed"],
        values: ["83 %", "0.40 m/s"]
      })
      say("battery", 12)
      yield* says(frame, "12 %")
      assert.deepStrictEqual(errors, [])
    })
  )

  shown("the robot card runs what was previewed, as it was previewed, and shows the job to its end", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, robotId } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const { called, frame } = yield* showCard(official, { tool: "describe_robot", args: { robot_id: robotId } })
      yield* preview(frame, "dock")
      yield* does(async () => {
        await frame.getByLabel(/^speed/).fill("0.75")
        assert.isTrue(await button(frame, "Run").isDisabled())
        await button(frame, "Preview").click()
        await frame.getByText('"speed": 0.75').waitFor()
      })
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
      yield* does(() => button(frame, "Run").click())
      const { job_id, params } = yield* bridge.next("invoke")
      assert.deepInclude(params, { speed: 0.75, lamp: false })
      bridge.update({ id: job_id, slug: "dock" }, "running", { progress: 0.42 })
      yield* says(frame, "42 %")
      bridge.update({ id: job_id, slug: "dock" }, "succeeded", { result: {} })
      yield* says(frame, "Succeeded")
      const commands = called.filter(([name]) => name === "start_action").map(([, args]) => args)
      assert.lengthOf(commands, 3)
      assert.deepStrictEqual(commands[2], { robot_id: robotId, slug: "dock", params: { speed: 0.75, lamp: false } })
    })
  )

  shown("the robot card cannot confirm: it opens the page, and a person decides there", () =>
    Effect.gen(function* () {
      const { app, bridge, client, endpoint, robotId, user } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const { frame, opened } = yield* showCard(official, { tool: "describe_robot", args: { robot_id: robotId } })
      yield* preview(frame, "undock")
      yield* does(async () => {
        await button(frame, "Run").click()
        await button(frame, "Run again").click()
        await button(frame, "Open the page").click()
      })
      yield* says(frame, "This command needs your yes.")
      // The card asks its host by messages, which come later than the press.
      const address = yield* until(
        "the page that the card opens",
        Effect.sync(() => opened[0])
      )
      const page = new URL(address).pathname
      assert.match(page, /^\/app\/[^/]+\/mcp\/confirm\/[0-9a-f-]{36}$/)
      yield* bridge.sync
      assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
      const next = encodeURIComponent(page.replace(`/app/${app.identifier}/`, ""))
      const signedIn = yield* form(`/app/${app.identifier}/sign-in?next=${next}`, { email: user.email, password })
      const cookie = signedIn.headers.getSetCookie()[0]!.split(";", 1)[0]!
      assert.include((yield* form(page, { decision: "approve" }, { cookie })).body, "Allowed")
      yield* does(() => button(frame, "Run again").click())
      const { slug } = yield* bridge.next("invoke")
      assert.strictEqual(slug, "undock")
      yield* says(frame, "Running")
    })
  )

  for (const decision of ["accept", "decline"] as const) {
    shown(`the robot card leaves the question to a client that can ask, whose person says ${decision}`, () =>
      Effect.gen(function* () {
        const { bridge, client, endpoint, robotId } = yield* aShownRobot()
        const asked: Array<string> = []
        const official = yield* pagesClient(endpoint, client.access, (message) => {
          asked.push(message)
          return decision
        })
        const { frame } = yield* showCard(official, { tool: "describe_robot", args: { robot_id: robotId } })
        yield* preview(frame, "undock")
        assert.deepStrictEqual(asked, [])
        yield* does(() => button(frame, "Run").click())
        if (decision === "accept") yield* bridge.next("invoke")
        else yield* says(frame, "This command needs your yes.")
        yield* bridge.sync
        assert.isFalse(bridge.frames.some(({ type }) => type === "invoke"))
        assert.lengthOf(asked, 1)
        assert.match(asked[0]!, /asks to start the action undock/)
      })
    )
  }

  shown("the robot card shows the job that the model began, and stops it", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, robotId } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const { frame } = yield* showCard(official, { tool: "start_action", args: { robot_id: robotId, slug: "dock" } })
      const { job_id } = yield* bridge.next("invoke")
      yield* says(frame, "Running")
      yield* does(() => button(frame, "Stop").click())
      const cancel = yield* bridge.next("cancel")
      assert.strictEqual(cancel.job_id, job_id)
      bridge.send({
        type: "cancel_result",
        request_id: cancel.request_id,
        slug: "dock",
        goals: [{ job_id, goal_id: "g", return_code: 0 }],
        error: null
      } as never)
      yield* says(frame, "Stopped. Jobs cancelled: 1. Publishers made safe: 0.")
      bridge.update({ id: job_id, slug: "dock" }, "cancelled")
      yield* says(frame, "Cancelled")
    })
  )

  shown("the robot card shows the picture of a camera, and none of another kind", () =>
    Effect.gen(function* () {
      const { client, endpoint, robotId } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
      const image = (mimeType: string) => ({ content: [{ type: "image", data: pixel, mimeType }] })
      for (const [mimeType, isShown] of [
        ["image/png", true],
        ["image/svg+xml", false]
      ] as const) {
        const card = { tool: "describe_robot", args: { robot_id: robotId }, own: { camera_snapshot: image(mimeType) } }
        const { called, errors, frame, window } = yield* showCard(official, card)
        yield* says(frame, "83 %")
        yield* does(() => window.waitForFunction(() => true))
        yield* Effect.repeat(
          Effect.promise(() => frame.evaluate(() => new Promise((resume) => requestAnimationFrame(resume)))),
          { until: () => called.some(([name]) => name === "camera_snapshot") }
        )
        if (isShown) yield* does(() => frame.getByAltText("Camera front").waitFor())
        else assert.isFalse(yield* does(() => frame.locator("img").isVisible()))
        assert.deepStrictEqual(errors, [])
      }
    })
  )

  shown("the robot card shows the newest still of the robot's camera, as camera_snapshot answers it", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, robotId } = yield* aShownRobot()
      const still = yield* does(() =>
        sharp({ create: { width: 320, height: 240, channels: 3, background: "#c33" } })
          .jpeg()
          .toBuffer()
      )
      const about = { type: "snapshot", slug: "front", mime: "image/jpeg", width: 320, height: 240, timestamp_ms: 0 }
      bridge.sendRaw(encodeSnapshot(about as never, still))
      yield* bridge.sync
      const official = yield* pagesClient(endpoint, client.access)
      const card = { tool: "describe_robot", args: { robot_id: robotId } }
      const { called, errors, frame } = yield* showCard(official, card)
      const image = frame.getByAltText("Camera front")
      yield* does(() => image.waitFor({ state: "visible", timeout: 20_000 }))
      const seen = yield* does(() =>
        image.evaluate(async (element) => {
          const img = element as HTMLImageElement
          await img.decode()
          return [img.src, img.naturalWidth, img.naturalHeight]
        })
      )
      assert.deepStrictEqual(seen, [`data:image/jpeg;base64,${still.toString("base64")}`, 320, 240])
      assert.deepInclude(called, ["camera_snapshot", { robot_id: robotId, slug: "front" }])
      assert.deepStrictEqual(errors, [])
    })
  )

  shown("the robot card says why a command is refused", () =>
    Effect.gen(function* () {
      const { bridge, client, endpoint, path, robotId, user } = yield* aShownRobot()
      const official = yield* pagesClient(endpoint, client.access)
      const { frame } = yield* showCard(official, { tool: "describe_robot", args: { robot_id: robotId } })
      yield* says(frame, "Online")
      yield* bridge.leave
      yield* does(async () => {
        await frame.getByLabel("What to do").selectOption("dock")
        await button(frame, "Preview").click()
      })
      yield* says(frame, "robot_offline")
      assert.isTrue(yield* does(() => button(frame, "Run").isDisabled()))
      yield* says(frame, "Offline")
      assert.strictEqual((yield* call("GET", "/api/client/mcp/grants", { as: user.token })).status, 200)
      assert.isString(path)
    })
  )
})
