import { assert, describe, it } from "@effect/vitest"
import type { JobRun, OrgAlert, ResourceHealth, RobotListItem } from "@fleet/sdk"
import { Schema } from "effect"
import { attentionOf, robotsNeeding } from "../../packages/console/src/features/overview/attention.ts"
import { countOf } from "../../packages/console/src/features/robots/robotViews.ts"
import { parseQuery } from "../../packages/console/src/query/query.ts"
import { countOpenJobs, countStates, fleetOf, needsAttention } from "../../packages/console/src/fleet/robotState.ts"

const Some = Schema.Struct({
  online: Schema.Boolean,
  met: Schema.Boolean,
  refused: Schema.Boolean,
  alerts: Schema.Array(Schema.Literals(["ok", "firing"])),
  jobs: Schema.Array(Schema.Literals(["running", "unknown", "succeeded", "lost"])),
  health: Schema.Array(Schema.Literals(["ok", "failed", "unreachable", "over_quota"]))
})

const fleetFrom = (robots: ReadonlyArray<typeof Some.Type>) => {
  const id = (index: number) => `robot-${index}`
  return fleetOf({
    robots: robots.map(
      ({ met, online, refused }, index) =>
        ({
          id: id(index),
          name: `rover-${index}`,
          bridge_state: { online, latency_ms: null, low_bandwidth: false },
          protocol_status: refused ? "refused" : "current",
          protocol_version: met || online ? 5 : null
        }) as RobotListItem
    ),
    alerts: robots.flatMap(({ alerts }, index) =>
      alerts.map(
        (state, at) =>
          ({ id: `${index}-${at}`, robot_id: id(index), state, severity: "error", state_since: null }) as OrgAlert
      )
    ),
    jobs: robots.flatMap(({ jobs }, index) =>
      jobs.map(
        (state, at) => ({ id: `${index}-${at}`, robot_id: id(index), state, started_at: "2026-11-28" }) as JobRun
      )
    ),
    health: robots.flatMap(({ health }, index) =>
      health.map(
        (state, at) =>
          ({
            robot_id: id(index),
            kind: "camera",
            ref: `c${at}`,
            facet: "source",
            state,
            changed_at_ms: at
          }) as ResourceHealth
      )
    )
  })
}

describe("the states of a fleet", () => {
  it.prop(
    "add up to the robots, and what needs attention is counted alike everywhere",
    [Schema.Array(Some)],
    ([robots]) => {
      const fleet = fleetFrom(robots)
      const counts = countStates(fleet)
      assert.strictEqual(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
        robots.length
      )
      const items = attentionOf(fleet)
      assert.strictEqual(robotsNeeding(items), fleet.filter(({ state }) => needsAttention.has(state)).length)
      assert.strictEqual(new Set(items.map((item) => item.id)).size, items.length)
      for (const item of items) assert.isTrue(needsAttention.has(item.robot.state))
      // The list's tabs and filters, the navigation and the overview say the same.
      assert.strictEqual(countOf(fleet, "all", []), robots.length)
      assert.strictEqual(countOf(fleet, "attention", []), robotsNeeding(items))
      assert.strictEqual(countOf(fleet, "awaiting", []), counts.awaiting)
      for (const state of ["firing", "refused", "failing", "awaiting", "busy"] as const)
        assert.strictEqual(countOf(fleet, "all", parseQuery(`state:${state}`)), counts[state])
      const open = countOpenJobs(fleet)
      const all = robots.flatMap(({ jobs }) => jobs)
      assert.strictEqual(open.running, all.filter((state) => state === "running").length)
      assert.strictEqual(open.unknown, all.filter((state) => state === "unknown").length)
      assert.strictEqual(items.filter(({ kind }) => kind === "job").length, open.unknown)
    }
  )

  it("tell offline from never seen, and both from unknown", () => {
    const alone = { online: false, met: false, refused: false, alerts: [], jobs: [], health: [] }
    const states = fleetFrom([
      alone,
      { ...alone, met: true },
      { ...alone, online: true },
      { ...alone, met: true, jobs: ["unknown"] },
      { ...alone, online: true, jobs: ["running"] },
      { ...alone, met: true, health: ["failed"] }
    ]).map(({ state }) => state)
    assert.deepStrictEqual(states, ["awaiting", "offline", "online", "unknown", "busy", "offline"])
  })
})
