import { assert, layer } from "@effect/vitest"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { mobileSource } from "@fleet/server/demo/DemoConfigs"
import { Effect } from "effect"
import { startLine } from "../../e2e/support/Line.ts"
import { until } from "../../e2e/support/until.ts"
import { baseUrl, connectRobot, publish, valueOf } from "../../e2e/support/world.ts"
import { connectBridge } from "../../support/FakeBridge.ts"
import { makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { aDesk } from "./support/fleet.ts"

/** A wheeled robot that is online and sends, and a backend's desk. */
const world = Effect.gen(function* () {
  const everyone = yield* makeEveryone
  const { bridgeToken, key, owner, robot } = everyone
  const simulator = yield* startSimulator({ robot: "mobile", port: 0, seed: 1 })
  yield* publish(owner.token, robot.id, mobileSource)
  yield* connectRobot(simulator.url, bridgeToken)
  const path = `/api/robots/${robot.id}`
  yield* valueOf(path, "battery", owner.token)
  const line = yield* startLine(yield* baseUrl)
  const desk = yield* aDesk({ FLEET_URL: line.url, FLEET_KEY: key.token })
  const job = Effect.map(call("GET", `${path}/jobs/dock`, { as: owner.token }), ({ body }) => body.job)
  return { ...everyone, path, line, desk, job }
})

const endOf = (job: Effect.Effect<any, never, any>) =>
  until(
    "the end of the job",
    Effect.map(job, (job) => job !== null && job.state !== "running" && job.state !== "unknown" && job)
  )

layer(TestApp, { excludeTestServices: true })("fleet with a robot", (it) => {
  it.effect("fleet tail prints values, again after a lost connection, and ends with 0 at Ctrl-C", () =>
    Effect.gen(function* () {
      const { desk, line, robot } = yield* world
      const running = yield* desk.start(["tail", robot.name, "battery", "position_x", "--json"])
      yield* running.says(/"slug":"battery"/)
      const first = JSON.parse(running.output().split("\n")[0]!)
      assert.hasAllKeys(first, ["robot_id", "slug", "value", "timestamp_ms"])
      assert.strictEqual(first.robot_id, robot.id)
      line.cut()
      yield* running.says(/opened again/)
      const before = running.output().split("\n").length
      yield* until(
        "a value after the cut",
        Effect.sync(() => running.output().split("\n").length > before + 1)
      )
      running.interrupt()
      const { code, errors, output } = yield* running.ended
      assert.strictEqual(code, 0, errors)
      for (const text of output.trim().split("\n")) JSON.parse(text)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet tail ends after --count values, shows units, and is quiet when nobody reads any more", () =>
    Effect.gen(function* () {
      const { desk, robot } = yield* world
      const counted = yield* desk.fleet(["tail", robot.name, "battery", "--count", "2"])
      assert.strictEqual(counted.code, 0, counted.errors)
      assert.match(counted.output, /^(\d{4}-\S+Z battery \d+\.\d %\n){2}$/)

      const unread = yield* desk.start(["tail", robot.id])
      yield* unread.says(/battery/)
      unread.process.stdout.destroy()
      const { code, errors } = yield* unread.ended
      assert.deepStrictEqual([code, errors], [0, ""])

      const unknown = yield* desk.fleet(["tail", robot.name, "batery"])
      assert.strictEqual(unknown.code, 1)
      assert.include(unknown.errors, "There are: ")
      assert.include(unknown.errors, "battery")
      const nobody = yield* desk.fleet(["tail", "no such robot"])
      assert.strictEqual(nobody.code, 1)
      assert.include(nobody.errors, "fleet robots")
      assert.strictEqual((yield* desk.fleet(["tail", robot.name, "--count", "0"])).code, 2)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet run follows an action to its result, and answers a service", () =>
    Effect.gen(function* () {
      const { desk, robot } = yield* world
      const service = yield* desk.fleet(["run", robot.name, "set_light", "--param", "on=true", "--json"])
      assert.strictEqual(service.code, 0, service.errors)
      assert.deepStrictEqual(JSON.parse(service.output), { success: true, message: "The light is on." })

      const action = yield* desk.fleet(["run", robot.name, "dock", "--param", "speed=1"])
      assert.strictEqual(action.code, 0, action.errors)
      assert.strictEqual(JSON.parse(action.output).docked, true)
      assert.include(action.errors, "dock succeeded")
      const json = yield* desk.fleet(["run", robot.name, "dock", "--params", '{"speed":1}', "--json"])
      assert.strictEqual(json.code, 0, json.errors)
      const updates = json.output
        .trim()
        .split("\n")
        .map((text) => JSON.parse(text))
      assert.strictEqual(updates.at(-1).state, "succeeded")
    }).pipe(Effect.scoped)
  )

  it.effect("fleet run tells parameters that do not fit, and slugs that cannot be run", () =>
    Effect.gen(function* () {
      const { desk, robot } = yield* world
      const wild = yield* desk.fleet(["run", robot.name, "dock", "--param", "speed=9"])
      assert.strictEqual(wild.code, 1)
      assert.include(wild.errors, "parameter_invalid")
      assert.include(wild.errors, "speed: Must be at most 1.")
      const text = yield* desk.fleet(["run", robot.name, "dock", "--param", "speed=fast"])
      assert.strictEqual(text.code, 2)
      assert.include(text.errors, "speed is a number")
      const datapoint = yield* desk.fleet(["run", robot.name, "battery"])
      assert.strictEqual(datapoint.code, 1)
      assert.include(datapoint.errors, "What can be run: dock, reset, set_light.")
      for (const args of [
        ["--param", "speed"],
        ["--params", "{"],
        ["--params", "[]"],
        ["--timeout", "0"]
      ]) {
        assert.strictEqual((yield* desk.fleet(["run", robot.name, "dock", ...args])).code, 2, args.join(" "))
      }
    }).pipe(Effect.scoped)
  )

  it.effect(
    "fleet run cancels at the first Ctrl-C and after --timeout, and tells a job that somebody else cancelled",
    () =>
      Effect.gen(function* () {
        const { desk, job, owner, path, robot } = yield* world
        const cancelled = yield* desk.start(["run", robot.name, "dock", "--param", "speed=0.05"])
        yield* cancelled.says(/dock running.*remaining/)
        cancelled.interrupt()
        const end = yield* cancelled.ended
        assert.strictEqual(end.code, 1, end.errors)
        assert.include(end.errors, "Asking the robot to cancel")
        assert.include(end.errors, "dock cancelled")
        assert.strictEqual((yield* endOf(job)).state, "cancelled")

        const late = yield* desk.fleet(["run", robot.name, "dock", "--param", "speed=0.05", "--timeout", "1"])
        assert.strictEqual(late.code, 1)
        assert.include(late.errors, "--timeout")
        assert.strictEqual((yield* endOf(job)).state, "cancelled")

        const busy = yield* desk.start(["run", robot.name, "dock", "--param", "speed=0.05"])
        yield* busy.says(/dock running.*remaining/)
        const refused = yield* desk.fleet(["run", robot.name, "dock"])
        assert.strictEqual(refused.code, 1)
        assert.include(refused.errors, "(busy)")
        yield* call("POST", `${path}/jobs/dock/cancel`, { as: owner.token, body: {} })
        const elsewhere = yield* busy.ended
        assert.strictEqual(elsewhere.code, 1)
        assert.include(elsewhere.errors, "dock cancelled")
      }).pipe(Effect.scoped)
  )

  it.effect("fleet run leaves the job running at the second Ctrl-C", () =>
    Effect.gen(function* () {
      const { bridgeToken, key, owner, robot } = yield* makeEveryone
      const source = "platform: 1\nactions:\n  dock: {ros_name: /dock, type: a_b/action/Dock}\n"
      yield* publish(owner.token, robot.id, source)
      const bridge = yield* connectBridge(bridgeToken)
      const desk = yield* aDesk({ FLEET_URL: yield* baseUrl, FLEET_KEY: key.token })
      const running = yield* desk.start(["run", robot.name, "dock"])
      const { job_id } = yield* bridge.next("invoke")
      bridge.update({ id: job_id, slug: "dock" }, "running", { progress: 0.25 })
      yield* running.says(/dock running 25 %/)
      running.interrupt()
      yield* running.says(/Asking the robot to cancel/)
      yield* bridge.next("cancel")
      running.interrupt()
      const { code, errors } = yield* running.ended
      assert.strictEqual(code, 130)
      assert.include(errors, `Job ${job_id} goes on at the robot.`)
      const { body } = yield* call("GET", `/api/robots/${robot.id}/jobs/dock`, { as: owner.token })
      assert.include(["running", "unknown"], body.job.state)
    }).pipe(Effect.scoped)
  )

  it.effect("fleet run of a robot that is offline says what to do", () =>
    Effect.gen(function* () {
      const { key, owner, robot } = yield* makeEveryone
      yield* publish(owner.token, robot.id, mobileSource)
      const desk = yield* aDesk({ FLEET_URL: yield* baseUrl, FLEET_KEY: key.token })
      const { code, errors } = yield* desk.fleet(["run", robot.name, "dock"])
      assert.strictEqual(code, 4)
      assert.include(errors, "robot_offline")
      assert.include(errors, "Start its bridge")
      assert.match((yield* desk.fleet(["robots"])).output, /offline {2}version 1/)
    }).pipe(Effect.scoped)
  )
})
