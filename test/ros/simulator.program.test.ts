import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, describe, it } from "@effect/vitest"
import { parse } from "@foxglove/rosmsg"
import { MessageReader, MessageWriter } from "@foxglove/rosmsg2-serialization"
import { type Channel, FoxgloveClient, type Service } from "@foxglove/ws-protocol"
import { Effect, Fiber, type Scope } from "effect"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { WebSocket } from "ws"

/** Waits for an event that fits. */
const event = <A>(register: (heard: (value: A) => void) => void): Effect.Effect<A> =>
  Effect.callback<A>((resume) => register((value) => resume(Effect.succeed(value)))).pipe(
    Effect.timeoutOrElse({ duration: 60_000, orElse: () => Effect.die("The event did not come") })
  )

/** The client's own idea of a WebSocket is narrower than the real one. */
type ClientSocket = ConstructorParameters<typeof FoxgloveClient>[0]["ws"]

/** The npm client on a fresh simulator, with all it was told at the start. */
const npmClient = Effect.fnUntraced(function* (
  robot: "mobile" | "arm",
  protocol: string = FoxgloveClient.SUPPORTED_SUBPROTOCOL
): Effect.fn.Return<
  {
    readonly client: FoxgloveClient
    readonly channels: Array<Channel>
    readonly services: Array<Service>
    readonly url: string
  },
  Error,
  Scope.Scope
> {
  const { url } = yield* startSimulator({ robot, port: 0, seed: 1 })
  const client = yield* Effect.acquireRelease(
    Effect.sync(() => new FoxgloveClient({ ws: new WebSocket(url, [protocol]) as unknown as ClientSocket })),
    (client) => Effect.sync(() => client.close())
  )
  const told = yield* Effect.all(
    [
      event<Array<Channel>>((heard) => client.on("advertise", heard)),
      event<Array<Service>>((heard) => client.on("advertiseServices", heard))
    ],
    { concurrency: "unbounded" }
  )
  return { client, channels: told[0], services: told[1], url }
})

const definitions = (text: string) => parse(text, { ros2: true })
const bytesOf = (view: ArrayBufferView) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)

const nextMessage = Effect.fnUntraced(function* (client: FoxgloveClient, channel: Channel) {
  const id = client.subscribe(channel.id)
  const { data } = yield* event<{ readonly data: ArrayBufferView }>((heard) =>
    client.on("message", (message) => (message.subscriptionId === id ? heard(message) : undefined))
  )
  return new MessageReader(definitions(channel.schema)).readMessage<Record<string, unknown>>(bytesOf(data))
})

describe("the simulator, seen by the npm client", () => {
  for (const protocol of ["foxglove.websocket.v1", "foxglove.sdk.v1"]) {
    it.live(`the simulator, seen by the npm client speaks ${protocol}`, () =>
      Effect.gen(function* () {
        const { channels } = yield* npmClient("mobile", protocol)
        assert.isAbove(channels.length, 0)
      })
    )
  }

  for (const robot of ["mobile", "arm"] as const) {
    it.live(`the simulator, seen by the npm client sends messages of the ${robot} robot that others decode`, () =>
      Effect.gen(function* () {
        const { client, channels } = yield* npmClient(robot)
        const published = channels.filter(({ topic }) => topic !== "/cmd_vel" && !topic.endsWith("feedback"))
        for (const channel of published) {
          const message = yield* nextMessage(client, channel)
          assert.sameMembers(
            Object.keys(message),
            definitions(channel.schema)[0]!.definitions.map(({ name }) => name),
            channel.topic
          )
        }
      })
    )
  }

  it.live("the simulator, seen by the npm client answers a service call", () =>
    Effect.gen(function* () {
      const { client, services } = yield* npmClient("mobile")
      const service = services.find(({ name }) => name === "/light/set")!
      const data = new MessageWriter(definitions(service.request!.schema)).writeMessage({ data: true })
      client.sendServiceCallRequest({ serviceId: service.id, callId: 77, encoding: "cdr", data })
      const response = yield* event<{ readonly callId: number; readonly data: ArrayBufferView }>((heard) =>
        client.on("serviceCallResponse", heard)
      )
      assert.strictEqual(response.callId, 77)
      const reader = new MessageReader(definitions(service.response!.schema))
      assert.deepStrictEqual(reader.readMessage(bytesOf(response.data)), { success: true, message: "The light is on." })
    })
  )

  it.live("the simulator, seen by the npm client fails a call in an encoding it does not read", () =>
    Effect.gen(function* () {
      const { client, services } = yield* npmClient("mobile")
      const request = { serviceId: services[0]!.id, callId: 5, encoding: "json", data: new Uint8Array() }
      client.sendServiceCallRequest(request)
      const failure = yield* event<{ readonly callId: number }>((heard) => client.on("serviceCallFailure", heard))
      assert.strictEqual(failure.callId, 5)
    })
  )

  it.live("the simulator, seen by the npm client moves when a client publishes a velocity", () =>
    Effect.gen(function* () {
      const { client, channels } = yield* npmClient("mobile")
      const velocity = channels.find(({ topic }) => topic === "/cmd_vel")!
      const own = client.advertise({ topic: "/cmd_vel", encoding: "cdr", schemaName: "geometry_msgs/msg/Twist" })
      const data = new MessageWriter(definitions(velocity.schema)).writeMessage({ angular: { z: 2 } })
      const publishing = setInterval(() => client.sendMessage(own, data), 50)
      yield* Effect.addFinalizer(() => Effect.sync(() => clearInterval(publishing)))
      const odometry = channels.find(({ topic }) => topic === "/odom")!
      const id = client.subscribe(odometry.id)
      const reader = new MessageReader<{
        readonly twist: { readonly twist: { readonly angular: { readonly z: number } } }
      }>(definitions(odometry.schema))
      yield* event<true>((heard) =>
        client.on("message", (message) => {
          if (message.subscriptionId !== id) return
          if (reader.readMessage(bytesOf(message.data)).twist.twist.angular.z > 1) heard(true)
        })
      )
    })
  )

  it.live("the simulator, seen by the npm client tells who watches the graph that an action's server is gone", () =>
    Effect.gen(function* () {
      const { client, url } = yield* npmClient("mobile")
      const told = yield* Effect.forkScoped(
        event<ReadonlyArray<string>>((heard) =>
          client.on("connectionGraphUpdate", ({ removedServices }) =>
            removedServices.length > 0 ? heard(removedServices) : undefined
          )
        )
      )
      client.subscribeConnectionGraph()
      yield* event((heard) => client.on("connectionGraphUpdate", heard))
      const answer = yield* Effect.promise(() =>
        fetch(`${url.replace("ws", "http")}/faults`, { method: "POST", body: JSON.stringify({ vanish: "/dock" }) })
      )
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(yield* Effect.promise(() => answer.json()), {
        drop: 0,
        lag_ms: 0,
        vanish: "/dock",
        reject: false,
        linger: false
      })
      const parts = ["send_goal", "get_result", "cancel_goal"].map((part) => `/dock/_action/${part}`)
      assert.sameMembers([...(yield* Fiber.join(told))], parts)
    })
  )

  it.live("the simulator, seen by the npm client refuses faults it does not know", () =>
    Effect.gen(function* () {
      const { controlUrl } = yield* startSimulator({ robot: "arm", port: 0, seed: 1 })
      for (const body of ["{", JSON.stringify({ drop: 2 }), JSON.stringify({ explode: true })]) {
        const answer = yield* Effect.promise(() => fetch(controlUrl, { method: "POST", body }))
        assert.strictEqual(answer.status, 400, body)
      }
    })
  )

  it.live("the simulator, seen by the npm client survives frames that are garbage", () =>
    Effect.gen(function* () {
      const { url } = yield* startSimulator({ robot: "arm", port: 0, seed: 1 })
      const socket = new WebSocket(url, ["foxglove.websocket.v1"])
      yield* event<void>((heard) => socket.on("open", () => heard()))
      for (const garbage of ["", "{", "[]", '{"op":"nothing"}', '{"op":"subscribe","subscriptions":5}'])
        socket.send(garbage)
      for (const garbage of [[], [1], [2, 0, 0], [1, 9, 9, 9, 9, 1], [200, 1, 2]]) socket.send(Uint8Array.from(garbage))
      socket.send(JSON.stringify({ op: "subscribeConnectionGraph" }))
      yield* event<void>((heard) =>
        socket.on("message", (data) => (String(data).includes("connectionGraphUpdate") ? heard() : undefined))
      )
      socket.close()
    })
  )
})

describe("the simulator as a program", () => {
  it.live("the simulator as a program prints its address and ends on SIGTERM", () =>
    Effect.gen(function* () {
      const main = fileURLToPath(import.meta.resolve("@fleet/bridge/simulator/main"))
      const child = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn(process.execPath, [main, "--robot", "arm", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] })
        ),
        (child) => Effect.sync(() => child.kill("SIGKILL"))
      )
      const output = yield* event<string>((heard) => child.stdout.on("data", (data) => heard(String(data))))
      assert.match(output, /ws:\/\/127\.0\.0\.1:\d+/)
      const ended = yield* Effect.forkScoped(
        event<NodeJS.Signals | null>((heard) => child.on("exit", (_, signal) => heard(signal)))
      )
      yield* Effect.yieldNow
      child.kill("SIGTERM")
      assert.isNull(yield* Fiber.join(ended), "it ends by itself, not by the signal")
    })
  )
})
