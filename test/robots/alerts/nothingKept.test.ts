import { assert, describe, it } from "@effect/vitest"
import { AlertId, OrgId, RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { AlertWriter } from "@fleet/server/robots/alerts/AlertWriter"
import { LiveAlerts } from "@fleet/server/robots/alerts/LiveAlerts"
import type { AlertRow } from "@fleet/server/robots/alerts/AlertRow"
import { AlertRecords } from "@fleet/server/robots/alerts/AlertRecords"
import { AlertStore } from "@fleet/server/robots/alerts/AlertStore"
import { nothingPublished } from "@fleet/server/robots/config/PublishedConfigs"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { Context, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { hello, linkTo } from "../../support/homes.ts"
import { recordMaps } from "../../support/recordMaps.ts"

const count = 1000
const condition = { fire_at: 20, resolve_at: 30 }
const battery = { topic: "/a", type: "std_msgs/msg/Float32", field: "data", alerts: { low: { condition } } }
const published = { ...nothingPublished, version: 1, doc: { datapoints: { battery } } }

const rowOf = (robotId: RobotId): AlertRow => ({
  id: AlertId.make(robotId),
  org_id: OrgId.make(robotId),
  robot_id: robotId,
  source_slug: "battery",
  slug: "battery",
  key: "low",
  name: "low",
  severity: "warning",
  enabled: true,
  condition,
  state: "ok",
  state_since_ms: null,
  last_value: null,
  revision: 0,
  created_at: DateTime.makeUnsafe(0)
})

/** The alerts of a process over a store that takes everything, and how many moves and values it took. */
const aProcess = Effect.gen(function* () {
  const taken = { moves: 0, values: 0 }
  const stores = Layer.mergeAll(
    Layer.mock(AlertStore, {
      ofRobot: (robotId) => Effect.succeed([rowOf(robotId)]),
      keepValues: (values) => Effect.sync(() => void (taken.values += values.length))
    }),
    Layer.mock(AlertRecords, {
      move: (moved) =>
        Effect.sync(() => {
          taken.moves += moved.length
          return new Map(moved.map(({ alert, revision }) => [alert.id, revision + 1]))
        })
    })
  )
  const app = LiveAlerts.layer.pipe(
    Layer.provideMerge(AlertWriter.layer),
    Layer.provideMerge(RobotHomes.layer),
    Layer.provideMerge(Bus.layer),
    Layer.provide(stores)
  )
  const { entries, result } = yield* recordMaps(Layer.build(app))
  // The sweeps have begun to wait.
  yield* TestClock.adjust("1 second")
  const idle = entries()
  return { taken, services: result, kept: () => entries() - idle }
})

const connected = (homes: RobotHomes["Service"]) =>
  Effect.forEach(
    Array.from({ length: count }, () => RobotId.make(randomUUID())),
    Effect.fnUntraced(function* (robotId) {
      const home = homes.open({ robotId, orgId: OrgId.make(robotId), robotName: "Rover" })
      yield* Effect.scoped(home.prepare(hello, published))
      homes.attach(linkTo(home), hello, published)
      home.sample({ type: "sample", robotId, slug: "battery", json: "10", timestampMs: 1 }, battery, false, 1)
      return home
    })
  )

describe("of 1000 robots with alerts", () => {
  it.effect("that left nothing is kept, once their moves and values are stored", () =>
    Effect.gen(function* () {
      const { kept, services, taken } = yield* aProcess
      const homes = yield* connected(Context.get(services, RobotHomes))
      for (const home of homes) home.detach(home.link!, 0)
      assert.isAtLeast(kept(), count)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(taken, { moves: count, values: count })
      assert.strictEqual(kept(), 0)
    })
  )

  it.effect("a flush of one writes its newest value, and no other's", () =>
    Effect.gen(function* () {
      const { services, taken } = yield* aProcess
      const homes = yield* connected(Context.get(services, RobotHomes))
      assert.strictEqual(taken.values, 0)
      yield* homes[3]!.flush()
      assert.strictEqual(taken.values, 1)
      yield* homes[3]!.flush()
      assert.strictEqual(taken.values, 1)
    })
  )

  it.effect("that are deleted nothing is kept, and nothing more is stored", () =>
    Effect.gen(function* () {
      const { kept, services, taken } = yield* aProcess
      const homes = yield* connected(Context.get(services, RobotHomes))
      const bus = Context.get(services, Bus)
      for (const { orgId, robotId } of homes) yield* bus.broadcastAndWait({ type: "robot_deleted", robotId, orgId })
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(taken.values, 0)
      assert.strictEqual(kept(), 0)
    })
  )

  it.effect("whose alerts a publish removes no alert is kept", () =>
    Effect.gen(function* () {
      const { kept, services } = yield* aProcess
      const homes = yield* connected(Context.get(services, RobotHomes))
      for (const home of homes) home.configure({ ...nothingPublished, version: 2 })
      yield* TestClock.adjust("11 seconds")
      // The homes themselves, whose bridges are connected.
      assert.strictEqual(kept(), count)
    })
  )
})
