/// <reference lib="dom" />
import * as NodeServices from "@effect/platform-node/NodeServices"
import { runBridge } from "@fleet/bridge/Bridge"
import { foxgloveGateway } from "@fleet/bridge/ros/foxglove/FoxgloveGateway"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { mobileSource } from "@fleet/server/demo/DemoConfigs"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer, Redacted } from "effect"
import type { Page } from "playwright-core"
import { temporaryDirectory } from "../../bridge/support/bridge.ts"
import { eventually, publish } from "../../robots/jobs/world.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { builtConsole, serveConsole } from "./consoleOrigin.ts"
import { openConsole } from "./livePage.ts"

export const AtAddress = Layer.unwrap(
  Effect.map(freePort("127.0.0.1"), (port) => testApp({ port, baseUrl: `http://127.0.0.1:${port}` }))
).pipe(Layer.orDie)

export const waits = { timeout: 60_000 }

/** The demo's rover in its room, without a recorder. */
export const source = mobileSource.slice(0, mobileSource.indexOf("recorder:"))

/** A simulated rover with its bridge, and a page that shows it. */
export const aRover = Effect.gen(function* () {
  const { developer, owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller)
  const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 }).pipe(Effect.orDie)
  yield* publish(owner.caller, robot.id, source)
  const { baseUrl } = yield* Settings
  yield* runBridge({
    url: baseUrl,
    token: Redacted.make(token),
    stateDirectory: yield* temporaryDirectory,
    ffmpeg: "none"
  }).pipe(Effect.provide([foxgloveGateway(simulator.url), NodeServices.layer]), Effect.forkScoped)
  const path = `/api/robots/${robot.id}`
  const as = owner.token
  yield* eventually(
    call("GET", path, { as }),
    ({ body }) => body.bridge_state.online && body.config.applied_ok === true
  )
  const console = yield* serveConsole(yield* builtConsole, baseUrl)
  const opened = yield* openConsole(console.origin, owner, `/robots/${robot.id}`)
  const x = Effect.map(call("GET", `${path}/datapoints/position_x`, { as }), ({ body }) => body.value as number)
  /** The robot stands: it is at the same place twice, half a second apart. */
  const stands = eventually(
    Effect.gen(function* () {
      const before = yield* x
      yield* Effect.sleep(500)
      return Math.abs((yield* x) - before) < 0.001
    }),
    (is) => is
  )
  return { ...opened, as, console, developer, owner, path, robot, stands, x }
})

export const padOf = (page: Page) => page.getByRole("group", { name: /drive/i })
export const phaseIs = (page: Page, phase: string) =>
  Effect.promise(async () => {
    try {
      await page.locator(`.drive-pad[data-phase="${phase}"]`).waitFor(waits)
    } catch (error) {
      const card = page.getByRole("region", { name: "Drive", exact: true })
      const shown = `${await card.innerText()}; ${await page.locator(".camera").innerText()}`
      throw new Error(`The pad is not ${phase}: ${shown}`, { cause: error })
    }
  })

/** Lets the page drive without its picture: how quick pictures are is up to the machine. */
export const allowBlind = (page: Page) =>
  Effect.promise(async () => {
    await padOf(page).waitFor(waits)
    await page.getByRole("switch", { name: /Drive without picture/ }).click()
  })

/** Presses Shift and W wherever nothing is held. */
export const press = (page: Page) =>
  Effect.promise(async () => {
    const phase = await padOf(page).getAttribute("data-phase")
    if (phase === "held" || phase === "stopping") return
    await page.keyboard.up("w")
    await padOf(page).getByRole("button").first().focus()
    await page.keyboard.down("Shift")
    await page.keyboard.down("w")
  })

export const letGo = (page: Page) =>
  Effect.promise(async () => {
    await page.keyboard.up("w")
    await page.keyboard.up("Shift")
  })

/** Holds W until the robot has moved. */
export const drive = Effect.fnUntraced(function* ({ page, x }: { page: Page; x: Effect.Effect<number, any, any> }) {
  const from = yield* x
  // On a slow machine the pad lets go by itself, and is pressed again as people do.
  yield* eventually(
    Effect.gen(function* () {
      yield* press(page)
      return Math.abs((yield* x) - from) > 0.05
    }),
    (is) => is
  )
})
