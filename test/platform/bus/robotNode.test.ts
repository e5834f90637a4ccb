import { BridgeTimeout, Busy, RobotOffline } from "@fleet/domain/Errors"
import { JobId, OrgId, RobotId } from "@fleet/domain/Ids"
import type { Job, JobActor } from "@fleet/domain/Jobs"
import { assert, layer } from "@effect/vitest"
import { NodeRpc } from "@fleet/server/platform/bus/NodeRpc"
import { RobotNode, RobotNodes } from "@fleet/server/robots/jobs/JobsRpc"
import { Cause, DateTime, Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { randomUUID } from "node:crypto"

const robot = (): RobotId => RobotId.make(randomUUID())
const [offline, busy, healthy, silent, broken] = [robot(), robot(), robot(), robot(), robot()]

const jobOf = (robotId: RobotId, id = JobId.make(randomUUID())): Job => ({
  id,
  robot_id: robotId,
  slug: "dock",
  state: "running",
  origin: "platform",
  started_at: DateTime.makeUnsafe(0),
  updated_at: DateTime.makeUnsafe(0),
  seq: 1,
  result: null,
  error: null
})
const running = jobOf(busy)

const reached = Deferred.makeUnsafe<void>()
const interrupted = Deferred.makeUnsafe<void>()

const slow = Deferred.makeUnsafe<void>()

/** A holder of some robots that answers by the robot. */
const Holder = RobotNode.toLayer({
  start: ({ jobId, robotId }) => {
    if (robotId === offline) return Effect.fail(new RobotOffline())
    if (robotId === busy) return Effect.fail(new Busy({ details: { running } }))
    return Effect.succeed(jobOf(robotId, jobId))
  },
  cancel: ({ robotId }) =>
    robotId === healthy
      ? Effect.as(Deferred.await(slow), { goals: [], error: null, job: null })
      : robotId === broken
        ? Effect.die(new Error("cannot be stored"))
        : Effect.fail(new BridgeTimeout()),
  publish: () =>
    Deferred.succeed(reached, undefined).pipe(
      Effect.andThen(Effect.never),
      Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
    ),
  heldFor: () => Effect.succeed(0),
  failsafe: () => Effect.succeed([]),
  unstored: () => Effect.succeed([]),
  current: ({ robotId }) =>
    Effect.succeed(robotId === busy ? [{ job: running, feedback: { at: 1 }, progress: 0.5, timestampMs: 7 }] : [])
})

const actor: JobActor = { kind: "server_key", id: randomUUID(), label: "key", name: null }
const address = (robotId: RobotId) => ({
  robotId,
  orgId: OrgId.make(randomUUID()),
  robotName: "Rover",
  slug: "dock",
  actor
})
const decided = { appId: null, version: 0 }
const dock = (robotId: RobotId) => ({
  ...address(robotId),
  decided,
  jobId: JobId.make(randomUUID()),
  target: { kind: "action", ros_name: "/dock", type: "a/action/Dock" } as const,
  params: { speed: 1 },
  patienceMs: 15_000
})

layer(RobotNodes.layer.pipe(Layer.provide([Holder, NodeRpc.local])), { excludeTestServices: true })(
  "the holder of a robot",
  (it) => {
    it.effect("the robot node RPC answers with values unchanged", () =>
      Effect.gen(function* () {
        const nodes = yield* RobotNodes
        const asked = dock(healthy)
        const job = yield* nodes.start(asked)
        assert.strictEqual(job.id, asked.jobId)
        assert.isTrue(DateTime.isDateTime(job.started_at))
        const [live] = yield* nodes.current({ robotId: busy })
        assert.deepStrictEqual(live, { job: running, feedback: { at: 1 }, progress: 0.5, timestampMs: 7 })
      })
    )

    it.effect("the robot node RPC fails with the error classes that callers catch", () =>
      Effect.gen(function* () {
        const nodes = yield* RobotNodes
        assert.instanceOf(yield* Effect.flip(nodes.start(dock(offline))), RobotOffline)
        const refused = yield* nodes.start(dock(busy)).pipe(Effect.catchTag("busy", Effect.succeed))
        assert.instanceOf(refused, Busy)
        assert.deepStrictEqual(refused.details.running, running)
        const cancel = nodes.cancel({ ...address(silent), jobId: null })
        assert.instanceOf(yield* Effect.flip(cancel), BridgeTimeout)
      })
    )

    it.effect("the robot node RPC interrupts the handler when its caller is interrupted", () =>
      Effect.gen(function* () {
        const nodes = yield* RobotNodes
        const asking = yield* Effect.forkChild(
          nodes.publish({ ...address(silent), decided, message: {}, quietTimeoutMs: 0, failsafeTimeoutMs: 0 })
        )
        yield* Deferred.await(reached)
        yield* Fiber.interrupt(asking)
        assert.isTrue(Exit.isFailure(yield* Fiber.await(asking)))
        yield* Deferred.await(interrupted).pipe(Effect.timeout("1 minute"))
      })
    )

    it.effect("the robot node RPC answers a call whose handler dies with the defect, and no other call", () =>
      Effect.gen(function* () {
        const nodes = yield* RobotNodes
        const other = yield* Effect.forkChild(nodes.cancel({ ...address(healthy), jobId: null }), {
          startImmediately: true
        })
        const exit = yield* Effect.exit(nodes.cancel({ ...address(broken), jobId: null }))
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
        yield* Deferred.succeed(slow, undefined)
        assert.deepStrictEqual(yield* Fiber.join(other), { goals: [], error: null, job: null })
      })
    )
  }
)
