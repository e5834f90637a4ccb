import * as NodeServices from "@effect/platform-node/NodeServices"
import { runBridge } from "@fleet/bridge/Bridge"
import { FleetError } from "@fleet/sdk"
import { assert, layer } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import { FakeRobot } from "../bridge/support/FakeRobot.ts"
import { connectRealtime } from "../support/RealtimeClient.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { TestApp } from "../support/TestApp.ts"
import { startLine } from "./support/Line.ts"
import { until } from "./support/until.ts"
import { aPublishedRobot, baseUrl, valueOf } from "./support/world.ts"

const source = `platform: 1
datapoints:
  number: {topic: /number, type: std_msgs/msg/Int64, field: data}
actions:
  walk: {ros_name: /walk, type: a/action/Walk}
`
const cuts = 3
const final = new Set(["succeeded", "failed", "cancelled", "lost"])

/** A robot that counts every few milliseconds, and ends each goal a little after it took it. */
const busyRobot = Effect.gen(function* () {
  const robot = new FakeRobot()
  let number = 0
  let taken = 0
  const emit = () => robot.emit("/number", { data: ++number }, Date.now())
  const counting = setInterval(() => {
    emit()
    for (; taken < robot.goals.length; taken++) {
      const { goalId } = robot.goals[taken]!
      setTimeout(() => robot.finish(goalId, taken % 3 === 0 ? 6 : 4), 50 + Math.random() * 400)
    }
  }, 5)
  const stop = () => clearInterval(counting)
  yield* Effect.addFinalizer(() => Effect.sync(stop))
  return { robot, stop, emit, number: () => number }
})

layer(TestApp, { excludeTestServices: true })("a line that keeps breaking", (it) => {
  it.effect(
    "a line that keeps breaking ends every command once, and neither repeats nor reorders a sample",
    () =>
      Effect.gen(function* () {
        const stage = yield* aPublishedRobot(source, ["number", "walk"])
        const { bridgeToken, path, robotId, user } = stage
        const busy = yield* busyRobot
        const line = yield* startLine(yield* baseUrl)
        const stateDirectory = yield* temporaryFolder
        yield* runBridge({ url: line.url, token: Redacted.make(bridgeToken), stateDirectory }).pipe(
          Effect.provide([busy.robot.layer, NodeServices.layer, Logger.layer([])]),
          Effect.forkScoped
        )
        yield* valueOf(path, "number", user.token)
        const client = yield* connectRealtime(user.token)
        for (const slug of ["number", "walk"]) client.send({ type: "subscribe", robot_id: robotId, slug })
        yield* client.next("datapoint")

        const enough = new AbortController()
        const begun = new Set<string>()
        const commands = (async () => {
          while (!enough.signal.aborted) {
            try {
              const job = await stage.robot.action("walk").start({}, { patienceMs: 3000 })
              begun.add(job.id)
              await job.result()
            } catch (error) {
              if (!FleetError.is(error)) throw error
              await new Promise((resume) => setTimeout(resume, 20))
            }
          }
        })()
        yield* Effect.addFinalizer(() => Effect.sync(() => enough.abort()))

        for (let cut = 0; cut < cuts; cut++) {
          const before = begun.size
          yield* until(
            "commands between two cuts",
            Effect.sync(() => begun.size > before)
          )
          yield* Effect.promise(() => new Promise((resume) => setTimeout(resume, Math.random() * 1000)))
          line.cut()
          const asked = line.asked()
          yield* until(
            "the bridge is back",
            Effect.sync(() => line.asked() > asked && line.open() > 0)
          )
        }
        enough.abort()
        yield* Effect.promise(() => commands)
        // What a robot says before its bridge is accepted comes as backfill, which nobody hears live.
        const since = busy.number()
        yield* client.next("datapoint", ({ value }) => value > since)
        busy.stop()
        busy.emit()
        yield* valueOf(path, "number", user.token, (value) => value === busy.number())
        yield* client.next("datapoint", ({ value }) => value === busy.number())

        const frames = yield* client.settled
        const numbers = frames.filter(({ type }) => type === "datapoint").map(({ value }) => value as number)
        assert.isAbove(numbers.length, 50)
        for (const [index, number] of numbers.entries()) {
          if (index > 0) assert.isAbove(number, numbers[index - 1]!)
        }
        const ends = new Map<string, number>()
        for (const { job, type } of frames) {
          if (type === "job" && final.has(job.state)) ends.set(job.id, (ends.get(job.id) ?? 0) + 1)
        }
        assert.isAtLeast(begun.size, cuts)
        for (const id of begun) assert.strictEqual(ends.get(id), 1, `the ends of ${id}`)
      }),
    600_000
  )
})
