import { assert, describe, it } from "@effect/vitest"
import { AlertId, OrgId, RobotId } from "@fleet/domain/Ids"
import { AlertQueue } from "@fleet/server/robots/alerts/AlertQueue"
import { AlertsPart } from "@fleet/server/robots/alerts/AlertsPart"
import type { AlertRow } from "@fleet/server/robots/alerts/AlertRow"
import { nothingPublished, type Published } from "@fleet/server/robots/config/PublishedConfigs"
import { DateTime, Effect } from "effect"
import { randomUUID } from "node:crypto"

const condition = { fire_at: 20, resolve_at: 30 }
const row: AlertRow = {
  id: AlertId.make(randomUUID()),
  org_id: OrgId.make(randomUUID()),
  robot_id: RobotId.make(randomUUID()),
  source_slug: "battery",
  slug: "battery",
  key: "low",
  name: "low",
  severity: "warning",
  enabled: false,
  condition,
  state: "ok",
  state_since_ms: null,
  last_value: null,
  revision: 1,
  created_at: DateTime.makeUnsafe(0)
}
const datapoint = (enabled: boolean) => ({
  topic: "/a",
  type: "std_msgs/msg/Float32",
  field: "data",
  alerts: { low: { condition, enabled } }
})
const versionOf = (version: number, enabled: boolean): Published => ({
  ...nothingPublished,
  version,
  doc: { datapoints: { battery: datapoint(enabled) } }
})

/** An alert that was published, had a value, and was disabled, all before its row was read. */
const disabledEarly = () => {
  let reloads = 0
  const queue = new AlertQueue(
    () => 0,
    () => undefined
  )
  const home = { robotId: row.robot_id, orgId: row.org_id, link: null }
  const part = new AlertsPart(home as never, {
    queue,
    load: () => Effect.succeed([]),
    reload: () => void reloads++,
    flush: () => Effect.void
  })
  part.config(versionOf(1, true))
  part.sample(
    { type: "sample", robotId: row.robot_id, slug: "battery", json: "25", timestampMs: 1 },
    datapoint(true),
    false,
    1
  )
  part.config(versionOf(2, false))
  const [alert] = queue.values
  return { alert: alert!, part, reloads: () => reloads }
}

describe("an alert that is disabled before its row was read", () => {
  it("has its row read for its newest value", () => {
    const { alert, part, reloads } = disabledEarly()
    assert.strictEqual(reloads(), 2)
    assert.isTrue(alert.awaitsRow)
    part.adopt([row])
    assert.deepInclude(alert, { row: { id: row.id, revision: 1 }, awaitsRow: false, value: 25 })
  })

  it("is waited for no longer where there is no such row, or the bridge leaves", () => {
    const removed = disabledEarly()
    removed.part.adopt([])
    assert.deepInclude(removed.alert, { row: null, awaitsRow: false })
    const left = disabledEarly()
    left.part.detach()
    assert.isFalse(left.alert.awaitsRow)
  })
})
