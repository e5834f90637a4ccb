/// <reference lib="dom" />
import { assert, describe, it } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { served, storage } from "../e2e/support/killable.ts"
import { prints } from "../e2e/support/server.ts"
import { until } from "../e2e/support/until.ts"
import { publish } from "../e2e/support/world.ts"
import { noBrowser } from "../pages/browser.ts"
import { bundledProgram } from "../support/bundledProgram.ts"
import { startCommand } from "../support/Child.ts"
import { connectBridgeAt, type FakeBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { send } from "./support/badDays.ts"
import { builtDist } from "./support/builtDist.ts"
import { retype, textIn } from "./support/configPage.ts"
import { cardOf, openConsole, valueOf } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`
const waits = { timeout: 60_000 }

const source = `platform: 1
datapoints:
  speed: {topic: /speed, type: std_msgs/msg/Float64, field: data, rate_throttle_hz: 10, numeric: {decimals: 2}}
actions:
  dock:
    ros_name: /dock
    type: a/action/Dock
    message: {speed: "\${speed}"}
    parameters:
      speed: {type: float32, default: 0.5}
publishers:
  drive:
    topic: /cmd_vel
    type: geometry_msgs/msg/Twist
    message: {linear: {x: "\${forward}"}, angular: {z: "\${turn}"}}
    parameters:
      forward: {type: float64, default: 0, min_value: -1, max_value: 1}
      turn: {type: float64, default: 0, min_value: -2, max_value: 2}
    failsafe: {timeout_ms: 500, message: {linear: {x: 0}, angular: {z: 0}}}
    quiet_timeout_ms: 2000
`

const people = Effect.gen(function* () {
  const { owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
  yield* publish(owner.token, robot.id, source)
  return { owner, robotId: robot.id, bridgeToken: token }
})

/** A server of a process of its own with the console, at one address however often it is started. */
const aServer = Effect.gen(function* () {
  const { env, settings } = yield* storage
  const folder = yield* builtDist
  const port = yield* freePort("127.0.0.1")
  const origin = `http://127.0.0.1:${port}`
  // Its tokens are of this address.
  const made = yield* served({ ...settings, port, baseUrl: origin, portalUrl: origin }, people)
  const main = yield* Effect.promise(() => bundledProgram("server", "main"))
  const start = Effect.gen(function* () {
    const child = yield* startCommand(process.execPath, [main, "--no-demo"], {
      env: {
        PATH: process.env.PATH,
        ...env,
        PORT: String(port),
        BASE_URL: origin,
        PORTAL_URL: origin,
        CONSOLE_FILES: folder
      }
    })
    yield* prints(child, /is at (http:\S+)/, 60)
    return child
  })
  return { ...made, origin, start }
})

const padOf = (page: Page) => page.getByRole("group", { name: /drive/i })
/** What the robot was told that moves it. */
const forward = ({ frames }: FakeBridge) =>
  frames.filter((frame) => {
    if (frame.type !== "publish") return false
    const { linear } = frame.message as { readonly linear?: { readonly x?: number } }
    return linear?.x !== 0
  })

/** Lets the page drive without a picture, and holds Shift and W until the robot is told to move. */
const holdKey = (page: Page, bridge: FakeBridge) => {
  const before = forward(bridge).length
  return until(
    "a robot that is driven",
    Effect.promise(async () => {
      if (forward(bridge).length > before + 2) return true
      if ((await padOf(page).getAttribute("data-phase")) !== "held") {
        await page.keyboard.up("w")
        await padOf(page).getByRole("button").first().focus()
        await page.keyboard.down("Shift")
        await page.keyboard.down("w")
      }
      return false
    })
  )
}

describe.skipIf(noBrowser !== null)(`a server that is started again under an open page${note}`, () => {
  it.live(
    "is gone and back for the page, which says so, loses no text, calls no old value new, and drives on by a new press alone",
    () =>
      Effect.gen(function* () {
        const { bridgeToken, origin, owner, robotId, start } = yield* aServer
        let server = yield* start
        let bridge = yield* connectBridgeAt(origin, bridgeToken)
        const live = yield* openConsole(origin, owner, `/robots/${robotId}`)
        const config = yield* openConsole(origin, owner, `/robots/${robotId}/config`)
        const { page } = live
        const form = cardOf(page, "dock").getByRole("textbox").first()
        yield* Effect.promise(async () => {
          await page.getByRole("switch", { name: /Drive without picture/ }).click(waits)
          await form.fill("0.75")
          await config.page.getByRole("textbox", { name: "Configuration" }).waitFor(waits)
          for (const each of [page, config.page]) await each.evaluate("globalThis.isFormer = true")
        })
        for (const signal of ["SIGTERM", "SIGKILL"] as const) {
          const old = cardOf(page, "speed").getByText(/^as of /)
          send(bridge, "speed", 1.25)
          yield* Effect.promise(async () => {
            await valueOf(page, "speed").getByText("1.25").waitFor(waits)
            await old.waitFor({ ...waits, state: "detached" })
          })
          yield* Effect.promise(() => page.bringToFront())
          yield* holdKey(page, bridge)

          yield* server.kill(signal)
          yield* Effect.promise(async () => {
            await page.getByText(/^The link to the service is lost since/).waitFor(waits)
            await old.waitFor(waits)
            await page.locator('.drive-pad:not([data-phase="held"])').waitFor(waits)
            await retype(config.page, signal === "SIGTERM" ? "/dock" : "/dock_SIGTERM", `/dock_${signal}`)
            await config.page.locator(".config-bar").getByText("Not saved").first().waitFor(waits)
          })

          server = yield* start
          bridge = yield* connectBridgeAt(origin, bridgeToken)
          yield* Effect.promise(async () => {
            for (const each of [page, config.page]) {
              await each.locator(".link-state").getByText(/^Live/).waitFor(waits)
              assert.isTrue(await each.evaluate("globalThis.isFormer === true"))
            }
            // The keys are still down, and go on repeating.
            await page.locator('.drive-pad[data-phase="no_picture"]').waitFor(waits)
            await page.keyboard.down("w")
            await config.page
              .locator(".config-bar")
              .getByText(/^Saved/)
              .waitFor(waits)
            assert.include(await textIn(config.page), `/dock_${signal}`)
            assert.strictEqual(await form.inputValue(), "0.75")
            // The robot has not sent it again.
            assert.isTrue(await old.isVisible())
            await page.keyboard.up("w")
          })
          assert.lengthOf(forward(bridge), 0)
          yield* holdKey(page, bridge)
          yield* Effect.promise(() => page.keyboard.up("w"))
        }
        const own = [...live.errors, ...config.errors].filter((each) => !/ERR_|WebSocket|status of 50/.test(each))
        assert.deepStrictEqual(own, [])
      }),
    600_000
  )
})
