import { assert, describe, it } from "@effect/vitest"
import type { JobRun, RobotListItem } from "@fleet/sdk"
import { Schema } from "effect"
import { planOf, robotsOfApp, totalOf } from "../../packages/console/src/features/robots/bulk/acts.ts"
import { robotsAsCsv, robotsAsJson } from "../../packages/console/src/features/robots/bulk/exportRobots.ts"
import { BulkRun, countOutcomes } from "../../packages/console/src/features/robots/bulk/runBulk.ts"
import { fleetOf } from "../../packages/console/src/fleet/robotState.ts"

type Answer = "ok" | "refused" | "silent" | "limited"

/** A run whose calls answer as they are told to, in turn for each robot. */
const runWith = async (answers: Readonly<Record<string, ReadonlyArray<Answer>>>, atOnce = 4) => {
  const calls: Array<string> = []
  const waits: Array<number> = []
  let [open, most] = [0, 0]
  const run = new BulkRun({
    ids: Object.keys(answers),
    atOnce,
    act: async (id) => {
      const answer = answers[id]![calls.filter((each) => each === id).length] ?? "ok"
      calls.push(id)
      most = Math.max(most, (open += 1))
      await Promise.resolve()
      open -= 1
      if (answer !== "ok") throw new Error(answer)
      return `${id} done`
    },
    judge: (error) => {
      const { message } = error as Error
      return message === "limited" ? { waitMs: 700 } : message === "silent" ? "unanswered" : "refused"
    },
    wait: (ms) => Promise.resolve(void waits.push(ms)),
    onChange: () => undefined
  })
  await run.run()
  return { calls, most, run, waits }
}

describe("an act on several robots", () => {
  it.prop(
    "tells the outcome of each, calls none twice but what a limit kept back, and a few at a time",
    [Schema.Array(Schema.Literals(["ok", "refused", "limited"])), Schema.Literals([1, 2, 4])],
    async ([first, atOnce]) => {
      const answers = Object.fromEntries(first.map((answer, index) => [`r${index}`, [answer]]))
      const { calls, most, run, waits } = await runWith(answers, atOnce)
      const counts = countOutcomes(run.outcomes)
      const limited = first.filter((answer) => answer === "limited").length
      assert.strictEqual(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
        first.length
      )
      assert.strictEqual(counts.refused, first.filter((answer) => answer === "refused").length)
      assert.strictEqual(counts.done, first.length - counts.refused)
      assert.strictEqual(calls.length, first.length + limited)
      assert.strictEqual(waits.length, limited)
      assert.isAtMost(most, atOnce)
      assert.isTrue(run.isOver)
    }
  )

  it("gives up on one that a limit keeps back for ever, and goes on with the others", async () => {
    const { calls, run } = await runWith({ a: Array.from({ length: 9 }, () => "limited" as const), b: ["ok"] }, 1)
    assert.strictEqual(run.outcomes.get("a")!.kind, "refused")
    assert.strictEqual(run.outcomes.get("b")!.kind, "done")
    assert.strictEqual(calls.filter((id) => id === "a").length, 6)
  })

  it("begins no more once three in a row did not answer", async () => {
    const { calls, run } = await runWith(
      Object.fromEntries(["a", "b", "c", "d", "e"].map((id) => [id, ["silent"]])) as Record<string, ["silent"]>,
      1
    )
    assert.deepStrictEqual(calls, ["a", "b", "c"])
    assert.deepStrictEqual(countOutcomes(run.outcomes), { left: 2, running: 0, done: 0, refused: 0, unanswered: 3 })
  })

  it("is stopped at once also while it waits for a limit", async () => {
    let wake = (): void => undefined
    const run = new BulkRun({
      ids: ["a", "b"],
      atOnce: 1,
      act: () => Promise.reject(new Error("limited")),
      judge: () => ({ waitMs: 60_000 }),
      wait: () => new Promise((done) => (wake = done)),
      onChange: () => {
        if (run.isWaiting && !run.isStopped) run.stop()
      }
    })
    await run.run()
    wake()
    assert.deepStrictEqual(
      [...run.outcomes.values()].map(({ kind }) => kind),
      ["left", "left"]
    )
  })
})

const robot = (id: string, more: { readonly online?: boolean; readonly drafted?: boolean }) =>
  ({
    id,
    name: id === "b" ? "=b;\u202e" : id,
    bridge_state: { online: more.online ?? true, latency_ms: 4, low_bandwidth: false },
    protocol_status: "current",
    protocol_version: 5,
    last_seen_at: null,
    config: {
      published_version: 1,
      applied_version: 1,
      applied_ok: true,
      draft_updated_at: more.drafted === true ? "2026-11-28T11:00:00Z" : null,
      published_at: "2026-11-28T10:00:00Z"
    }
  }) as RobotListItem
const job = (robot_id: string, state: JobRun["state"]) =>
  ({ id: `${robot_id}-${state}`, robot_id, state, slug: "dock" }) as JobRun

const fleet = fleetOf({
  robots: [robot("a", { drafted: true }), robot("b", {}), robot("c", { online: false }), robot("d", {})],
  alerts: [],
  jobs: [job("a", "running"), job("b", "unknown"), job("c", "running")],
  health: []
})

describe("the plan of an act", () => {
  const spoken = (...args: Parameters<typeof planOf>) => {
    const { able, leftOut } = planOf(...args)
    assert.strictEqual(able.length + leftOut.length, fleet.length)
    return [able.map((each) => each.robot.id), leftOut.map(({ robot: { robot }, why }) => `${robot.id} ${why}`)]
  }

  it("names whom it is for, and why the others are left out", () => {
    assert.deepStrictEqual(spoken("publish", fleet), [["a"], ["b no-draft", "c no-draft", "d no-draft"]])
    assert.deepStrictEqual(spoken("cancel", fleet), [["a"], ["b job-unknown", "c offline", "d no-job"]])
    assert.deepStrictEqual(spoken("attach", fleet, new Set(["b"])), [["a", "c", "d"], ["b attached"]])
    assert.deepStrictEqual(spoken("detach", fleet, new Set(["b"]))[0], ["b"])
    assert.deepStrictEqual(spoken("delete", fleet), [["a", "b", "c", "d"], []])
  })

  it("keeps the other robots of an app, and names none twice", () => {
    assert.deepStrictEqual(robotsOfApp(["x", "a"], ["a", "b"], "attach"), ["x", "a", "b"])
    assert.deepStrictEqual(robotsOfApp(["x", "a"], ["a", "b"], "detach"), ["x"])
  })

  it("adds up what a deletion takes along", () => {
    const preview = {
      sample_rows: 3,
      bytes_freed: 10,
      asset_bytes_freed: 5,
      job_run_count: 2,
      had_live_session: true,
      had_unpublished_draft: false
    }
    assert.deepStrictEqual(totalOf([preview, { ...preview, had_live_session: false }]), {
      robots: 2,
      samples: 6,
      bytes: 30,
      runs: 4,
      drafts: 0,
      watched: 1
    })
  })

  it("exports the words of the API, and nothing that a spreadsheet would run", () => {
    const apps = new Map([["a", ["Floor", "Yard"]]])
    const lines = robotsAsCsv(fleet, apps).split("\r\n")
    assert.strictEqual(lines[1], "a,a,busy,true,4,1,1,,,dock,Floor; Yard")
    assert.isTrue(lines[2]!.startsWith("b,'=b;\u202e,unknown,"))
    assert.deepStrictEqual(JSON.parse(robotsAsJson(fleet, apps))[0].apps, ["Floor", "Yard"])
  })
})
