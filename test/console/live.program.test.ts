/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer } from "effect"
import { noBrowser, violations } from "../pages/browser.ts"
import { publish } from "../robots/jobs/world.ts"
import { connectBridge, type FakeBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { builtConsole, serveConsole } from "./support/consoleOrigin.ts"
import { cardOf, openConsole, valueOf, watchCard } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

const AtAddress = Layer.unwrap(
  Effect.map(freePort("127.0.0.1"), (port) => testApp({ port, baseUrl: `http://127.0.0.1:${port}` }))
).pipe(Layer.orDie)

const many = Array.from(
  { length: 24 },
  (_, index) => `  fast_${index}: {topic: /fast, type: std_msgs/msg/Float64, field: data, rate_throttle_hz: 20}`
)

const source = `platform: 1
datapoints:
  battery: {topic: /battery, type: std_msgs/msg/Float64, field: data, rate_throttle_hz: 10, numeric: {unit: "%", decimals: 1}}
  odd: {topic: /odd, type: std_msgs/msg/Float64, field: data}
  count: {topic: /count, type: std_msgs/msg/Int64, field: data}
  words: {topic: /words, type: std_msgs/msg/String, field: data}
  whole: {topic: /whole, type: a/msg/Whole}
actions:
  dock:
    ros_name: /dock
    type: a/action/Dock
    message: {speed: "\${speed}"}
    parameters:
      speed: {type: float64, min_value: 0, max_value: 1.5, default: 0.5, description: Metres per second}
      name: {type: string, regex: "^(a+)+$", default: a}
services:
  reset: {ros_name: /reset, type: std_srvs/srv/Trigger}
`.replace('message: {speed: "${speed}"}', 'message: {speed: "${speed}", name: "${name}"}')

/** Sends a value of a datapoint. */
const send = (bridge: FakeBridge, slug: string, value: unknown, timestamp_ms = Date.now()) =>
  bridge.sendRaw(JSON.stringify({ type: "datapoint", slug, value, timestamp_ms, backfill: false }))

const aPage = Effect.fnUntraced(function* (text = source) {
  const { developer, owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller)
  yield* publish(owner.caller, robot.id, text)
  const bridge = yield* connectBridge(token)
  const config = yield* bridge.next("config")
  bridge.send({ type: "config_applied", version: config.version, ok: true, errors: [] })
  const console = yield* serveConsole(yield* builtConsole, (yield* Settings).baseUrl)
  const opened = yield* openConsole(console.origin, owner, `/robots/${robot.id}`)
  yield* Effect.promise(() => cardOf(opened.page, "dock").waitFor({ timeout: 60_000 }))
  const path = `/api/robots/${robot.id}`
  return { ...opened, bridge, console, developer, owner, path, robot, token }
})

const waits = { timeout: 30_000 }

describe.skipIf(noBrowser !== null)(`the live page of a robot${note}`, () => {
  layer(AtAddress, { excludeTestServices: true })((it) => {
    it.effect("writes values at a rate without a render for any of them, and nothing but texts", () =>
      Effect.gen(function* () {
        const { bridge, errors, page } = yield* aPage()
        const value = valueOf(page, "battery")
        let sent = 0
        const timer = setInterval(() => {
          sent++
          for (const slug of ["battery", "odd"]) send(bridge, slug, 50 + sent / 10)
        }, 20)
        yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
        yield* Effect.promise(async () => {
          await cardOf(page, "battery").locator(".value-text", { hasText: /^5\d/ }).waitFor(waits)
          await page.waitForTimeout(1500)
        })
        const watched = Effect.gen(function* () {
          const before = sent
          const seen = yield* Effect.promise(() => watchCard(page, "battery", 3000))
          const others = seen.others.filter((each) => !/attributes (?:chart |chart$|value-age title)/.test(each))
          return { ...seen, others, samples: sent - before }
        })
        let { commits, others, samples, texts } = yield* watched
        // Beside other work the page may still be finding its size: what samples write would be there each time.
        for (let tries = 0; tries < 5 && others.length > 0; tries++)
          ({ commits, others, samples, texts } = yield* watched)
        assert.isAbove(texts, 8)
        assert.isAbove(samples, 40)
        // The clock of the page's ages and of its lists, whatever is sent.
        assert.isBelow(commits, samples / 4)
        assert.deepStrictEqual(others.slice(0, 5), [])
        assert.match((yield* Effect.promise(() => value.textContent()))!, /^\d+\.\d$/)
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("shows what is no plain number as what it is, and text of robots as text", () =>
      Effect.gen(function* () {
        const { bridge, errors, page } = yield* aPage()
        yield* Effect.promise(() => page.waitForTimeout(500))
        const text = `<img src=x onerror=alert(1)>\u202eevil`
        const value = { deep: { list: [1, null, text], at: { sec: 1, nanosec: 2 } } }
        send(bridge, "odd", null)
        send(bridge, "count", "9007199254740993")
        send(bridge, "words", text)
        send(bridge, "whole", value)
        yield* Effect.promise(async () => {
          await cardOf(page, "odd").getByText("not a number").first().waitFor(waits)
          await cardOf(page, "count").getByText("9007199254740993").waitFor(waits)
          await cardOf(page, "words").getByText("<img src=x onerror=alert(1)>␣U+202Eevil").waitFor(waits)
          await cardOf(page, "whole").getByText(`"<img src=x onerror=alert(1)>␣U+202Eevil"`).waitFor(waits)
        })
        assert.strictEqual(yield* Effect.promise(() => page.locator('img[src="x"]').count()), 0)
        // A value of a clock that is hours ahead holds nothing up.
        send(bridge, "odd", 1, Date.now() + 3 * 3_600_000)
        send(bridge, "odd", 2)
        yield* Effect.promise(() => cardOf(page, "odd").locator(".value-text", { hasText: /^2$/ }).waitFor(waits))
        assert.deepStrictEqual(yield* violations(page), [])
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("says of what a value is once it is old: without the link, without the robot, without news", () =>
      Effect.gen(function* () {
        const { bridge, console, page, token } = yield* aPage()
        yield* Effect.promise(() => page.waitForTimeout(500))
        send(bridge, "battery", 12.3)
        const card = cardOf(page, "battery")
        yield* Effect.promise(async () => {
          await card.getByText("12.3").waitFor(waits)
          // At ten a second two seconds without one are too long.
          await card.getByText(/^as of /).waitFor(waits)
        })
        const timer = setInterval(() => send(bridge, "battery", 45.6), 100)
        yield* Effect.promise(() => card.getByText("45.6").waitFor(waits))
        yield* Effect.promise(() => card.getByText(/^as of /).waitFor({ ...waits, state: "hidden" }))
        console.cut()
        yield* Effect.promise(async () => {
          await card.getByText(/^as of /).waitFor(waits)
          assert.match(
            (await cardOf(page, "dock").getByRole("button", { name: /^Run/ }).getAttribute("title"))!,
            /No link/
          )
        })
        console.mend()
        yield* Effect.promise(() => card.getByText(/^as of /).waitFor({ ...waits, state: "hidden" }))
        clearInterval(timer)
        yield* bridge.leave
        yield* Effect.promise(async () => {
          await card.getByText(/^as of /).waitFor(waits)
          await cardOf(page, "dock")
            .getByRole("button", { name: /^Run dock.*offline/ })
            .waitFor(waits)
        })
        const again = yield* connectBridge(token)
        yield* again.next("config")
        send(again, "battery", 78.9)
        yield* Effect.promise(() => card.getByText("78.9").waitFor(waits))
      })
    )

    it.effect("runs an action from the press to its end, cancels one, and shows that of somebody else", () =>
      Effect.gen(function* () {
        const { bridge, developer, errors, page, path } = yield* aPage()
        const dock = cardOf(page, "dock")
        yield* Effect.promise(async () => {
          // The pattern would hang a page that tried it.
          await dock.getByLabel(/^name/).fill(`${"a".repeat(40)}`)
          await dock.getByRole("textbox", { name: /^speed/ }).fill("9")
          await dock.getByRole("button", { name: /^Run/ }).click()
          await dock.getByText("At most 1.5.").waitFor(waits)
          await dock.getByRole("textbox", { name: /^speed/ }).fill("1,25")
          await dock.getByRole("button", { name: /^Run/ }).click()
        })
        const first = yield* bridge.next("invoke")
        assert.deepStrictEqual(first.params, { speed: 1.25, name: "a".repeat(40) })
        const job = { id: first.job_id, slug: "dock" }
        bridge.update(job, "running", { progress: 0.4, feedback: { left: 3 }, timestamp_ms: Date.now() })
        yield* Effect.promise(async () => {
          await dock.getByText("started by you").waitFor(waits)
          await dock.getByText(/accepted \+\d+ ms/).waitFor(waits)
          await dock.getByText("40 %").waitFor(waits)
          await dock.getByText("left").waitFor(waits)
        })
        bridge.update(job, "succeeded", { result: { docked: true }, timestamp_ms: Date.now() })
        yield* Effect.promise(async () => {
          await dock.getByText("docked").waitFor(waits)
          await dock.getByRole("button", { name: /^Run/ }).click()
        })
        const second = yield* bridge.next("invoke")
        bridge.update({ id: second.job_id, slug: "dock" }, "running", { timestamp_ms: Date.now() })
        yield* Effect.promise(() => dock.getByRole("button", { name: /^Cancel/ }).click())
        yield* bridge.next("cancel")
        yield* Effect.promise(() => dock.getByText(/^Cancel asked/).waitFor(waits))
        bridge.update({ id: second.job_id, slug: "dock" }, "cancelled", { timestamp_ms: Date.now() })
        yield* Effect.promise(() => dock.getByText("Cancelled").waitFor(waits))
        yield* call("POST", `${path}/jobs/dock`, { as: developer.token, body: { params: {} } }).pipe(Effect.forkScoped)
        const third = yield* bridge.next("invoke")
        bridge.update({ id: third.job_id, slug: "dock" }, "running", { timestamp_ms: Date.now() })
        yield* Effect.promise(async () => {
          await dock.getByText(`started by ${developer.email}`).waitFor(waits)
          assert.strictEqual(await dock.getByRole("button", { name: /^Run/ }).count(), 0)
        })
        assert.deepStrictEqual(errors, [])
      })
    )

    it.effect("stops everything of the robot by Escape, and says so when there is no link", () =>
      Effect.gen(function* () {
        const { bridge, console, page, path, developer } = yield* aPage()
        yield* call("POST", `${path}/jobs/dock`, { as: developer.token, body: { params: {} } }).pipe(Effect.forkScoped)
        const job = yield* bridge.next("invoke")
        bridge.update({ id: job.job_id, slug: "dock" }, "running", { timestamp_ms: Date.now() })
        yield* Effect.promise(async () => {
          await cardOf(page, "dock")
            .getByRole("button", { name: /^Cancel/ })
            .waitFor(waits)
          await cardOf(page, "dock")
            .getByRole("button", { name: /^Cancel/ })
            .focus()
          await page.keyboard.press("Escape")
        })
        const cancel = yield* bridge.next("cancel")
        bridge.send({ type: "cancel_result", request_id: cancel.request_id, slug: "dock", goals: [], error: null })
        bridge.update({ id: job.job_id, slug: "dock" }, "cancelled", { timestamp_ms: Date.now() })
        console.cut()
        yield* Effect.promise(async () => {
          await cardOf(page, "dock")
            .getByRole("button", { name: /No link/ })
            .waitFor(waits)
          await page.getByRole("button", { name: /^Stop/ }).click()
          await page.getByText("Not sent: no link.").waitFor(waits)
        })
      })
    )

    it.effect("keeps drawing twenty-four charts at a rate, with one subscription each while they are seen", () =>
      Effect.gen(function* () {
        const { bridge, errors, page } = yield* aPage(`${source.replace("actions:", `${many.join("\n")}\nactions:`)}`)
        let at = 0
        const timer = setInterval(() => {
          at++
          for (const index of many.keys()) send(bridge, `fast_${index}`, Math.sin(at / 10) * index)
        }, 50)
        yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
        yield* Effect.promise(async () => {
          await page.locator('[data-slug="fast_1"] canvas').waitFor(waits)
          await page.waitForTimeout(1000)
        })
        const seen = yield* Effect.promise(() => watchCard(page, "fast_1", 2000))
        assert.isAbove(seen.texts, 8)
        assert.isBelow(seen.commits, 20)
        assert.deepStrictEqual(errors, [])
      })
    )
  })
})
