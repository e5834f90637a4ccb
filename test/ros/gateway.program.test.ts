import { GatewayOffline, Timeout } from "@fleet/bridge/ros/GatewayErrors"
import { foxgloveGateway } from "@fleet/bridge/ros/foxglove/FoxgloveGateway"
import { encodeServerFrame } from "@fleet/bridge/ros/foxglove/Frames"
import { toJson } from "@fleet/bridge/ros/MessageJson"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, SubscriptionRef } from "effect"
import { collector, connect, faces, first, inState, listen, presence, withRobot } from "./support/gateway.ts"
import { rawServer, silentServer } from "./support/rawServer.ts"

interface Pose {
  readonly pose: { readonly position: { readonly x: number } }
}
interface Scan {
  readonly ranges: Float32Array
}

const setBool = "std_srvs/srv/SetBool"

const primitive = (name: string, type: string) => ({ name, type, array: false, fields: null })

describe.each(faces)("a gateway to a robot over %s", (face) => {
  it.live("a gateway to a robot says what it is connected to", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const status = SubscriptionRef.getUnsafe(gateway.status)
      const distros = { foxglove: "jazzy", "rosbridge 2.0.0": "humble", "rosbridge 3.1.0": "kilted" }
      assert.strictEqual(status.distro, distros[face])
      const everywhere = ["clientPublish", "services"]
      assert.sameMembers(
        [...status.capabilities],
        face === "foxglove" ? [...everywhere, "connectionGraph", "assets"] : everywhere
      )
    })
  )

  it.live("a gateway to a robot shows the graph with actions instead of their hidden parts", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const graph = yield* gateway.graph
      // rosapi tells an action's type since 3.0.
      const actions = [{ name: "/dock", types: ["fleet_sim_interfaces/action/Dock"] }]
      assert.deepStrictEqual(graph.actions, face === "rosbridge 2.0.0" ? [] : actions)
      assert.deepStrictEqual(
        graph.services.map(({ name }) => name),
        ["/light/set", "/reset"]
      )
      assert.deepInclude(graph.topics, { name: "/cmd_vel", types: ["geometry_msgs/msg/Twist"] })
      assert.isFalse(graph.topics.some(({ name }) => name.includes("_action")))
    })
  )

  it.live("a gateway to a robot describes messages, services and actions, and names what it does not know", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const names = ["fleet_sim_interfaces/action/Pick", setBool, "std_msgs/msg/Header", "other_msgs/msg/Thing"]
      const { definitions, unresolved } = yield* gateway.types(names)
      // rosapi describes actions since 2.3.
      const isOld = face === "rosbridge 2.0.0"
      assert.deepStrictEqual(unresolved, [...(isOld ? names.slice(0, 1) : []), "other_msgs/msg/Thing"])
      const described = [
        {
          name: "fleet_sim_interfaces/action/Pick",
          kind: "action",
          goal: [primitive("shelf", "int32")],
          result: [primitive("item", "string")],
          feedback: [primitive("percent", "float32"), primitive("phase", "string")]
        },
        {
          name: setBool,
          kind: "srv",
          request: [primitive("data", "bool")],
          response: [primitive("success", "bool"), primitive("message", "string")]
        },
        {
          name: "std_msgs/msg/Header",
          kind: "msg",
          fields: [
            {
              name: "stamp",
              type: "builtin_interfaces/msg/Time",
              array: false,
              fields: [primitive("sec", "int32"), primitive("nanosec", "uint32")]
            },
            primitive("frame_id", "string")
          ]
        }
      ]
      assert.deepStrictEqual(definitions as unknown, described.slice(isOld ? 1 : 0))
    })
  )

  it.live("a gateway to a robot hands over samples with the robot's time", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const times = yield* collector<readonly [captured: number, received: number]>()
      yield* gateway.subscribe("/odom", "nav_msgs/msg/Odometry", (message, received) =>
        times.add([message.timestampMs, received])
      )
      const seen = yield* times.when("three samples", (all) => all.length >= 3)
      for (const [captured, received] of seen) assert.isAtMost(Math.abs(received - captured), 60_000)
    })
  )

  it.live("a gateway to a robot gives a scan's missing echoes as null", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const scans = yield* listen(gateway, "/scan", "sensor_msgs/msg/LaserScan")
      const seen = yield* scans.when("a scan without an echo", (all) =>
        all.some((scan) => (scan as Scan).ranges.some(Number.isNaN))
      )
      const json = toJson(seen.at(-1)) as { readonly ranges: ReadonlyArray<number | null> }
      assert.include(json.ranges, null)
      assert.isTrue(json.ranges.every((range) => range === null || range > 0))
    })
  )

  it.live("a gateway to a robot gives whole numbers beyond 2^53 exactly", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("arm", face)
      const counts = yield* listen(gateway, "/counter", "std_msgs/msg/Int64")
      const seen = yield* counts.when("two counts", (all) => all.length >= 2)
      const [one, two] = seen.map((count) => BigInt((toJson(count) as { readonly data: string }).data))
      assert.isTrue(one !== undefined && one > 2n ** 53n && two === one + 1n)
    })
  )

  it.live("a gateway to a robot gives a latched message to everybody who comes later", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      for (const listener of ["first", "second"]) {
        const descriptions = yield* listen(gateway, "/robot_description", "std_msgs/msg/String")
        const seen = yield* descriptions.when(listener, (all) => all.length > 0)
        assert.include((seen[0] as { readonly data: string }).data, "<robot name=")
      }
    })
  )

  it.live("a gateway to a robot waits for a topic, and says when it has another type", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const absent = yield* gateway.subscribe("/nothing", "std_msgs/msg/String", () => undefined)
      const other = yield* gateway.subscribe("/pose", "std_msgs/msg/String", () => undefined)
      const fitting = yield* gateway.subscribe("/pose", "geometry_msgs/msg/PoseStamped", () => undefined)
      yield* inState(absent, "pending")
      yield* inState(other, "type_mismatch")
      yield* inState(fitting, "live")
    })
  )

  it.live("a gateway to a robot stops handing over when a subscription's scope ends", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      let heard = 0
      const ended = yield* collector<number>()
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* gateway.subscribe("/odom", "nav_msgs/msg/Odometry", () => ended.add(++heard))
          yield* ended.when("one sample", (all) => all.length > 0)
        })
      )
      const before = heard
      const others = yield* listen(gateway, "/odom", "nav_msgs/msg/Odometry")
      yield* others.when("samples for somebody else", (all) => all.length >= 3)
      assert.strictEqual(heard, before)
    })
  )

  it.live("a gateway to a robot drives the robot by publishing", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const poses = yield* listen(gateway, "/pose", "geometry_msgs/msg/PoseStamped")
      yield* gateway.advertise("/cmd_vel", "geometry_msgs/msg/Twist")
      const drive = gateway.publish("/cmd_vel", "geometry_msgs/msg/Twist", { linear: { x: 1 } })
      const driving = yield* Effect.forkScoped(drive.pipe(Effect.andThen(Effect.sleep(100)), Effect.forever))
      yield* poses.when("the robot moved", (all) => all.some((pose) => (pose as Pose).pose.position.x > 0.2))
      yield* Fiber.interrupt(driving)
    })
  )

  it.live("a gateway to a robot refuses to publish what the topic's type does not allow", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const wrongField = yield* Effect.flip(
        gateway.publish("/cmd_vel", "geometry_msgs/msg/Twist", { linear: { x: "a" } })
      )
      assert.deepInclude(wrongField, { _tag: "InvalidMessage", field: "linear.x" })
      const wrongType = yield* Effect.flip(gateway.publish("/cmd_vel", "std_msgs/msg/String", { data: "" }))
      assert.deepInclude(wrongType, { _tag: "TypeMismatch", actual: "geometry_msgs/msg/Twist" })
      const unknown = yield* Effect.flip(gateway.publish("/new", "other_msgs/msg/Thing", {}))
      assert.deepInclude(unknown, { _tag: "NotAdvertised", name: "other_msgs/msg/Thing" })
    })
  )

  it.live("a gateway to a robot calls services, also one without any fields", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const light = yield* listen(gateway, "/light", "std_msgs/msg/Bool")
      const answer = yield* gateway.callService("/light/set", setBool, { data: true }, 5000)
      assert.deepStrictEqual(answer, { success: true, message: "The light is on." })
      yield* light.when("the light is on", (all) => all.some((state) => (state as { readonly data: boolean }).data))
      const reset = yield* gateway.callService("/reset", "std_srvs/srv/Trigger", {}, 5000)
      assert.deepInclude(reset as object, { success: true })
    })
  )

  it.live("a gateway to a robot refuses calls with what is wrong about them", () =>
    Effect.gen(function* () {
      const { gateway } = yield* withRobot("mobile", face)
      const call = (name: string, type: string, request: unknown) =>
        Effect.flip(gateway.callService(name, type, request, 5000))
      assert.deepInclude(yield* call("/nothing", setBool, {}), { _tag: "NotAdvertised", name: "/nothing" })
      assert.deepInclude(yield* call("/reset", setBool, {}), { _tag: "TypeMismatch", actual: "std_srvs/srv/Trigger" })
      assert.deepInclude(yield* call("/light/set", setBool, { data: 1 }), { _tag: "InvalidMessage", field: "data" })
    })
  )

  it.live("a gateway to a robot gives up on a service that answers too late", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("mobile", face)
      yield* simulator.change({ lag_ms: 30_000 })
      const error = yield* Effect.flip(gateway.callService("/reset", "std_srvs/srv/Trigger", {}, 50))
      assert.instanceOf(error, Timeout)
    })
  )

  it.live("a gateway to a robot hears nothing of a topic whose messages are lost, and still gets its answers", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("mobile", face)
      const light = yield* listen(gateway, "/light", "std_msgs/msg/Bool")
      yield* light.when("the light's state", (all) => all.length === 1)
      yield* simulator.change({ drop: 1 })
      yield* gateway.callService("/light/set", setBool, { data: true }, 5000)
      yield* simulator.change({ drop: 0 })
      yield* gateway.callService("/light/set", setBool, { data: false }, 5000)
      const seen = yield* light.when("the next state", (all) => all.length > 1)
      assert.deepStrictEqual(seen, [{ data: false }, { data: false }])
    })
  )

  it.live("a gateway to a robot comes back after a restart and resumes its subscriptions and publishers", () =>
    Effect.gen(function* () {
      const { gateway, simulator } = yield* withRobot("mobile", face)
      const poses = yield* listen(gateway, "/pose", "geometry_msgs/msg/PoseStamped")
      yield* gateway.advertise("/cmd_vel", "geometry_msgs/msg/Twist")
      yield* poses.when("a pose", (all) => all.length > 0)

      const lost = yield* Effect.forkScoped(
        first("offline", SubscriptionRef.changes(gateway.status), (status) => !status.connected)
      )
      const pending = yield* Effect.forkScoped(inState(poses.subscription, "pending"))
      yield* Effect.yieldNow
      yield* simulator.change({ restart: true })
      yield* Fiber.join(lost)
      yield* Fiber.join(pending)
      const offline = yield* Effect.flip(gateway.callService("/reset", "std_srvs/srv/Trigger", {}, 5000))
      assert.instanceOf(offline, GatewayOffline)

      yield* inState(poses.subscription, "live")
      yield* presence(gateway, "/dock", true)
      const drive = gateway.publish("/cmd_vel", "geometry_msgs/msg/Twist", { linear: { x: 1 } })
      yield* Effect.forkScoped(drive.pipe(Effect.andThen(Effect.sleep(100)), Effect.forever))
      yield* poses.when("the new robot moved", (all) => all.some((pose) => (pose as Pose).pose.position.x > 0.2))
    })
  )
})

describe("a gateway to a robot over foxglove", () => {
  it.live("a gateway to a robot ignores what it does not understand", () =>
    Effect.gen(function* () {
      const url = yield* rawServer((socket) => {
        for (const text of ["", "{", "[]", "5", '{"op":"playback"}', '{"op":"advertise","channels":5}'])
          socket.send(text)
        for (const bytes of [[], [1], [3, 0, 0], [250, 1], [1, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]]) {
          socket.send(Uint8Array.from(bytes))
        }
        const channel = { id: 1, topic: "/odd", encoding: "cdr", schemaName: "odd_msgs/msg/Odd", schema: "no } type" }
        socket.send(JSON.stringify({ op: "advertise", channels: [channel] }))
        socket.send(JSON.stringify({ op: "serverInfo", name: "odd", capabilities: [], extra: 1 }))
      })
      const gateway = yield* connect(url)
      const odd = yield* gateway.subscribe("/odd", "odd_msgs/msg/Odd", () => undefined)
      yield* inState(odd, "unsupported")
      const status = SubscriptionRef.getUnsafe(gateway.status)
      assert.deepStrictEqual(status, { connected: true, distro: null, capabilities: [] })
    })
  )

  it.live("a gateway to a robot can be given up while the robot has not answered yet", () =>
    Effect.gen(function* () {
      const faults: Array<Error> = []
      const notice = (fault: Error) => faults.push(fault)
      process.on("uncaughtException", notice)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.off("uncaughtException", notice)))
      const { url, asked } = yield* silentServer
      yield* Effect.scoped(Effect.andThen(Layer.build(foxgloveGateway(url)), asked))
      yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
      assert.deepStrictEqual(faults, [])
    })
  )

  it.live("a gateway to a robot hands over a message that does not fit its definition as undefined", () =>
    Effect.gen(function* () {
      const url = yield* rawServer((socket) => {
        const channel = { id: 1, topic: "/odd", encoding: "cdr", schemaName: "odd_msgs/msg/Odd", schema: "float64 x" }
        socket.send(JSON.stringify({ op: "serverInfo", name: "odd", capabilities: [] }))
        socket.send(JSON.stringify({ op: "advertise", channels: [channel] }))
        socket.on("message", (data) => {
          const { subscriptions } = JSON.parse(String(data)) as {
            readonly subscriptions: ReadonlyArray<{ id: number }>
          }
          const frame = { kind: "message", subscriptionId: subscriptions[0]!.id, timeNs: 0n } as const
          socket.send(encodeServerFrame({ ...frame, payload: Uint8Array.of(0, 1, 0, 0, 7) }))
        })
      })
      const odd = yield* listen(yield* connect(url), "/odd", "odd_msgs/msg/Odd")
      assert.deepStrictEqual(yield* odd.when("a message", (all) => all.length > 0), [undefined])
    })
  )
})
