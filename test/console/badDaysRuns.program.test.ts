/// <reference lib="dom" />
import { assert, describe, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { noBrowser } from "../pages/browser.ts"
import { makeOrg, makeRobot } from "../support/people.ts"
import { AtAddress, waits } from "./support/badDays.ts"
import { builtConsole, serveConsole } from "./support/consoleOrigin.ts"
import { openConsole } from "./support/livePage.ts"

const note = noBrowser === null ? "" : ` (skipped: ${noBrowser})`

const count = 10_000

/** A robot with ten thousand runs, one in each ten seconds; the newest is the last. */
const aHistory = Effect.gen(function* () {
  const { orgId, owner } = yield* makeOrg
  const { robot } = yield* makeRobot(owner.caller, "rover-07")
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO job_runs (id, mint, org_id, robot_id, slug, kind, state, patience_ms, started_at, updated_at, ended_at)
    SELECT gen_random_uuid(), 1, ${orgId}, ${robot.id}, CASE WHEN at = 8800 THEN 'rare' ELSE 'run_' || at END, 'action',
      'succeeded', 1000, began, began, began
    FROM (SELECT at, now() - (${count} - at) * interval '10 seconds' AS began FROM generate_series(1, ${count}) AS at) AS runs
    ORDER BY at`
  const served = yield* serveConsole(yield* builtConsole, (yield* Settings).baseUrl)
  return { owner, robot, served }
})

describe.skipIf(noBrowser !== null)(`a robot with ten thousand runs${note}`, () => {
  layer(AtAddress, { excludeTestServices: true, timeout: "120 seconds" })((it) => {
    it.effect("has them page by page, with few rows in the document, a bound, and a way to all that is older", () =>
      Effect.gen(function* () {
        const { owner, robot, served } = yield* aHistory
        const { errors, page } = yield* openConsole(served.origin, owner, `/robots/${robot.id}/jobs`)
        const asked: Array<URLSearchParams> = []
        page.on("request", (request) => {
          const { pathname, searchParams } = new URL(request.url())
          if (pathname === "/api/org/jobs" && searchParams.get("robot_id") === robot.id) asked.push(searchParams)
        })
        const rows = page.locator(".jobs-table tr[data-row]")
        const names = page.locator(".jobs-table .table-name")
        const foot = page.locator(".jobs-foot")
        const filter = page.getByRole("combobox", { name: "Filter" })
        /** Reads on from the first page until this many are there. */
        const readTo = async (many: number) => {
          for (let there = 50; there < many; there = Math.min(there + 200, many)) {
            await foot.getByText(`${there} jobs`, { exact: true }).waitFor(waits)
            await page.getByRole("button", { name: "Load older jobs" }).click(waits)
          }
          await foot.getByText(`${many} jobs`, { exact: true }).waitFor(waits)
          assert.isBelow(await rows.count(), 100)
        }
        const scrollToEnd = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        yield* Effect.promise(async () => {
          await names.getByText(`run_${count}`, { exact: true }).waitFor(waits)
          await readTo(2050)
          // Each page begins where the one before ended.
          const cursors = asked.map((query) => query.get("before_seq"))
          assert.strictEqual(new Set(cursors).size, 11)
          await scrollToEnd()
          await names.getByText(`run_${count - 2049}`, { exact: true }).waitFor(waits)
          assert.isBelow(await rows.count(), 100)
          assert.strictEqual(await page.getByRole("table").last().getAttribute("aria-rowcount"), "2051")
          await page.getByText("this list holds 2050 jobs").waitFor(waits)
          await page.evaluate(() => scrollTo(0, 0))
          await names.getByText(`run_${count}`, { exact: true }).waitFor(waits)

          // What is filtered here looks by itself, and stops at the bound.
          await filter.fill("slug:rare")
          await names.getByText("rare", { exact: true }).waitFor(waits)
          await filter.fill("slug:nowhere")
          await page.getByText("None of the 2050 jobs that were read matches.").waitFor(waits)
          const before = asked.length
          await filter.fill("slug:no")
          await page.getByText("None of the 2050 jobs that were read matches.").waitFor(waits)
          assert.strictEqual(asked.length, before)

          await filter.fill("")
          await page.getByText("this list holds 2050 jobs").waitFor(waits)
          // To the first run, in lists that are each as long and begin where the one before ended.
          for (const many of [2050, 2050, 2050, count - 4 * 2049]) {
            await page.getByRole("button", { name: "Show older ones" }).click()
            await readTo(many)
          }
          assert.match(page.url(), /q=until/)
          assert.strictEqual(await page.getByRole("button", { name: "Show older ones" }).count(), 0)
          await scrollToEnd()
          await names.getByText("run_1", { exact: true }).waitFor(waits)
          assert.isBelow(await rows.count(), 100)
        })
        assert.deepStrictEqual(errors, [])
      })
    )
  })
})
