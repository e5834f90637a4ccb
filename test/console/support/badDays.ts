/// <reference lib="dom" />
import { assert } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer } from "effect"
import type { Page } from "playwright-core"
import { publish } from "../../robots/jobs/world.ts"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { builtConsole, serveConsole } from "./consoleOrigin.ts"
import { cardOf, openConsole } from "./livePage.ts"

export const AtAddress = Layer.unwrap(
  Effect.map(freePort("127.0.0.1"), (port) => testApp({ port, baseUrl: `http://127.0.0.1:${port}` }))
).pipe(Layer.orDie)

export const waits = { timeout: 30_000 }
/** As long as a slug may be, and with each kind of character that one may have. */
export const longSlug = `a${"1_b2".repeat(15)}_z`
/** As long as a robot's name may be: markup, quotes, bidi controls, an emoji, and letters that are wide. */
export const longName = `<b>"rover"</b>\u202e\u2066&amp;'; -- 🤖 ${"Ẅ".repeat(30)}`.slice(0, 63)
export const markup = `<img src=x onerror=alert(1)>\u202eevil`
export const hours = 3_600_000

/**
 * A device whose clock is off by so many milliseconds, for a page's first script. `deviceOffMs` of the page sets it to
 * another time.
 */
export const clockOff = (ms: number): string => `{
  globalThis.deviceOffMs = ${ms}
  const Right = Date
  const now = () => Right.now() + deviceOffMs
  const Wrong = function (...given) {
    if (new.target === undefined) return new Right(now()).toString()
    return given.length === 0 ? new Right(now()) : new Right(...given)
  }
  Object.setPrototypeOf(Wrong, Right)
  Wrong.prototype = Right.prototype
  Wrong.now = now
  globalThis.Date = Wrong
}
`
/** As many parameters as a command may have. */
export const parameters = Array.from({ length: 50 }, (_, index) => `p${index}`)

const source = `platform: 1
datapoints:
  odd: {topic: /odd, type: std_msgs/msg/Float64, field: data, numeric: {unit: "m/s", decimals: 2}}
  count: {topic: /count, type: std_msgs/msg/Int64, field: data}
  blob: {topic: /blob, type: a/msg/Blob}
  silent: {topic: /silent, type: std_msgs/msg/Float64, field: data}
  future: {topic: /future, type: std_msgs/msg/Float64, field: data}
  fast: {topic: /fast, type: std_msgs/msg/Float64, field: data, retention: {enabled: true, interval_seconds: 1}}
  ${longSlug}: {topic: /long, type: std_msgs/msg/String, field: data}
actions:
  many:
    ros_name: /many
    type: a/action/Many
    message: {${parameters.map((name) => `${name}: "\${${name}}"`).join(", ")}}
    parameters:
${parameters.map((name, index) => `      ${name}: {type: string, default: a${index === 0 ? ', regex: "^(a+)+$"' : ""}}`).join("\n")}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
publishers:
  lamp:
    topic: /lamp
    type: std_msgs/msg/String
    message: {data: "\${text}"}
    parameters:
      text: {type: string, default: on}
    failsafe: {timeout_ms: 500, message: {data: "off"}}
    quiet_timeout_ms: 1000
`

/** Sends a value of a datapoint. */
export const send = (bridge: FakeBridge, slug: string, value: unknown, timestamp_ms = Date.now()) =>
  bridge.sendRaw(JSON.stringify({ type: "datapoint", slug, value, timestamp_ms, backfill: false }))

export const aPage = Effect.fnUntraced(function* (
  options: Parameters<typeof openConsole>[3] = {},
  without: string = ""
) {
  const { developer, owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, longName)
  yield* publish(owner.caller, robot.id, source)
  const bridge = yield* connectBridge(token)
  const config = yield* bridge.next("config")
  bridge.send({ type: "config_applied", version: config.version, ok: true, errors: [] })
  const served = yield* serveConsole(yield* builtConsole, (yield* Settings).baseUrl)
  const path = `/robots/${robot.id}`
  const opened = yield* openConsole(served.origin, owner, "/nowhere", options)
  yield* Effect.promise(async () => {
    if (without !== "") await opened.page.addInitScript(without)
    await opened.page.goto(served.origin + path)
    await cardOf(opened.page, "many").waitFor({ timeout: 60_000 })
  })
  return { ...opened, bridge, served, developer, owner, path, robot, token }
})

/** Chooses an act of a card's menu. */
export const choose = async (page: Page, slug: string, act: string) => {
  await cardOf(page, slug)
    .getByRole("button", { name: `More about ${slug}` })
    .click()
  await page.getByRole("menu").getByText(act, { exact: true }).click()
}

export const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Whether Stop is on the screen, whole. */
const stopIsThere = async (page: Page) => {
  const box = await page.getByRole("button", { name: /^Stop/ }).boundingBox()
  const { height, width } = page.viewportSize()!
  return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
}

/** Nothing scrolls sideways and Stop is in reach, from 320 px to 4K and at twice the size of the text. */
export const fitsEverywhere = async (page: Page) => {
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [640, 400],
    [768, 1024],
    [1024, 768],
    [1440, 900],
    [3840, 2160]
  ] as const) {
    await page.setViewportSize({ width, height })
    assert.isAtMost(await sideways(page), 0, `${width}`)
    assert.isTrue(await stopIsThere(page), `Stop at ${width}`)
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    assert.isTrue(await stopIsThere(page), `Stop at the end of ${width}`)
  }
  // Twice the size of the text alone.
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"))
  assert.isAtMost(await sideways(page), 0, "200 %")
  assert.isTrue(await stopIsThere(page), "Stop at 200 %")
}
