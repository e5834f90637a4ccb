import { assert, describe, it } from "@effect/vitest"
import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { LiveJobs } from "@fleet/server/robots/jobs/LiveJobs"
import { JobStateWriter } from "@fleet/server/robots/jobs/JobStateWriter"
import { JobStore } from "@fleet/server/robots/jobs/JobStore"
import { PublisherHolds } from "@fleet/server/robots/jobs/PublisherHolds"
import { Bridges } from "@fleet/server/robots/bridges/Bridges"
import { Clock, Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { recordMaps } from "../support/recordMaps.ts"
import { tellNow } from "../support/tellNow.ts"

const count = 10_000
const robotIds = Array.from({ length: count }, () => RobotId.make(randomUUID()))
const orgId = OrgId.make(randomUUID())
const link = (robotId: RobotId) => ({
  robotId,
  orgId,
  robotName: "Rover",
  send: () => undefined,
  close: () => undefined
})

/** What a layer builds beside a bus and bridges, and how much more its maps hold than they did at first. */
const built = Effect.fnUntraced(function* <A, E>(layer: Layer.Layer<A, E, Bus | Bridges>) {
  const { entries, result: services } = yield* recordMaps(
    Layer.build(Layer.provideMerge(layer, Layer.mergeAll(Bus.layer, Bridges.layer)))
  )
  const idle = entries()
  return { services, kept: () => entries() - idle }
})

describe("of 10,000 robots nothing is kept", () => {
  it.effect("of their jobs' liveJobs, once they left or were deleted", () =>
    Effect.gen(function* () {
      const store = Layer.mock(JobStore, { forget: () => Effect.void, unfinished: () => Effect.succeed([]) })
      const log = Layer.mock(JobStateWriter, { changed: () => undefined, started: () => undefined })
      const { kept, services } = yield* built(LiveJobs.layer.pipe(Layer.provide([store, log])))
      const liveJobs = Context.get(services, LiveJobs)
      const bus = Context.get(services, Bus)
      const nowMs = yield* Clock.currentTimeMillis
      const busy = robotIds.slice(0, 20)
      for (const robotId of robotIds) {
        yield* Effect.scoped(Effect.andThen(liveJobs.open(link(robotId)), liveJobs.resync(link(robotId), [])))
      }
      for (const robotId of busy) {
        const job_id = JobId.make(randomUUID())
        const said = { feedback: null, progress: null, result: null, error: null, timestamp_ms: nowMs } as const
        const goal = { slug: "dock", state: "running", origin: "external", goal_id: "goal" } as const
        liveJobs.onUpdate(robotId, { type: "job_update", job_id, ...goal, ...said }, nowMs)
      }
      assert.strictEqual(kept(), count)
      for (const [index, robotId] of robotIds.entries()) {
        if (index % 2 === 0) liveJobs.offline(robotId, nowMs)
        else tellNow(bus, { type: "robot_deleted", robotId })
      }
      yield* TestClock.adjust("1 second")
      assert.strictEqual(kept(), busy.length / 2)
      yield* TestClock.adjust("6 minutes")
      assert.strictEqual(kept(), 0)
    }).pipe(Effect.scoped)
  )

  it.effect("of who held their publishers, once they are gone and it was quiet for long enough", () =>
    Effect.gen(function* () {
      const { kept, services } = yield* built(PublisherHolds.layer)
      const holds = Context.get(services, PublisherHolds)
      const nowMs = yield* Clock.currentTimeMillis
      for (const robotId of robotIds) holds.take(robotId, "drive", "somebody", 2_000, nowMs)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(kept(), count)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(kept(), 0)
    }).pipe(Effect.scoped)
  )
})

it.effect("of 10,000 publishers of a robot that stays, one after the other published, one is held", () =>
  Effect.gen(function* () {
    const { services } = yield* built(PublisherHolds.layer)
    const holds = Context.get(services, PublisherHolds)
    const [robotId] = robotIds
    Context.get(services, Bridges).attach(link(robotId!))
    for (let version = 0; version < count; version++) {
      const nowMs = yield* Clock.currentTimeMillis
      holds.take(robotId!, `drive_${version}`, "somebody", 1, nowMs)
      assert.deepStrictEqual(holds.take(robotId!, `drive_${version}`, "another", 1, nowMs), { retryAfterMs: 1 })
      tellNow(Context.get(services, Bus), { type: "config_published", robotId: robotId!, version })
      // What is held now stays held, whatever is published.
      assert.strictEqual(holds.count(robotId!), 1)
      yield* TestClock.adjust(1)
    }
  }).pipe(Effect.scoped)
)
