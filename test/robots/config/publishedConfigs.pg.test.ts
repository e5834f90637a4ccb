import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { PublishedConfigs } from "@fleet/server/robots/config/PublishedConfigs"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { VersionStore } from "@fleet/server/robots/config/VersionStore"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { DateTime, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"
import { anOrg, aRobot } from "../fixtures.ts"
import { broadcastNow } from "../../support/broadcastNow.ts"

let reads = 0

/** Counts how often the table is asked for the latest version. */
const Counted = Layer.effect(
  VersionStore,
  Effect.map(VersionStore, (store) =>
    VersionStore.of({
      ...store,
      latest: (robotId) =>
        Effect.suspend(() => {
          reads++
          return store.latest(robotId)
        })
    })
  )
).pipe(Layer.provide(VersionStore.layer))

const Subject = PublishedConfigs.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(Counted, Bus.layer, Transaction.layer)),
  Layer.provideMerge(TestDatabase)
)

const datapoint = (topic: string) => ({ topic, type: "std_msgs/msg/Float32" })

/** Publishes a document with these datapoints, as another process would. */
const publish = Effect.fnUntraced(function* (
  orgId: OrgId,
  robotId: RobotId,
  version: number,
  ...slugs: ReadonlyArray<string>
) {
  const doc = {
    platform: 1,
    datapoints: Object.fromEntries(slugs.map((slug) => [slug, datapoint(`/${slug}`)]))
  } as const
  const published_at = yield* DateTime.now
  yield* (yield* VersionStore).insert({
    orgId,
    robotId,
    version,
    source: "",
    publish_key: null,
    doc,
    issues: [],
    issues_more: 0,
    published_at
  })
})

layer(Subject, { timeout: "60 seconds" })("the published configuration", (it) => {
  it.effect("the published configuration is version 0 where nothing is published", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const robotId = yield* aRobot(yield* anOrg)
      assert.isUndefined(configs.cached(robotId))
      const current = yield* configs.current(robotId)
      assert.deepStrictEqual(current, { version: 0, publishedAt: null, doc: { platform: 1 }, exposures: new Map() })
      assert.strictEqual(configs.cached(robotId), current)
    })
  )

  it.effect("the published configuration is read by a transaction itself, whose session others wait for", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* configs.current(robotId)
      const within = Effect.gen(function* () {
        yield* publish(orgId, robotId, 1, "battery")
        broadcastNow(yield* Bus, { type: "config_published", robotId, version: 1 })
        return yield* configs.current(robotId)
      })
      assert.strictEqual((yield* (yield* Transaction).run(within)).version, 1)
      // Where there are several sessions, the first word of it came before the commit.
      broadcastNow(yield* Bus, { type: "config_published", robotId, version: 1 })
      assert.strictEqual((yield* configs.current(robotId)).version, 1)
    })
  )

  it.effect("the published configuration is read once, however many ask at once", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* publish(orgId, robotId, 1, "battery")
      reads = 0
      const answers = yield* Effect.all(
        Array.from({ length: 20 }, () => configs.current(robotId)),
        {
          concurrency: "unbounded"
        }
      )
      assert.strictEqual(reads, 1)
      assert.strictEqual(new Set(answers).size, 1)
      assert.deepStrictEqual(answers[0]!.exposures.get("battery"), {
        kind: "datapoint",
        slug: "battery",
        config: datapoint("/battery")
      })
    })
  )

  it.effect(
    "the published configuration is never older than the last publish received, and is kept until the new one is read",
    () =>
      Effect.gen(function* () {
        const configs = yield* PublishedConfigs
        const bus = yield* Bus
        const orgId = yield* anOrg
        const robotId = yield* aRobot(orgId)
        yield* publish(orgId, robotId, 1, "battery")
        const first = yield* configs.current(robotId)
        yield* publish(orgId, robotId, 2, "power")
        broadcastNow(bus, { type: "config_published", robotId, version: 2 })
        assert.strictEqual(configs.cached(robotId), first)
        const second = yield* configs.current(robotId)
        assert.deepStrictEqual([second.version, [...second.exposures.keys()]], [2, ["power"]])
        assert.strictEqual(configs.cached(robotId), second)
      })
  )

  it.effect("the published configuration is not kept from a read that a publish overtook", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const bus = yield* Bus
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* publish(orgId, robotId, 1, "battery")
      const overtaken = yield* Effect.forkChild(configs.current(robotId), { startImmediately: true })
      yield* publish(orgId, robotId, 2, "power")
      broadcastNow(bus, { type: "config_published", robotId, version: 2 })
      assert.strictEqual((yield* configs.current(robotId)).version, 2)
      yield* Fiber.await(overtaken)
      assert.strictEqual(configs.cached(robotId)?.version, 2)
    })
  )

  it.effect("the published configuration is asked for again after a read that failed", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const sql = yield* SqlClient.SqlClient
      const robotId = yield* aRobot(yield* anOrg)
      yield* sql`ALTER TABLE config_versions RENAME TO elsewhere`
      assert.strictEqual((yield* Effect.exit(configs.current(robotId)))._tag, "Failure")
      yield* sql`ALTER TABLE elsewhere RENAME TO config_versions`
      assert.strictEqual((yield* configs.current(robotId)).version, 0)
    })
  )

  it.effect("the published configuration is asked for again where it could not be read after a publish", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const sql = yield* SqlClient.SqlClient
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* publish(orgId, robotId, 1, "battery")
      yield* configs.current(robotId)
      yield* publish(orgId, robotId, 2, "power")
      yield* sql`ALTER TABLE config_versions RENAME TO elsewhere`
      broadcastNow(yield* Bus, { type: "config_published", robotId, version: 2 })
      assert.strictEqual((yield* Effect.exit(configs.current(robotId)))._tag, "Failure")
      yield* sql`ALTER TABLE elsewhere RENAME TO config_versions`
      assert.strictEqual((yield* configs.current(robotId)).version, 2)
    })
  )

  it.effect("the published configuration is kept for 2000 robots, those asked for last", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const ids = Array.from({ length: 2_001 }, () => crypto.randomUUID() as RobotId)
      const ask = (some: ReadonlyArray<RobotId>) => Effect.forEach(some, configs.current, { concurrency: 8 })
      const kept = () => ids.flatMap((id, index) => (configs.cached(id) === undefined ? [] : [index]))
      yield* ask(ids.slice(0, 2_000))
      assert.lengthOf(kept(), 2_000)
      yield* ask([ids[0]!])
      yield* ask([ids[2_000]!])
      assert.deepStrictEqual(
        kept(),
        Array.from(ids.keys()).filter((index) => index !== 1)
      )
    })
  )

  it.effect("the published configuration is kept for ten minutes after it was asked for last", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const orgId = yield* anOrg
      const [idle, used] = [yield* aRobot(orgId), yield* aRobot(orgId)]
      yield* configs.current(idle)
      yield* configs.current(used)
      yield* TestClock.adjust("9 minutes")
      yield* configs.current(used)
      assert.isDefined(configs.cached(idle))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(configs.cached(idle))
      assert.isDefined(configs.cached(used))
      yield* TestClock.adjust("8 minutes")
      assert.isDefined(configs.cached(used))
      yield* TestClock.adjust("1 minute")
      assert.isUndefined(configs.cached(used))
    })
  )

  it.effect("the published configuration is forgotten with its robot", () =>
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const orgId = yield* anOrg
      const robotId = yield* aRobot(orgId)
      yield* configs.current(robotId)
      broadcastNow(yield* Bus, { type: "robot_deleted", robotId, orgId })
      assert.isUndefined(configs.cached(robotId))
    })
  )
})
