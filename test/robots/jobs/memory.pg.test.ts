import { assert, layer } from "@effect/vitest"
import { LiveJobs } from "@fleet/server/robots/jobs/LiveJobs"
import { PublisherHolds } from "@fleet/server/robots/jobs/PublisherHolds"
import { RobotDeletion } from "@fleet/server/robots/RobotDeletion"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aConnectedRobot, auditOf, detail, eventually, jobOf, publish, runsOf, start, type World } from "./world.ts"

const drive = ({ path }: World, as: string, slug = "drive") =>
  call("POST", `${path}/publishers/${slug}`, { as, body: slug === "drive" ? { message: { speed: 0 } } : {} })

/** What this process keeps of the robot: whether it holds jobs of it, and how many publishers. */
const kept = Effect.fnUntraced(function* ({ robot }: World) {
  const robotJobs = (yield* LiveJobs).get(robot.id)
  return [robotJobs !== undefined, (yield* PublisherHolds).count(robot.id)]
})

const leaves = (world: World, bridge: FakeBridge) =>
  Effect.andThen(
    bridge.leave,
    eventually(detail(world), ({ bridge_state }) => !bridge_state.online)
  )

layer(TestApp, { timeout: "60 seconds" })("a process", (it) => {
  it.effect("a process keeps nothing of a robot that was deleted", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      yield* start(world, "undock")
      yield* drive(world, world.as)
      assert.deepStrictEqual(yield* kept(world), [true, 1])
      yield* (yield* RobotDeletion).delete(world.owner.caller, world.robot)
      assert.deepStrictEqual(yield* kept(world), [false, 0])
    })
  )

  it.effect(
    "a process keeps nothing of a robot that left without a job, once its publishers would have been quiet",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const { job } = (yield* start(world, "undock")).body
        world.bridge.update(job, "succeeded", { result: 1 })
        yield* drive(world, world.as)
        yield* drive(world, world.as, "horn")
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(yield* kept(world), [true, 2])
        yield* drive(world, world.as)
        yield* leaves(world, world.bridge)
        yield* TestClock.adjust("500 millis")
        assert.isAbove(Number((yield* kept(world))[1]), 0)
        yield* TestClock.adjust("1500 millis")
        assert.strictEqual((yield* kept(world))[1], 0)
        yield* eventually(
          Effect.andThen(TestClock.adjust("250 millis"), kept(world)),
          ([robotJobs]) => robotJobs === false
        )
        assert.deepInclude(yield* jobOf(world, "undock"), { id: job.id, state: "succeeded", result: 1 })
      })
  )

  it.effect("a process still holds a publisher for a robot that comes back before it would have been quiet", () =>
    Effect.gen(function* () {
      const world = yield* aConnectedRobot
      yield* drive(world, world.developer.token)
      yield* leaves(world, world.bridge)
      yield* TestClock.adjust("750 millis")
      yield* connectBridge(world.bridgeToken)
      assert.strictEqual((yield* drive(world, world.owner.token)).body.code, "publisher_busy")
      assert.strictEqual((yield* drive(world, world.developer.token)).status, 204)
      assert.lengthOf(yield* auditOf(world, "publisher.acquired"), 1)
    })
  )

  it.effect(
    "a process keeps the jobs of a robot that left until they are unknown, and reads them back when it returns",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const { job } = (yield* start(world, "undock")).body
        world.bridge.update(job, "running")
        world.bridge.update({ id: job.id.replace(/^./, "0"), slug: "dock" }, "running", { origin: "external" })
        yield* world.bridge.sync
        yield* leaves(world, world.bridge)
        yield* TestClock.adjust("299 seconds")
        assert.deepStrictEqual(yield* kept(world), [true, 0])
        yield* TestClock.adjust("2 seconds")
        yield* eventually(
          Effect.andThen(TestClock.adjust("250 millis"), kept(world)),
          ([robotJobs]) => robotJobs === false
        )
        assert.deepInclude(yield* jobOf(world, "undock"), { id: job.id, state: "unknown" })
        assert.isNull(yield* jobOf(world, "dock"))

        const bridge = yield* connectBridge(world.bridgeToken)
        assert.deepStrictEqual((yield* bridge.next("job_query")).job_ids, [job.id])
        assert.strictEqual((yield* start(world, "undock")).body.details.running.id, job.id)
        bridge.update(job, "succeeded")
        yield* bridge.sync
        assert.strictEqual((yield* start(world, "undock")).status, 202)
      })
  )

  it.effect(
    "a process keeps no ended job of a slug that is no longer published, and one that runs until it has ended",
    () =>
      Effect.gen(function* () {
        const world = yield* aConnectedRobot
        const { bridge } = world
        const newest = Effect.gen(function* () {
          yield* TestClock.adjust("250 millis")
          return [...(yield* LiveJobs).get(world.robot.id)!.newest.keys()].sort()
        })
        const { job } = (yield* start(world, "undock")).body
        bridge.update(job, "succeeded")
        bridge.update({ id: randomUUID(), slug: "dock" }, "running", { origin: "external" })
        yield* bridge.sync
        assert.deepStrictEqual(yield* newest, ["dock", "undock"])
        yield* publish(world.owner.caller, world.robot.id, "platform: 1")
        yield* bridge.next("config")
        yield* eventually(newest, (slugs) => slugs.join() === "dock")
        assert.deepInclude((yield* runsOf(world)).undock, { id: job.id, state: "succeeded" })
        assert.deepStrictEqual(yield* newest, ["dock"])
        bridge.send({ type: "job_lost", job_ids: [(yield* LiveJobs).get(world.robot.id)!.newest.get("dock")!.id] })
        yield* bridge.sync
        yield* eventually(newest, ({ length }) => length === 0)
      })
  )
})
