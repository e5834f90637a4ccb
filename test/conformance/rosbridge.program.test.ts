import { Kit } from "@fleet/bridge/conformance/Kit"
import { ownBridge, restartable } from "@fleet/bridge/conformance/BridgeUnderTest"
import { cancel, doc, endsOf, type newJobId, query, startDrive, updatesOf } from "@fleet/bridge/conformance/jobScripts"
import { startScriptedCloud } from "@fleet/bridge/conformance/ScriptedCloud"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { cuttable } from "../ros/support/cuttable.ts"
import { connect } from "../ros/support/gateway.ts"
import { failures, token, tryOwn } from "./support.ts"

const longMs = 30_000

/** Our bridge on a robot's rosbridge that can be cut off, and the way to see what it tells. */
const started = Effect.gen(function* () {
  const cloud = yield* startScriptedCloud("127.0.0.1", 0)
  const robot = yield* startSimulator({ robot: "mobile", port: 0, seed: 1, rosbridgePort: 0 })
  const way = yield* cuttable(robot.rosbridgeUrl!)
  const start = yield* Effect.provide(ownBridge({ url: cloud.url, token, ros: way.url }), NodeServices.layer)
  const restart = yield* restartable(start)
  const kit = new Kit(cloud, { token, robot, restart })
  yield* kit.connected
  yield* kit.configure(doc)
  yield* kit.until("action", () => kit.cloud.all("config_applied").at(-1)?.ok, longMs)
  return { kit, way, restart }
})

/** The state of a job as the bridge answers it; null when it does not know it. */
const stateOf = Effect.fnUntraced(function* (kit: Kit, jobId: ReturnType<typeof newJobId>, request: string) {
  const { jobs } = yield* query(kit, request, [jobId])
  return jobs[0]?.state ?? null
})

/** Somebody at the robot resets it, past rosbridge. */
const resetAtTheRobot = (kit: Kit) =>
  Effect.scoped(
    Effect.flatMap(connect(kit.robot.url), (gateway) =>
      gateway.callService("/reset", "std_srvs/srv/Trigger", {}, 5000).pipe(
        // The server says what it offers just after it says hello.
        Effect.retry({
          schedule: Schedule.spaced("50 millis"),
          times: 100,
          while: ({ _tag }) => _tag === "NotAdvertised"
        })
      )
    )
  )

describe("our bridge on rosbridge", () => {
  it.live("our bridge on rosbridge keeps the rules of samples and jobs", () =>
    Effect.gen(function* () {
      const groups = [
        ["config.fits", "sample.flows", "sample.order", "sample.throttle", "publish.message", "publish.failsafe"],
        ["job.service", "job.rejected", "job.progress", "job.once", "job.cancel", "job.cancel_all", "job.query"],
        ["job.succeeded", "job.aborted", "job.external", "job.own_only", "job.active", "job.survives"]
      ]
      const results = yield* Effect.forEach(groups, (ids) => tryOwn(ids, undefined, "rosbridge"), { concurrency: 3 })
      assert.deepStrictEqual(failures(results.flat()), [])
    })
  )

  it.live("a goal runs on while rosbridge is away, and is told how it ended", () =>
    Effect.gen(function* () {
      const { kit, way } = yield* started
      const jobId = yield* startDrive(kit)
      way.cut()
      yield* Effect.sleep("2 seconds")
      assert.strictEqual(yield* stateOf(kit, jobId, "away"), "running")
      assert.isEmpty(endsOf(kit, jobId))
      way.mend()
      for (let asked = 0; (yield* cancel(kit, `back-${asked}`, "dock", jobId)).error !== null; asked++) {
        assert.isBelow(asked, 60)
        yield* Effect.sleep("500 millis")
      }
      const end = yield* kit.until("end", () => endsOf(kit, jobId)[0], longMs)
      assert.strictEqual(end.state, "cancelled")
    })
  )

  it.live("a goal that ends while rosbridge is away is told as the server lists it, without a result", () =>
    Effect.gen(function* () {
      const { kit, way } = yield* started
      const jobId = yield* startDrive(kit)
      way.cut()
      yield* resetAtTheRobot(kit)
      yield* Effect.sleep("1 second")
      assert.isEmpty(endsOf(kit, jobId))
      way.mend()
      const end = yield* kit.until("end", () => endsOf(kit, jobId)[0], longMs)
      assert.deepInclude(end, { state: "failed", result: null })
      assert.strictEqual(end.error?.code, "action_failed")
    })
  )

  it.live("a goal that the robot forgot while rosbridge was away is not known any more, and no end is made up", () =>
    Effect.gen(function* () {
      const { kit, way } = yield* started
      const jobId = yield* startDrive(kit)
      way.cut()
      yield* kit.robot.change({ restart: true })
      way.mend()
      for (let asked = 0; (yield* stateOf(kit, jobId, `forgotten-${asked}`)) !== null; asked++) {
        assert.isBelow(asked, 100)
        yield* Effect.sleep("300 millis")
      }
      assert.isEmpty(endsOf(kit, jobId))
    })
  )

  it.live("a goal that ended while the bridge was down is told after its start, one that runs is followed", () =>
    Effect.gen(function* () {
      const { kit, restart, way } = yield* started
      const jobId = yield* startDrive(kit)
      const goalId = updatesOf(kit, jobId).at(-1)!.goal_id
      const { session } = kit.cloud
      yield* restart
      yield* kit.until("new connection", () => kit.cloud.session > session, longMs)
      yield* kit.connected
      const from = kit.mark
      yield* kit.configure(doc)
      const update = yield* kit.sees("job_update", from, ({ job_id }) => job_id === jobId, longMs)
      assert.deepInclude(update, { state: "running", origin: "platform", goal_id: goalId })
      way.cut()
      yield* resetAtTheRobot(kit)
      yield* restart
      yield* Effect.sleep("1 second")
      way.mend()
      const end = yield* kit.until("end", () => endsOf(kit, jobId)[0], longMs)
      assert.deepInclude(end, { state: "failed", goal_id: goalId })
    })
  )
})
