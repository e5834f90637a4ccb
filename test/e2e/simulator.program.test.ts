import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { FleetError, type JobHandle, type JobUpdate } from "@fleet/sdk"
import { assert, layer } from "@effect/vitest"
import { armSource, mobileSource } from "@fleet/server/demo/DemoConfigs"
import { Effect, Fiber } from "effect"
import { TestApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { startLine } from "./support/Line.ts"
import { until } from "./support/until.ts"
import { aPublishedRobot, baseUrl, connectRobot, publish, valueOf } from "./support/world.ts"

const sources = { arm: armSource, mobile: mobileSource }
const slugs = {
  arm: ["joints", "shoulder", "counter", "gripper", "pick", "set_gripper"],
  mobile: ["battery", "position_x", "pose", "scan", "wheels", "light", "dock", "reset", "set_light", "drive"]
}

/** A simulated robot behind its bridge, in the cloud and in an app, sending. */
const aRobot = Effect.fnUntraced(function* (model: "arm" | "mobile") {
  const simulator = yield* startSimulator({ robot: model, port: 0, seed: 1 })
  const stage = yield* aPublishedRobot(sources[model], slugs[model])
  const line = yield* startLine(yield* baseUrl)
  const bridge = yield* connectRobot(simulator.url, stage.bridgeToken, { cloud: line.url })
  const value = (slug: string, fits?: (value: any) => boolean) => valueOf(stage.path, slug, stage.user.token, fits)
  yield* value(model === "arm" ? "counter" : "battery")
  return { ...stage, simulator, line, bridge, value }
})

/** Every update of a job up to its end. */
const toEnd = (job: { readonly updates: () => AsyncIterable<JobUpdate> }) =>
  Effect.promise(async () => {
    const updates: Array<JobUpdate> = []
    for await (const update of job.updates()) updates.push(update)
    return updates
  })

/** Waits until the robot works on the job; answers with the job. */
const underway = (job: JobHandle) =>
  Effect.promise(async () => {
    for await (const { feedback } of job.updates()) if (feedback !== null) return job
    throw new Error(`The job ended before: ${JSON.stringify(job.job)}`)
  })

/** What a command is refused with. */
const refused = (command: Promise<unknown>) =>
  Effect.promise(() =>
    command.then(
      () => Promise.reject(new Error("It was not refused.")),
      (error: unknown) => (FleetError.is(error) ? error : Promise.reject(error))
    )
  )

layer(TestApp, { excludeTestServices: true })("a simulated robot in an app", (it) => {
  it.effect("a simulated robot in an app sends what the configuration asks for", () =>
    Effect.gen(function* () {
      const { robot, value } = yield* aRobot("arm")
      const heard = yield* Effect.promise(async () => {
        using counts = robot.datapoint<string>("counter").subscribe()
        const heard: Array<bigint> = []
        for await (const { value } of counts) {
          assert.isString(value)
          if (heard.push(BigInt(value)) === 3) break
        }
        return heard
      })
      assert.isTrue(heard[0]! > BigInt(Number.MAX_SAFE_INTEGER))
      assert.deepStrictEqual(heard, [heard[0]!, heard[0]! + 1n, heard[0]! + 2n])
      const shoulder = yield* value("shoulder")
      const joints = yield* value("joints")
      assert.closeTo(shoulder.value, (joints.value.position[1] * 180) / Math.PI, 45)
    })
  )

  it.effect("a simulated robot in an app runs an action with feedback and progress to its result", () =>
    Effect.gen(function* () {
      const { robot } = yield* aRobot("arm")
      const job = yield* Effect.promise(() => robot.action("pick").start({ shelf: 3 }, { via: "realtime" }))
      const updates = yield* toEnd(job)
      assert.isTrue(updates.some(({ feedback }) => feedback !== null))
      assert.isTrue(updates.some(({ progress }) => progress !== null && progress > 0 && progress < 1))
      assert.deepStrictEqual(
        updates.filter(({ state }) => state !== "running").map(({ state }) => state),
        ["succeeded"]
      )
      assert.deepStrictEqual(updates.at(-1)?.result, { item: "item from shelf 3" })
    })
  )

  it.effect("a simulated robot in an app tells a refused goal from one that was given up", () =>
    Effect.gen(function* () {
      const { robot } = yield* aRobot("arm")
      const end = (shelf: number) => Effect.promise(async () => (await robot.action("pick").start({ shelf })).result())
      assert.deepInclude(yield* end(150), { state: "failed" })
      const { error, state } = yield* end(0)
      assert.deepStrictEqual([state, error?.code], ["failed", "action_failed"])
      const beyond = yield* refused(robot.action("pick").start({ shelf: 201 }))
      assert.strictEqual(beyond.code, "parameter_invalid")
    })
  )

  it.effect("a simulated robot in an app refuses a second goal, and cancels the first", () =>
    Effect.gen(function* () {
      const { robot } = yield* aRobot("mobile")
      const job = yield* Effect.promise(() => robot.action("dock").start({ speed: 0.05 }))
      yield* underway(job)
      const busy = yield* refused(robot.action("dock").start({ speed: 0.5 }))
      assert.isTrue(busy.is("busy") && "running" in busy.details && busy.details.running.id === job.id)
      yield* Effect.promise(() => job.cancel())
      const end = yield* Effect.promise(() => job.result())
      assert.strictEqual(end.state, "cancelled")
    })
  )

  it.effect("a simulated robot in an app answers a service", () =>
    Effect.gen(function* () {
      const { robot, value } = yield* aRobot("arm")
      const answer = yield* Effect.promise(() => robot.service("set_gripper").call({ closed: true }))
      assert.deepStrictEqual(answer, { success: true, message: "The gripper is closed." })
      yield* value("gripper", (closed) => closed === true)
    })
  )

  it.effect("a simulated robot in an app drives while it is told to, and stops by itself when it is not", () =>
    Effect.gen(function* () {
      const { developer, path, robot, value } = yield* aRobot("mobile")
      const { value: start } = yield* value("position_x")
      const driving = setInterval(
        () =>
          void robot
            .publisher("drive")
            .publish({ forward: 0.5 })
            .catch(() => {}),
        100
      )
      yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(driving)))
      yield* value("position_x", (x) => x > start + 0.3)
      clearInterval(driving)
      let last = yield* value("position_x")
      const still = yield* until(
        "a robot that stands still",
        Effect.gen(function* () {
          const next = yield* value("position_x")
          if (next.timestampMs === last.timestampMs) return null
          const stands = next.value === last.value
          last = next
          return stands ? next : null
        })
      )
      assert.isBelow(still.value, start + 3)
      const { body } = yield* call("GET", path, { as: developer.token })
      assert.deepInclude(body.bridge_state, { online: true, low_bandwidth: false })
    })
  )

  it.effect("a simulated robot in an app loses a job whose action server vanishes", () =>
    Effect.gen(function* () {
      const { robot, simulator } = yield* aRobot("mobile")
      const job = yield* Effect.promise(() => robot.action("dock").start({ speed: 0.05 }))
      yield* underway(job)
      yield* simulator.change({ vanish: "/dock" })
      const end = yield* Effect.promise(() => job.result())
      assert.deepStrictEqual([end.state, end.error?.code], ["lost", "action_server_lost"])
    })
  )

  it.effect("a simulated robot in an app loses a job that the robot forgot in a restart, and goes on", () =>
    Effect.gen(function* () {
      const { robot, simulator, value } = yield* aRobot("mobile")
      const job = yield* Effect.promise(() => robot.action("dock").start({ speed: 0.05 }))
      yield* underway(job)
      yield* simulator.change({ restart: true })
      const end = yield* Effect.promise(() => job.result())
      assert.deepStrictEqual([end.state, end.error?.code], ["lost", "job_unknown_to_bridge"])
      const { timestampMs } = yield* value("battery")
      yield* until(
        "a newer value",
        Effect.map(value("battery"), (next) => next.timestampMs > timestampMs)
      )
      const again = yield* Effect.promise(() => robot.action("dock").start({ speed: 1 }))
      yield* Effect.promise(() => again.cancel())
    })
  )

  it.effect("a simulated robot in an app is cut off when its token is rotated, and says why", () =>
    Effect.gen(function* () {
      const { bridge, owner, path } = yield* aRobot("arm")
      const rotated = yield* call("POST", `${path}/token/rotate`, { as: owner.token })
      assert.strictEqual(rotated.status, 201)
      const ended = yield* Effect.flip(Fiber.join(bridge))
      assert.strictEqual(ended.message, "The robot's token was rotated. Start the bridge with the new one.")
    })
  )

  it.effect("a simulated robot in an app follows a new configuration without a new connection", () =>
    Effect.gen(function* () {
      const { app, line, owner, path, robotId, user, value } = yield* aRobot("arm")
      assert.isTrue(app.robot_ids.includes(robotId))
      const before = line.asked()
      const renamed = armSource.replace("  counter:", "  count:").replace("scale: 57.29577951308232", "scale: 1000")
      yield* publish(owner.token, robotId, renamed)
      yield* value("shoulder", (angle) => Math.abs(angle) > 180)
      const gone = yield* call("GET", `${path}/datapoints/counter`, { as: user.token })
      assert.deepStrictEqual([gone.status, gone.body.code], [404, "unknown_datapoint"])
      assert.match((yield* valueOf(path, "count", owner.token)).value, /^9007199254\d{6}$/)
      assert.strictEqual(line.asked(), before)
    })
  )

  it.effect("a simulated robot in an app brings what it recorded while it was cut off into the history", () =>
    Effect.gen(function* () {
      const { line, robot, value } = yield* aRobot("mobile")
      line.hold(true)
      line.cut()
      const cutAt = Date.now()
      const asked = line.asked()
      yield* until(
        "an attempt in vain",
        Effect.sync(() => line.asked() > asked)
      )
      line.hold(false)
      yield* until(
        "the bridge is back",
        Effect.sync(() => line.open() > 0)
      )
      const backAt = Date.now()
      const missed = yield* until(
        "the samples of the outage",
        Effect.promise(async () => {
          const { points } = await robot.datapoint<number>("battery").history({ from: new Date(cutAt) })
          const inside = points.filter(({ at }) => at.getTime() < backAt)
          return inside.length > 0 && inside.length < points.length ? points : null
        })
      )
      const times = missed.map(({ at }) => at.getTime())
      assert.deepStrictEqual(
        times,
        times.toSorted((a, b) => a - b)
      )
      assert.isAtLeast((yield* value("battery")).timestampMs, times.at(-1)!)
    })
  )
})
