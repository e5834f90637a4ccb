import { makeCallerPool, poolLimits } from "@fleet/bridge/ros/rosbridge/CallerPool"
import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import type { WebSocket } from "ws"
import { collector, connectRosbridge, first, inState, listen, newGoal, withRobot } from "../support/gateway.ts"
import { rawServer } from "../support/rawServer.ts"

type Operation = Readonly<Record<string, any>>

const rosapi: Readonly<Record<string, object>> = {
  "/rosapi/topics": { topics: ["/chat"], types: ["std_msgs/msg/String"] },
  "/rosapi/topics_and_raw_types": {
    topics: ["/chat"],
    types: ["std_msgs/msg/String"],
    typedefs_full_text: ["string data"]
  },
  "/rosapi/action_servers": { action_servers: [] },
  "/rosapi/get_ros_version": { version: 2, distro: "humble" },
  "/rosapi/service_type": { type: "std_srvs/srv/Trigger" },
  "/rosapi/service_request_details": { typedefs: [] }
}

/** A rosbridge that answers rosapi, unless told otherwise, and notes every operation with its connection. */
const server = Effect.fnUntraced(function* (
  answers: (operation: Operation, socket: WebSocket) => object | undefined | "silence" = () => undefined
) {
  const heard = yield* collector<Operation>()
  const sockets: Array<WebSocket> = []
  const url = yield* rawServer((socket) => {
    const index = sockets.push(socket)
    socket.on("message", (data) => {
      const operation = JSON.parse(String(data)) as Operation
      heard.add({ ...operation, connection: index })
      if (operation["op"] !== "call_service") return
      const values = answers(operation, socket) ?? rosapi[String(operation["service"])]
      if (values === "silence" || values === undefined) return
      socket.send(JSON.stringify({ op: "service_response", id: operation["id"], values, result: true }))
    })
  })
  return { url, heard, sockets }
})

const trigger = "std_srvs/srv/Trigger"

describe("rosbridge's hazards", () => {
  it.live("a topic is subscribed once, with the least throttle of all, and anew when that changes", () =>
    Effect.gen(function* () {
      const { heard, url } = yield* server()
      const gateway = yield* connectRosbridge(url)
      const said = heard.when
      yield* gateway.subscribe("/chat", "std_msgs/msg/String", () => undefined, 1)
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* gateway.subscribe("/chat", "std_msgs/msg/String", () => undefined, 30)
          yield* gateway.subscribe("/chat", "std_msgs/msg/String", () => undefined, 2)
        })
      )
      const of = (all: ReadonlyArray<Operation>) => all.filter(({ op }) => op === "subscribe" || op === "unsubscribe")
      const seen = of(yield* said("the last throttle", (all) => of(all).length >= 5))
      const throttles = seen.filter(({ op }) => op === "subscribe")
      assert.deepStrictEqual(
        throttles.map((each) => each["throttle_rate"]),
        [500, 17, 500]
      )
      for (const each of throttles) {
        assert.deepInclude(each, {
          topic: "/chat",
          compression: "cbor-raw",
          queue_length: 1,
          type: "std_msgs/msg/String"
        })
      }
      assert.lengthOf(new Set(seen.map(({ connection }) => connection)), 1)
    })
  )

  it.live("a topic is subscribed when the graph first shows it, and not before", () =>
    Effect.gen(function* () {
      let isThere = false
      const { heard, url } = yield* server(({ service }) =>
        !isThere && String(service).startsWith("/rosapi/topics")
          ? { topics: [], types: [], typedefs_full_text: [] }
          : undefined
      )
      const gateway = yield* connectRosbridge(url)
      const chat = yield* gateway.subscribe("/chat", "std_msgs/msg/String", () => undefined)
      yield* inState(chat, "pending")
      isThere = true
      yield* inState(chat, "live")
      const all = yield* heard.when("a subscription", (all) => all.some(({ op }) => op === "subscribe"))
      const shown = all.filter(({ service }) => service === "/rosapi/topics_and_raw_types").length
      assert.isAbove(shown, 0)
    })
  )

  it.live("a service that never answers holds up nobody, is told its time, and its connection is given up", () =>
    Effect.gen(function* () {
      const closed = yield* Deferred.make<void>()
      const { heard, url } = yield* server(({ service }, socket) => {
        if (service === "/fast") return { success: true }
        if (service !== "/slow") return undefined
        socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
        return "silence"
      })
      const gateway = yield* connectRosbridge(url)
      const slow = yield* Effect.forkScoped(Effect.flip(gateway.callService("/slow", trigger, {}, 1500)))
      yield* heard.when("the slow call", (all) => all.some(({ service }) => service === "/slow"))
      assert.deepStrictEqual(yield* gateway.callService("/fast", trigger, {}, 60_000), { success: true })
      assert.strictEqual((yield* Fiber.join(slow))._tag, "Timeout")
      yield* Deferred.await(closed)
      const all = yield* heard.when("both", (all) => all.some(({ service }) => service === "/fast"))
      const [one, two] = ["/slow", "/fast"].map((name) => all.find(({ service }) => service === name))
      assert.notStrictEqual(one?.["connection"], two?.["connection"])
      assert.deepStrictEqual([one?.["timeout"], two?.["timeout"]], [1.5, 60])
    })
  )

  it.effect("calls wait for a connection up to a bound, and beyond it are refused", () =>
    Effect.gen(function* () {
      let opened = 0
      const pool = yield* makeCallerPool(() =>
        Effect.andThen(
          Effect.sync(() => (opened += 1)),
          Effect.never
        )
      )
      const call = pool.call("/slow", {}, 60_000)
      const { connections, waiting } = poolLimits
      for (let n = 0; n < connections + waiting; n++) yield* Effect.forkScoped(Effect.ignore(call))
      yield* TestClock.adjust(1)
      assert.strictEqual(opened, connections)
      const error = yield* Effect.flip(call)
      assert.strictEqual(error._tag, "ServiceFailed")
      assert.include(error.message, "Too many calls")
      yield* TestClock.adjust(60_000)
      const later = yield* Effect.forkScoped(Effect.flip(call))
      yield* TestClock.adjust(60_000)
      assert.strictEqual((yield* Fiber.join(later))._tag, "Timeout")
    })
  )

  it.live("a server that lingers after it was stopped is down, and up again when it answers", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("mobile", "rosbridge 2.0.0")
      yield* simulator.change({ linger: true })
      const error = yield* Effect.flip(gateway.callService("/reset", trigger, {}, 5000))
      assert.strictEqual(error._tag, "GatewayOffline")
      yield* first("down", SubscriptionRef.changes(gateway.status), ({ connected }) => !connected)
      yield* simulator.change({ linger: false })
      yield* first("up", SubscriptionRef.changes(gateway.status), ({ connected }) => connected)
    })
  )

  it.live("answers longer than the server's largest message come in fragments", () =>
    Effect.gen(function* () {
      const rosbridge = { maxMessageSize: 100 }
      const { rosbridgeUrl } = yield* startSimulator({ robot: "mobile", port: 0, seed: 1, rosbridgePort: 0, rosbridge })
      const gateway = yield* connectRosbridge(rosbridgeUrl ?? "")
      const poses = yield* listen(gateway, "/pose", "geometry_msgs/msg/PoseStamped")
      yield* poses.when("a pose", (all) => all.length > 0)
      assert.isAbove((yield* gateway.graph).topics.length, 5)
    })
  )

  it.live("a goal for a server that died unnoticed is not taken for refused", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("arm", "rosbridge 2.0.0")
      yield* gateway.subscribeStatus("/pick", () => undefined)
      yield* simulator.change({ vanish: "/pick" })
      const type = "fleet_sim_interfaces/action/Pick"
      const error = yield* Effect.flip(gateway.sendGoal("/pick", type, newGoal(), { shelf: 3 }, 5000))
      assert.strictEqual(error._tag, "NotAdvertised")
    })
  )

  it.live("the zero id, which cancels every goal, is never sent", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", "rosbridge 2.0.0")
      const zero = "00000000-0000-0000-0000-000000000000"
      assert.strictEqual((yield* Effect.flip(gateway.cancelGoal("/pick", zero, 1000)))._tag, "InvalidMessage")
    })
  )

  it.live("without rosapi there is no connection", () =>
    Effect.gen(function* () {
      const { heard, url } = yield* server(() => "silence")
      const connecting = yield* Effect.forkScoped(connectRosbridge(url))
      yield* heard.when("a question", (all) => all.some(({ service }) => service === "/rosapi/topics"))
      assert.isUndefined(connecting.pollUnsafe())
    })
  )
})
