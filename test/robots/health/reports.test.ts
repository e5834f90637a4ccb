import { assert, describe, it } from "@effect/vitest"
import { OrgId, RobotId } from "@fleet/domain/Ids"
import { ResourceHealth } from "@fleet/domain/ResourceHealth"
import { Int } from "@fleet/domain/Wire"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { HealthEvents } from "@fleet/server/realtime/HealthEvents"
import { HealthQueue } from "@fleet/server/robots/health/HealthQueue"
import { HealthReports } from "@fleet/server/robots/health/HealthReports"
import type { HealthRow } from "@fleet/server/robots/health/HealthRow"
import type { Observation } from "@fleet/server/robots/health/Observation"
import { reasonOf } from "@fleet/server/robots/health/Observation"
import { planPublish, planRename } from "@fleet/server/robots/health/planExposures"
import { ResourceHealths } from "@fleet/server/robots/health/ResourceHealths"
import { Context, Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { recordMaps } from "../../support/recordMaps.ts"
import { aSocketWriter } from "../../realtime/socketWriterWorld.ts"

const orgId = OrgId.make(randomUUID())
const robotId = RobotId.make(randomUUID())
const count = 10_000

const observation = (ref: string, observedAtMs = 1): Observation => ({
  orgId,
  robotId,
  kind: "camera",
  ref,
  facet: "source",
  state: "unreachable",
  reason: null,
  observedAtMs
})

const Steps = Schema.Array(Schema.Struct({ ref: Int(0, 5), does: Schema.Literals(["add", "take", "fail"]) })).check(
  Schema.isMaxLength(60)
)

/** Reports over a table that fails as often as asked. */
const aReporter = Effect.fnUntraced(function* (failures: number) {
  const written: Array<ReadonlyArray<Observation>> = []
  let left = failures
  const record = (batch: ReadonlyArray<Observation>) =>
    Effect.suspend(() => {
      if (left-- > 0) return Effect.die("the database refuses")
      written.push(batch)
      return Effect.void
    })
  const layer = HealthReports.layer.pipe(Layer.provide(Layer.mock(ResourceHealths, { record })))
  const { entries, result } = yield* recordMaps(Layer.build(layer))
  const idle = entries()
  return { reports: Context.get(result, HealthReports), written, kept: () => entries() - idle }
})

describe("reports of health", () => {
  it.effect("reports of health keep nothing of 10,000 resources once they are written, 200 at a time", () =>
    Effect.gen(function* () {
      const { kept, reports, written } = yield* aReporter(0)
      for (let each = 0; each < count; each++) reports.observe(observation(`camera_${each}`))
      assert.strictEqual(reports.size(), count)
      yield* reports.flush
      assert.deepStrictEqual([reports.size(), kept()], [0, 0])
      assert.strictEqual(written.flat().length, count)
      assert.strictEqual(Math.max(...written.map(({ length }) => length)), 200)
    }).pipe(Effect.scoped)
  )

  it.effect("reports of health that could not be written are written a second later, the newest of each resource", () =>
    Effect.gen(function* () {
      const { reports, written } = yield* aReporter(1)
      reports.observe(observation("front", 1))
      reports.observe(observation("back", 1))
      yield* TestClock.adjust("999 millis")
      reports.observe(observation("front", 2))
      assert.deepStrictEqual([written, reports.size()], [[], 2])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(
        written.flat().map(({ observedAtMs, ref }) => [ref, observedAtMs]),
        [
          ["back", 1],
          ["front", 2]
        ]
      )
      assert.strictEqual(reports.size(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("reports of health of one robot are written by its flush, in order, and no other's", () =>
    Effect.gen(function* () {
      const { reports, written } = yield* aReporter(0)
      const other = RobotId.make(randomUUID())
      for (const [index, ref] of ["front", "back", "left", "right"].entries())
        reports.observe({ ...observation(ref), robotId: index % 2 === 0 ? robotId : other })
      yield* reports.flushOf(robotId)
      assert.deepStrictEqual(
        written.flat().map(({ ref }) => ref),
        ["front", "left"]
      )
      assert.strictEqual(reports.size(), 2)
    }).pipe(Effect.scoped)
  )

  it.effect("reports of health are written at most four times a second, the first at once", () =>
    Effect.gen(function* () {
      const { reports, written } = yield* aReporter(0)
      for (let ms = 0; ms < 990; ms += 10) {
        reports.observe(observation("front", ms))
        yield* TestClock.adjust("10 millis")
      }
      assert.strictEqual(written.length, 4)
      assert.strictEqual(written[0]![0]!.observedAtMs, 0)
    }).pipe(Effect.scoped)
  )

  it.prop("the queue of reports holds the newest of each resource, whatever is given back", [Steps], ([steps]) => {
    const queue = new HealthQueue()
    const newest = new Map<string, number>()
    for (const [at, { does, ref }] of steps.entries()) {
      if (does === "add") {
        queue.add(observation(String(ref), at))
        newest.set(String(ref), at)
        continue
      }
      const batch = queue.take(ref)
      assert.isAtMost(batch.length, ref)
      for (const each of batch) assert.strictEqual(each.observedAtMs, newest.get(each.ref))
      if (does === "fail") queue.giveBack(batch)
      else for (const each of batch) newest.delete(each.ref)
    }
    assert.strictEqual(queue.size, newest.size)
    const left = new Map(queue.take(100).map((each) => [each.ref, each.observedAtMs]))
    assert.deepStrictEqual([...left].toSorted(), [...newest].toSorted())
  })
})

describe("the feed of health", () => {
  it.effect("the feed of health keeps nothing of 10,000 orgs whose developers left", () =>
    Effect.gen(function* () {
      const feed = yield* HealthEvents
      const [first, second] = [aSocketWriter().writer, aSocketWriter().writer]
      const orgs = Array.from({ length: count }, () => OrgId.make(randomUUID()))
      for (const each of orgs) {
        for (const writer of [first, second]) feed.join(each, writer)
        feed.pause(each, first)
        for (const writer of [first, first]) feed.leave(each, writer)
        feed.resume(each, first)
      }
      assert.strictEqual(feed.size(), count)
      for (const each of orgs) feed.leave(each, second)
      assert.strictEqual(feed.size(), 0)
    }).pipe(Effect.provide(HealthEvents.layer.pipe(Layer.provide(Bus.layer))))
  )
})

const Name = Schema.Literals(["front", "back", "bow"])
const Rows = Schema.Array(
  Schema.Struct({
    ref: Name,
    source_ref: Name,
    facet: Schema.Literals(["source", "publish"]),
    observed_at_ms: Int(0, 9)
  })
).check(Schema.isMaxLength(8))
const toRow = (row: (typeof Rows.Type)[number]): HealthRow => ({
  ...row,
  org_id: orgId,
  robot_id: robotId,
  kind: "camera",
  state: "ok",
  reason: null,
  changed_at_ms: 1
})
const nameOf = ({ facet, ref }: HealthRow) => `${ref} ${facet}`

describe("plans of cameras' health", () => {
  it.prop(
    "a publish keeps each name of its cameras once, as the bridge will call it, and clears the others",
    [Rows, Schema.Array(Name)],
    ([some, cameras]) => {
      const rows = some.map(toRow)
      const { gone, kept } = planPublish(rows, ({ ref }) => cameras.includes(ref as "front"))
      assert.strictEqual(new Set(kept.map(nameOf)).size, kept.length)
      for (const { ref, source_ref } of kept) assert.isTrue(ref === source_ref && cameras.includes(ref as "front"))
      for (const { ref } of gone) assert.isFalse(cameras.includes(ref as "front"))
      assert.deepStrictEqual(
        new Set([...gone, ...kept].map(nameOf)),
        new Set([...gone, ...rows.filter(({ ref }) => cameras.includes(ref as "front"))].map(nameOf))
      )
    }
  )

  it.prop("a renaming leaves nothing under the old name, and tells of each name that changed", [Rows], ([some]) => {
    const rows = some.map(toRow)
    const { gone, kept, renamed } = planRename(rows, "front", "bow")
    assert.isFalse(kept.some(({ ref }) => ref === "front"))
    const told = new Set([...gone, ...renamed].map(nameOf))
    for (const row of rows) if (row.ref !== "back") assert.isTrue(told.has(nameOf(row)))
    for (const row of gone) assert.isFalse(kept.some((other) => nameOf(other) === nameOf(row)))
    assert.deepStrictEqual(
      kept.filter(({ ref }) => ref === "back"),
      rows.filter(({ ref }) => ref === "back")
    )
  })
})

describe("the reason of a state", () => {
  const isReason = Schema.is(ResourceHealth.fields.reason)

  it.prop(
    "the reason of a state is at most 200 characters of any text, without what stands before the @ of an address",
    [Schema.String, Schema.String.check(Schema.isPattern(/^\w{8,20}$/))],
    ([text, secret]) => {
      const reason = reasonOf(`//${secret}:${secret}@host ${text.repeat(40)}`)
      assert.isTrue(isReason(reason))
      assert.isFalse(reason!.includes(`//${secret}`))
    }
  )
})
