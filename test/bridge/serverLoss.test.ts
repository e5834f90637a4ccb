import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { invokeDock, started } from "./support/bridge.ts"
import { eventually, type FakeCloud, settle } from "./support/FakeCloud.ts"

const foreign = "0a0b0c0d-0000-4000-8000-000000000001"

const externals = (cloud: FakeCloud) => cloud.all("job_update").filter(({ origin }) => origin === "external")

const pass = Effect.fnUntraced(function* (milliseconds: number) {
  yield* settle
  yield* TestClock.adjust(milliseconds)
  yield* settle
})

/** A cancel of everything on `dock`, and the goals it went to. */
const cancelled = Effect.fnUntraced(function* (cloud: FakeCloud, request_id: string) {
  cloud.send({ type: "cancel", request_id, slug: "dock", job_id: null })
  return (yield* cloud.sees("cancel_result", (frame) => frame.request_id === request_id)).goals
})

describe("an action's server that dies and comes back", () => {
  it.effect.each([1500, 6000])(
    "an action's server that dies and comes back leaves no goal behind after %d ms",
    (awayMs) =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        const dead = yield* invokeDock(cloud, robot)
        yield* cloud.sees("job_update", ({ job_id }) => job_id === dead.jobId)
        robot.list([{ goalId: dead.goalId, status: 2 }])
        yield* pass(1000)
        robot.killServers()
        yield* pass(awayMs)
        robot.startServers()
        robot.finish(dead.goalId, 0)
        yield* pass(1000)
        cloud.send({ type: "job_query", request_id: "q", job_ids: [dead.jobId] })
        assert.deepStrictEqual((yield* cloud.sees("job_status")).unknown_job_ids, [dead.jobId])
        assert.isEmpty(yield* cancelled(cloud, "c"))
        const next = yield* invokeDock(cloud, robot)
        yield* cloud.sees("job_update", ({ job_id }) => job_id === next.jobId)
        robot.list([{ goalId: next.goalId, status: 2 }])
        yield* pass(5000)
        assert.isEmpty(externals(cloud))
      })
  )

  it.effect(
    "an action's server that dies and comes back loses a foreign goal that it does not list again within 3 seconds, and not before",
    () =>
      Effect.gen(function* () {
        const { cloud, robot } = yield* started
        robot.list([{ goalId: foreign, status: 2 }])
        yield* TestClock.adjust("1 second")
        const { job_id } = yield* cloud.sees("job_update", ({ origin }) => origin === "external")
        robot.killServers()
        yield* pass(2500)
        robot.startServers()
        const told = externals(cloud).length
        yield* pass(2500)
        assert.lengthOf(cloud.all("job_lost"), 0)
        assert.lengthOf(externals(cloud), told)
        yield* pass(1500)
        assert.deepStrictEqual((yield* cloud.sees("job_lost")).job_ids, [job_id])
        assert.isEmpty(yield* cancelled(cloud, "c"))
      })
  )

  it.effect("an action's server that dies and comes back keeps a foreign goal that it lists again", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.list([{ goalId: foreign, status: 2 }])
      yield* TestClock.adjust("1 second")
      yield* cloud.sees("job_update", ({ origin }) => origin === "external")
      robot.killServers()
      yield* pass(1500)
      robot.startServers()
      yield* pass(1000)
      robot.list([{ goalId: foreign, status: 2 }])
      const told = externals(cloud).length
      yield* pass(5000)
      yield* eventually("another report", () => externals(cloud).length > told)
      assert.lengthOf(cloud.all("job_lost"), 0)
    })
  )

  it.effect("an action's server that dies and comes back loses a foreign goal when it stays away for 3 seconds", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.list([{ goalId: foreign, status: 2 }])
      yield* TestClock.adjust("1 second")
      yield* cloud.sees("job_update", ({ origin }) => origin === "external")
      robot.killServers()
      yield* pass(2900)
      assert.lengthOf(cloud.all("job_lost"), 0)
      yield* pass(1100)
      assert.strictEqual((yield* cloud.sees("job_lost")).error?.code, "action_server_lost")
    })
  )
})

describe("a robot that comes back after its connection broke", () => {
  it.effect("a robot that comes back after its connection broke loses a foreign goal that it does not list again", () =>
    Effect.gen(function* () {
      const { cloud, robot } = yield* started
      robot.list([{ goalId: foreign, status: 2 }])
      yield* TestClock.adjust("1 second")
      yield* cloud.sees("job_update", ({ origin }) => origin === "external")
      robot.disconnect()
      const told = externals(cloud).length
      yield* pass(10_000)
      yield* eventually("reports while it is out of reach", () => externals(cloud).length > told)
      assert.lengthOf(cloud.all("job_lost"), 0)
      robot.reconnect()
      yield* pass(4000)
      yield* cloud.sees("job_lost")
    })
  )
})
