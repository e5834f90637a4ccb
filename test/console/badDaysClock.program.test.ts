/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Page } from "playwright-core"
import { noBrowser } from "../pages/browser.ts"
import { eventually, publish } from "../robots/jobs/world.ts"
import { connectBridge } from "../support/FakeBridge.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { call } from "../support/wire.ts"
import { AtAddress, clockOff, hours, send, waits } from "./support/badDays.ts"
import { retype } from "./support/configPage.ts"
import { builtConsole, serveConsole } from "./support/consoleOrigin.ts"
import { cardOf, openConsole } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

const minute = 60_000
const source = `platform: 1
datapoints:
  speed:
    topic: /speed
    type: std_msgs/msg/Float64
    field: data
    rate_throttle_hz: 10
    retention: {enabled: true, interval_seconds: 1}
    alerts:
      fast: {condition: {fire_at: 2, resolve_at: 1}, name: Too fast}
actions:
  dock: {ros_name: /dock, type: a/action/Dock}
`

/** A robot that has recorded and run something half an hour and two hours ago. */
const aDay = Effect.gen(function* () {
  const { orgId, owner } = yield* makeOrg
  const { robot, token } = yield* makeRobot(owner.caller, "rover-07")
  yield* publish(owner.caller, robot.id, source)
  const bridge = yield* connectBridge(token)
  const { version } = yield* bridge.next("config")
  bridge.send({ type: "config_applied", version, ok: true, errors: [] })
  const sql = yield* SqlClient.SqlClient
  for (const [slug, minutes] of [
    ["older", 120],
    ["recent", 30]
  ] as const) {
    const at = new Date(Date.now() - minutes * minute)
    yield* sql`
      INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, started_at, updated_at, ended_at)
      VALUES (gen_random_uuid(), 1, ${orgId}, ${robot.id}, ${slug}, 'action', 'succeeded', 1000, ${at}, ${at}, ${at})`
    const sample = { type: "datapoint", slug: "speed", value: minutes, timestamp_ms: at.getTime(), backfill: true }
    bridge.sendRaw(JSON.stringify(sample))
  }
  const path = `/api/robots/${robot.id}`
  const history = call("GET", `${path}/datapoints/speed/history?from=now-3h&to=now`, { as: owner.token })
  yield* eventually(history, ({ body }) => body.samples?.length === 2)
  const served = yield* serveConsole(yield* builtConsole, (yield* Settings).baseUrl)
  return { bridge, owner, path, robot, served }
})

/** The time zone in which it is this hour now. */
const zoneWhere = (hour: number): string => {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24
  if (ahead === 0) return "UTC"
  return ahead <= 14 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
}

/** How far the first time in a text is from now by the service's clock, in minutes. */
const minutesOff = (text: string, timeZone: string): number => {
  const minutesOf = (words: string) => {
    const [, hour, minutes] = /(\d\d):(\d\d)/.exec(words) ?? assert.fail(`No time in ${words}`)
    return Number(hour) * 60 + Number(minutes)
  }
  const now = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone }).format()
  const off = Math.abs(minutesOf(text) - minutesOf(now))
  return Math.min(off, 24 * 60 - off)
}

/** Remembers what of a table's rows was ever on the screen. */
const rememberRows = `
  globalThis.everShown = []
  setInterval(() => {
    for (const { textContent } of document.querySelectorAll(".jobs-table .table-name"))
      if (!everShown.includes(textContent)) everShown.push(textContent)
  }, 10)`

/** The newest windows of time that a page asked for, by path. */
const windowsOf = (page: Page) => {
  const asked = new Map<string, URLSearchParams>()
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (["from_ms", "to_ms", "since_ms"].some((key) => searchParams.has(key))) asked.set(pathname, searchParams)
  })
  return asked
}

describe.skipIf(noBrowser !== null)(`a device whose clock is wrong${note}`, () => {
  layer(AtAddress, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    // In these zones the device has another day than the service.
    for (const [words, offMs, hour, today] of [
      ["three hours ahead", 3 * hours, 22, /^2 began today/],
      ["three hours behind", -3 * hours, 1, /^1 began today/]
    ] as const)
      it.effect(`${words} is told every age, window and time by the service's clock`, () =>
        Effect.gen(function* () {
          const { bridge, owner, path, robot, served } = yield* aDay
          const timezoneId = zoneWhere(hour)
          const { page } = yield* openConsole(served.origin, owner, "/jobs", {
            device: clockOff(offMs) + rememberRows,
            timezoneId
          })
          const asked = windowsOf(page)
          const isNow = (text: string) => assert.isAtMost(minutesOff(text, timezoneId), 2, text)
          const goTo = (to: string) => page.goto(served.origin + to)
          const rows = page.locator(".jobs-table .table-name")

          yield* Effect.promise(async () => {
            await page.getByText(today).waitFor(waits)
            await rows.getByText("older").waitFor(waits)
            await goTo("/jobs?q=since:1h")
            await rows.getByText("recent").waitFor(waits)
            assert.deepStrictEqual(await rows.allInnerTexts(), ["recent"])
            assert.deepStrictEqual(await page.evaluate("everShown"), ["recent"])
            await goTo("/jobs?q=until:1h")
            await rows.getByText("older").waitFor(waits)
            assert.deepStrictEqual(await page.evaluate("everShown"), ["older"])
          })

          // A job that runs, and a cancel that nobody answers.
          yield* call("POST", `${path}/jobs/dock`, { as: owner.token, body: { params: {} } }).pipe(Effect.forkScoped)
          const { job_id: id } = yield* bridge.next("invoke")
          bridge.update({ id, slug: "dock" }, "running", { timestamp_ms: Date.now() })
          yield* Effect.promise(async () => {
            const card = page.getByRole("region", { name: "dock", exact: true })
            await card.getByText(/^[1-9]\d*(?:\.\d)?\u202fs$/).waitFor(waits)
            await card.getByRole("button", { name: "Cancel dock" }).click()
            isNow(await card.getByText(/^Cancel asked/).innerText(waits))
          })

          const timer = setInterval(() => send(bridge, "speed", 3), 100)
          yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(timer)))
          yield* Effect.promise(async () => {
            await goTo("/alerts")
            await page.getByText("Too fast").first().waitFor(waits)
            await page
              .getByText(/^(?:now|\d+\u202fs ago)$/)
              .first()
              .waitFor(waits)
            await goTo("/activity?q=since:1h")
            await page
              .getByText(/published/)
              .first()
              .waitFor(waits)
            await goTo("/")
            await page
              .getByText(/^rover-07$/)
              .first()
              .waitFor(waits)
            await page.waitForLoadState("networkidle")
            const midnight = Number(asked.get("/api/org/jobs")!.get("from_ms"))
            assert.isAtMost(Math.abs(Date.now() - midnight - hour * hours - 30 * minute), 31 * minute)
            for (const query of asked.values())
              if (query.has("to_ms")) assert.isAtMost(Math.abs(Number(query.get("to_ms")) - Date.now()), 2 * minute)

            await goTo(`/robots/${robot.id}?card=speed&from=now-1h`)
            const card = cardOf(page, "speed")
            await card.getByText(/Hz · 0\.\d/).waitFor(waits)
            assert.strictEqual(await card.locator(".value[data-old]").count(), 0)
            assert.strictEqual(await page.getByText(/ahead of the clock|clock of the robot is off/).count(), 0)
            const history = page.getByRole("region", { name: "History of speed" })
            await history.getByRole("table").getByText("30", { exact: true }).waitFor(waits)
            assert.strictEqual(await history.getByRole("table").getByText("120", { exact: true }).count(), 0)
          })
          clearInterval(timer)

          yield* Effect.promise(async () => {
            served.cut()
            isNow(
              await page
                .locator(".link-strip")
                .getByText(/is lost since/)
                .innerText(waits)
            )
            isNow(
              await cardOf(page, "speed")
                .getByText(/^as of /)
                .innerText(waits)
            )
            served.mend()

            // Text that the service has not taken, and text that it has.
            await goTo(`/robots/${robot.id}/config`)
            await page.getByRole("textbox", { name: "Configuration" }).waitFor(waits)
            served.fail((_, method) => (method === "PUT" ? { status: 503, body: "" } : undefined))
            await retype(page, "fire_at: 2,", "fire_at: 4,")
            await page.locator(".config-bar").getByText("Not saved").waitFor(waits)
            page.on("dialog", (dialog) => void dialog.accept())
            await page.reload()
            await page.getByText("There is text here that was not saved.").waitFor(waits)
            await page
              .locator(".config-notes time")
              .getByText(/^(?:now|\d+\u202fs ago)$/)
              .waitFor(waits)
            served.fail(() => undefined)
            await page.getByRole("button", { name: "Take it up" }).click()
            const saved = page.locator(".config-bar").getByText(/^Saved \d/)
            isNow(await saved.innerText(waits))
            // Somebody sets the clock while text waits to be sent.
            await retype(page, "fire_at: 4,", "fire_at: 5,")
            await page.evaluate("deviceOffMs -= 10_800_000")
          })
          yield* eventually(call("GET", `${path}/config/draft`, { as: owner.token }), ({ body }) =>
            body.source.includes("fire_at: 5,")
          )
        })
      )
  })
})
