import { assert, describe, it } from "@effect/vitest"
import type { JobRun } from "@fleet/sdk"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { DayRuns, sumOfHours } from "../../packages/console/src/features/overview/dayRuns.ts"
import { isSetupShown, setupSteps, stepsDone } from "../../packages/console/src/features/overview/setup.ts"
import { setupCalls, setupCode } from "../../packages/console/src/features/overview/setupCalls.ts"

const midnight = Date.parse("2026-11-28T00:00:00Z")
const hour = 3_600_000
const noon = midnight + 12 * hour + 60_000

type Run = Pick<JobRun, "id" | "seq" | "state" | "started_at">
const run = (seq: number, at: number, state: JobRun["state"]): Run => ({
  id: `run-${seq}`,
  seq,
  state,
  started_at: new Date(at).toISOString()
})

/** A service with these runs, newest first, in pages of so many. It counts how often it is asked. */
const serviceOf = (runs: ReadonlyArray<Run>, size = 4) => {
  const asked = { pages: 0 }
  const page = async (before: number | undefined) => {
    asked.pages += 1
    const sorted = runs.filter(({ seq }) => before === undefined || seq < before).toSorted((a, b) => b.seq - a.seq)
    const found = sorted.slice(0, size)
    return { runs: found, next_cursor: sorted.length > size ? found.at(-1)!.seq : null }
  }
  return { asked, page }
}

const Some = Schema.Struct({
  minute: Schema.Int.check(Schema.isBetween({ minimum: -120, maximum: 720 })),
  state: Schema.Literals(["running", "unknown", "succeeded", "failed", "cancelled", "lost"])
})

describe("the jobs of a day", () => {
  it.prop(
    "are each in one bar, and the numbers beside the bars are their sums",
    [Schema.Array(Some).check(Schema.isMaxLength(20))],
    async ([some]) => {
      const runs = some
        .toSorted((a, b) => a.minute - b.minute)
        .map(({ minute, state }, seq) => run(seq + 1, midnight + minute * 60_000, state))
      const day = new DayRuns()
      await day.read(midnight, serviceOf(runs).page)
      const ofDay = runs.filter(({ started_at }) => Date.parse(started_at) >= midnight)
      const hours = day.hours(noon)
      assert.strictEqual(hours.length, 13)
      assert.isFalse(day.isCut)
      assert.deepStrictEqual(sumOfHours(hours), {
        started: ofDay.length,
        failed: ofDay.filter(({ state }) => state === "failed").length,
        open: ofDay.filter(({ state }) => state === "running" || state === "unknown").length
      })
      for (const [index, { ended, failed, open }] of hours.entries()) {
        const began = ofDay.filter(({ started_at }) => Math.floor((Date.parse(started_at) - midnight) / hour) === index)
        assert.strictEqual(ended + failed + open, began.length)
      }
    }
  )

  it("are read again only as far back as something may have changed", async () => {
    const runs = Array.from({ length: 12 }, (_, index) => run(index + 1, midnight + index * 60_000, "succeeded"))
    const day = new DayRuns()
    await day.read(midnight, serviceOf(runs).page)
    const quiet = serviceOf(runs)
    await day.read(midnight, quiet.page)
    assert.strictEqual(quiet.asked.pages, 1)

    // The oldest one is open, and ends.
    const open = new DayRuns()
    await open.read(midnight, serviceOf([run(1, midnight, "running"), ...runs.slice(1)]).page)
    const ended = serviceOf([run(1, midnight, "failed"), ...runs.slice(1)])
    await open.read(midnight, ended.page)
    assert.strictEqual(ended.asked.pages, 3)
    assert.deepStrictEqual(sumOfHours(open.hours(noon)), { started: 12, failed: 1, open: 0 })
  })

  it("say when there are more than are read, and begin anew with the next day", async () => {
    const runs = Array.from({ length: 40 }, (_, index) => run(index + 1, midnight + index * 60_000, "succeeded"))
    const day = new DayRuns()
    await day.read(midnight, serviceOf(runs).page)
    assert.isTrue(day.isCut)
    assert.strictEqual(sumOfHours(day.hours(noon)).started, 20)
    await day.read(midnight + 24 * hour, serviceOf(runs).page)
    assert.isFalse(day.isCut)
    assert.strictEqual(sumOfHours(day.hours(midnight + 25 * hour)).started, 0)
  })
})

const robot = (met: boolean, published: boolean) =>
  ({ protocol_version: met ? 5 : null, config: { published_version: published ? 1 : null } }) as Parameters<
    typeof stepsDone
  >[0][number]

const nothing = { apps: 0, roles: undefined, users: undefined, agents: undefined, people: 1, passkeys: 0 }
const everything = { apps: 2, roles: 1, users: 4, agents: true, people: 2, passkeys: 1 }

describe("the setup list", () => {
  const doneOf = (...args: Parameters<typeof stepsDone>) => {
    const done = stepsDone(...args)
    return setupSteps.filter((step) => done[step] === true)
  }

  it("ticks each step by what is there", () => {
    assert.deepStrictEqual(doneOf([], nothing), [])
    assert.deepStrictEqual(doneOf([robot(false, false)], nothing), [])
    assert.deepStrictEqual(doneOf([robot(true, false)], nothing), ["robot"])
    assert.deepStrictEqual(doneOf([robot(true, true)], everything), [...setupSteps])
  })

  it("says of what could not be read that nobody knows, and of an app's parts without an app that they are open", () => {
    const unread = {
      apps: undefined,
      roles: undefined,
      users: undefined,
      agents: undefined,
      people: undefined,
      passkeys: undefined
    }
    const done = stepsDone([], unread)
    assert.deepStrictEqual(
      setupSteps.filter((step) => done[step] === undefined),
      ["app", "role", "user", "agent", "colleague", "passkey"]
    )
    assert.strictEqual(stepsDone([], nothing).role, false)
  })

  it("is shown until it is done or put away, and when it is asked for", () => {
    const [open, all] = [stepsDone([], nothing), stepsDone([robot(true, true)], everything)]
    assert.isTrue(isSetupShown(open, false, false))
    assert.isFalse(isSetupShown(open, true, false))
    assert.isFalse(isSetupShown(all, false, false))
    assert.isTrue(isSetupShown(all, true, true))
  })
})

describe("the calls of the setup list", () => {
  it("are routes of the service, and are written for a shell as they are for the SDK", () => {
    const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, "../../docs/openapi.json"), "utf8")) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>
    }
    for (const call of Object.values(setupCalls)) {
      const described = paths[call.path.replace("$APP", "{id}")]?.[call.method.toLowerCase()]
      assert.strictEqual(described?.operationId, call.route)
      const { curl, typescript } = setupCode(call, "https://fleet.example")
      assert.include(curl, `"https://fleet.example${call.path}" -X ${call.method}`)
      assert.include(curl, JSON.stringify(call.body))
      assert.include(typescript, `fleet.request("${call.route}"`)
      assert.strictEqual(typescript.includes("params: { id: app }"), call.path.includes("$APP"))
    }
  })
})
