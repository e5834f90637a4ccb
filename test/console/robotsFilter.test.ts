import { assert, describe, it } from "@effect/vitest"
import type { RobotListItem } from "@fleet/sdk"
import { fleetOf } from "../../packages/console/src/fleet/robotState.ts"
import { filterRobots, robotKeys } from "../../packages/console/src/features/robots/robotsFilter.ts"
import { parseQuery } from "../../packages/console/src/query/query.ts"

const robot = (name: string, config: Partial<RobotListItem["config"]>, more: object = {}) =>
  ({
    id: name,
    name,
    bridge_state: { online: true, latency_ms: 40, low_bandwidth: false },
    protocol_status: "current",
    protocol_version: 5,
    last_seen_at: "2026-11-28T10:00:00Z",
    config: {
      published_version: 1,
      applied_version: 1,
      applied_ok: true,
      draft_updated_at: null,
      published_at: "2026-11-28T10:00:00Z",
      ...config
    },
    ...more
  }) as RobotListItem

const fleet = fleetOf({
  robots: [
    robot("same", { draft_updated_at: "2026-11-28T09:59:00Z" }),
    robot("ahead", { draft_updated_at: "2026-11-28T10:01:00Z" }),
    robot("undrafted", {}),
    robot("unpublished", { published_version: null, published_at: null, draft_updated_at: "2026-11-28T09:00:00Z" })
  ],
  alerts: [],
  jobs: [],
  health: []
})
const found = (query: string) => {
  const { rows, unjudged } = filterRobots(fleet, parseQuery(query), {
    live: () => undefined,
    apps: (robotId) => (robotId === "undrafted" ? undefined : robotId === "same" ? ["Floor", "Yard"] : [])
  })
  return { names: rows.map((each) => each.robot.name).toSorted(), unjudged }
}

describe("the filter of the list of robots", () => {
  it("finds drafts that were changed after what is published", () => {
    assert.deepStrictEqual(found("draft:ahead"), { names: ["ahead", "unpublished"], unjudged: 0 })
    assert.deepStrictEqual(found("draft:none"), { names: ["same", "undrafted"], unjudged: 0 })
    assert.deepStrictEqual(found("-draft:ahead"), { names: ["same", "undrafted"], unjudged: 0 })
  })

  it("judges each of its keys without a live value", () => {
    for (const key of robotKeys.filter((each) => each !== "app")) assert.strictEqual(found(`${key}:x`).unjudged, 0, key)
    assert.strictEqual(found("battery:>5").unjudged, fleet.length)
  })

  it("finds robots by the apps that reach them, and says of which it does not know", () => {
    assert.deepStrictEqual(found("app:yard"), { names: ["same"], unjudged: 1 })
    assert.deepStrictEqual(found("app:none"), { names: ["ahead", "unpublished"], unjudged: 1 })
    assert.deepStrictEqual(found("-app:floor"), { names: ["ahead", "unpublished"], unjudged: 1 })
  })
})
