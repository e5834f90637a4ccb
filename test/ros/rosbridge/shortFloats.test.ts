import { makeSendGoal } from "@fleet/bridge/ros/rosbridge/SendGoal"
import { makeServers } from "@fleet/bridge/ros/rosbridge/Servers"
import { makeServices } from "@fleet/bridge/ros/rosbridge/Services"
import { parseType } from "@fleet/bridge/ros/TypeParser"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { network } from "../support/network.ts"

const level = parseType("demo/Level", "ros2msg", "float32 level\nfloat64 exact")
const details = () => Effect.succeed(level)
/** As a server writes it that knows doubles alone. */
const sent = { level: Math.fround(0.2), exact: Math.fround(0.2) }
const received = { ...sent, level: 0.2 }

describe("a float32 that comes over rosbridge", () => {
  it.effect("a float32 that comes over rosbridge is its shortest decimal in a service's answer", () =>
    Effect.gen(function* () {
      const rosapi = { serviceType: () => Effect.succeed("demo/srv/Read") }
      const services = makeServices(
        rosapi as never,
        { details } as never,
        { call: () => Effect.succeed(sent) } as never
      )
      assert.deepStrictEqual(yield* services.call("/read", "demo/srv/Read", { level: 1, exact: 1 }, 1000), received)
    })
  )

  it.effect("a float32 that comes over rosbridge is its shortest decimal in feedback of all goals and in results", () =>
    Effect.gen(function* () {
      const net = network()
      const servers = makeServers(net.openWire, () => Effect.void)
      const sendGoal = yield* makeSendGoal(net.openWire, servers, { details: () => Effect.succeed(undefined) } as never)
      yield* servers.onListed(["/go"])
      const state = yield* servers.use("/go", "demo/action/Go")
      yield* servers.describe(details as never)
      const heard: Array<unknown> = []
      state.onFeedback.add((_, feedback) => heard.push(feedback))

      const other = randomUUID()
      const id = Buffer.from(other.replaceAll("-", ""), "hex").toString("base64")
      servers.onPublish("/go/_action/feedback", { goal_id: { uuid: id }, feedback: sent }, 0)
      assert.deepStrictEqual(heard.splice(0), [received])

      const own = randomUUID()
      servers.onPublish("/go/_action/status", { status_list: [] }, 0)
      const sending = yield* Effect.forkChild(sendGoal("/go", "demo/action/Go", own, {}, 60_000), {
        startImmediately: true
      })
      yield* TestClock.adjust(500)
      for (const { hear } of net.open) hear({ op: "action_feedback", id: "goal", values: sent })
      yield* TestClock.adjust(10_000)
      assert.isTrue((yield* Fiber.join(sending)).accepted)
      assert.deepStrictEqual(heard.splice(0), [received])
      for (const { hear } of net.open) hear({ op: "action_feedback", id: "goal", values: sent })
      for (const { hear } of net.open) hear({ op: "action_result", id: "goal", values: sent, status: 4, result: true })
      yield* TestClock.adjust(0)
      assert.deepStrictEqual(heard, [received])
      assert.deepStrictEqual(yield* state.own.get(own)!.result, { status: 4, result: received })
    })
  )
})
