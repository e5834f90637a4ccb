import { assert, describe, it } from "@effect/vitest"
import { AlertId, OrgId, RobotId } from "@fleet/domain/Ids"
import { AlertQueue } from "@fleet/server/robots/alerts/AlertQueue"
import { AlertsPart } from "@fleet/server/robots/alerts/AlertsPart"
import type { AlertRow } from "@fleet/server/robots/alerts/AlertRow"
import { definitionsOf, planPublish } from "@fleet/server/robots/alerts/planPublish"
import { nothingPublished } from "@fleet/server/robots/config/PublishedConfigs"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { DateTime, Effect, Layer } from "effect"
import { randomUUID } from "node:crypto"

const count = 2000
const condition = { fire_at: 1 }
const alerts = Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, { condition }]))
const battery = { topic: "/a", type: "std_msgs/msg/Float32", field: "data", alerts }
const doc = { datapoints: { battery } }

/** The rows of these alerts, and how often their keys were read. */
const countedRows = () => {
  const reads = { count: 0 }
  const rows = Object.keys(alerts).map((key): AlertRow => {
    const id = randomUUID()
    return {
      id: AlertId.make(id),
      org_id: OrgId.make(id),
      robot_id: RobotId.make(id),
      source_slug: "battery",
      slug: "battery",
      get key() {
        reads.count++
        return key
      },
      name: key,
      severity: "warning",
      enabled: true,
      condition,
      state: "ok",
      state_since_ms: null,
      last_value: id,
      revision: 0,
      created_at: DateTime.makeUnsafe(0)
    }
  })
  return { rows, reads }
}

describe("of a robot with many alerts", () => {
  it("a publish looks each one up once, in any order", () => {
    const { reads, rows } = countedRows()
    const plan = planPublish(rows, definitionsOf(doc).toReversed())
    assert.lengthOf(plan.kept, count)
    assert.lengthOf(plan.created, 0)
    assert.isAtMost(reads.count, 2 * count)
  })

  it.effect("the stored ones are taken up with one look-up each, and found by their id while they are published", () =>
    Effect.gen(function* () {
      const { reads, rows } = countedRows()
      const homes = yield* RobotHomes
      const home = homes.open({ robotId: rows[0]!.robot_id, orgId: rows[0]!.org_id, robotName: "Rover" })
      const queue = new AlertQueue(
        () => 0,
        () => undefined
      )
      const part = new AlertsPart(home, {
        queue,
        load: () => Effect.succeed(rows),
        reload: () => undefined,
        flush: () => Effect.void
      })
      part.config({ ...nothingPublished, version: 1, doc })
      part.adopt(rows)
      assert.isAtMost(reads.count, 2 * count)
      for (const { id, last_value } of rows) assert.strictEqual(part.valueOf(id), last_value)
      part.config({ ...nothingPublished, version: 2, doc })
      for (const { id, last_value } of rows) assert.strictEqual(part.valueOf(id), last_value)
      part.config({ ...nothingPublished, version: 3 })
      for (const { id } of rows) assert.isUndefined(part.valueOf(id))
    }).pipe(Effect.provide(RobotHomes.layer.pipe(Layer.provide(Bus.layer))), Effect.scoped)
  )
})
