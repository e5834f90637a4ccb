import { goalIdFromBase64 } from "@fleet/bridge/ros/rosbridge/GoalList"
import { commonType } from "@fleet/bridge/ros/TypeLibrary"
import { messageText } from "@fleet/bridge/simulator/ros/Interfaces"
import type { GoalId } from "@fleet/bridge/ros/RosGateway"
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { WebSocket } from "ws"
import { collector, connectRosbridge, listen, newGoal, presence } from "../support/gateway.ts"
import { rawServer } from "../support/rawServer.ts"

/** A recording of a real rosbridge that is kept beside the repository. */
const recording = fileURLToPath(new URL("../../../../shared/data/rosbridge-2.0.0-humble.ndjson", import.meta.url))
const hidden = fileURLToPath(new URL("../../../../../shared/data/rosbridge-2.0.0-humble.ndjson", import.meta.url))
const file = [recording, hidden].find(existsSync)

type Operation = Readonly<Record<string, unknown>>
interface Line {
  readonly dir?: "in" | "out"
  readonly conn?: number
  readonly frame?: Operation
  readonly text?: string
  readonly cborHex?: string
}

/** Plays the recorded server: what was asked is answered as it was then, word for word, with the asker's ids. */
const transcript = (lines: ReadonlyArray<Line>): Effect.Effect<string, never, Scope.Scope> => {
  const texts = lines.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const asked = lines.flatMap(({ frame }) => (frame === undefined ? [] : [frame]))
  const same = (a: unknown, b: unknown) => JSON.stringify(a ?? {}) === JSON.stringify(b ?? {})
  const withId = (id: string) => texts.filter((text) => text.endsWith(`"id":"${id}"}`))
  const renamed = (text: string, from: string, to: unknown) =>
    text.replace(`"id":"${from}"}`, `"id":${JSON.stringify(to)}}`)
  const latched = texts.find((text) => text.includes("status_list"))
  const watchers = new Set<WebSocket>()

  /** The recording leaves out the end of the definitions; those of common packages are the same everywhere. */
  const definitions = (): object => {
    const { values } = JSON.parse(withId("c1")[0]!) as {
      readonly values: { readonly topics: ReadonlyArray<string>; readonly types: ReadonlyArray<string> }
    }
    return { ...values, typedefs_full_text: values.types.map((type) => (commonType(type) ? messageText(type) : "")) }
  }

  const call = (socket: WebSocket, { args, id, service }: Operation) => {
    if (service === "/rosapi/topics_and_raw_types") {
      return socket.send(JSON.stringify({ op: "service_response", service, values: definitions(), result: true, id }))
    }
    const known = asked.find(
      (each) => each["op"] === "call_service" && each["service"] === service && same(each["args"], args)
    )
    if (known !== undefined) {
      for (const text of withId(String(known["id"]))) socket.send(renamed(text, String(known["id"]), id))
      return
    }
    const values = service === "/rosapi/service_type" ? { type: "" } : `Service ${String(service)} does not exist`
    socket.send(JSON.stringify({ op: "service_response", service, values, result: typeof values === "object", id }))
  }

  const subscribe = (socket: WebSocket, { topic }: Operation) => {
    const hex = lines.find(
      ({ cborHex }) =>
        cborHex !== undefined &&
        cborHex.includes(Buffer.from(String(topic)).toString("hex")) &&
        cborHex.includes(Buffer.from("bytes").toString("hex"))
    )?.cborHex
    if (hex !== undefined) socket.send(Buffer.from(hex, "hex"))
    if (topic !== "/fibonacci/_action/status") return
    watchers.add(socket)
    socket.send(latched ?? "")
  }

  const send = (socket: WebSocket, { args, id }: Operation) => {
    const goal = asked.find(
      (each) => each["op"] === "send_action_goal" && each["action"] === "/fibonacci" && same(each["args"], args)
    )
    const [name] = [String(goal?.["id"])]
    // The recorded lists of goals that were heard while this one ran.
    const from = lines.findIndex(({ frame }) => frame === goal)
    const to = lines.findIndex(
      ({ text }, index) => index > from && text?.includes(`"id":"${name}"}`) === true && text.includes("action_result")
    )
    for (const { text } of lines.slice(from, to + 1)) {
      if (text?.endsWith(`"id":"${name}"}`) === true) socket.send(renamed(text, name, id))
      else if (text?.includes("status_list") === true) watchers.forEach((watcher) => watcher.send(text))
    }
  }

  return rawServer((socket) => {
    socket.on("message", (data) => {
      const operation = JSON.parse(String(data)) as Operation
      if (operation["op"] === "call_service") call(socket, operation)
      if (operation["op"] === "subscribe") subscribe(socket, operation)
      if (operation["op"] === "send_action_goal") send(socket, operation)
    })
    socket.on("close", () => watchers.delete(socket))
  })
}

const fibonacci = "example_interfaces/action/Fibonacci"

const replay = Effect.gen(function* () {
  const lines = readFileSync(file ?? "", "utf8")
    .trim()
    .split("\n")
  return yield* connectRosbridge(yield* transcript(lines.map((line) => JSON.parse(line) as Line)))
})

describe.skipIf(file === undefined)("a gateway to a recorded rosbridge 2.0.0 (skipped without the recording)", () => {
  it.live("a gateway to a recorded rosbridge shows its topics", () =>
    Effect.gen(function* () {
      const gateway = yield* replay
      const imu = yield* gateway.subscribe("/imu", "sensor_msgs/msg/Imu", () => undefined)
      assert.isDefined(imu)
      const { definitions, unresolved } = yield* gateway.types(["sensor_msgs/msg/Imu", "std_srvs/srv/Nothing"])
      assert.strictEqual(definitions[0]?.name, "sensor_msgs/msg/Imu")
      assert.deepStrictEqual(unresolved, ["std_srvs/srv/Nothing"])
    })
  )

  it.live("a gateway to a recorded rosbridge decodes a real message with NaN in an array of fixed size", () =>
    Effect.gen(function* () {
      const gateway = yield* replay
      const imu = yield* listen(gateway, "/imu", "sensor_msgs/msg/Imu")
      const [message] = yield* imu.when("a message", (all) => all.length > 0)
      const { orientation, orientation_covariance } = message as {
        readonly orientation: object
        readonly orientation_covariance: Float64Array
      }
      assert.deepStrictEqual({ ...orientation }, { x: 0, y: 0, z: 0, w: 1 })
      assert.isNaN(orientation_covariance[0])
      assert.lengthOf(orientation_covariance, 9)
    })
  )

  it.live.each([
    [4, 4, [0, 1, 1, 2, 3]],
    [7, 6, [0, 1, 1, 2, 3, 5, 8, 13]]
  ] as const)(
    "a gateway to a recorded rosbridge judges a goal of order %d by its status %d",
    ([order, status, sequence]) =>
      Effect.gen(function* () {
        const gateway = yield* replay
        yield* presence(gateway, "/fibonacci", true)
        const heard = yield* collector<readonly [GoalId, unknown]>()
        yield* gateway.subscribeFeedback("/fibonacci", fibonacci, (goal, feedback) => heard.add([goal, feedback]))
        const { accepted, goalId = "" } = yield* gateway.sendGoal("/fibonacci", fibonacci, newGoal(), { order }, 5000)
        assert.isTrue(accepted)
        assert.deepStrictEqual(yield* gateway.getResult("/fibonacci", fibonacci, goalId), {
          status,
          result: { sequence }
        })
        if (order === 4) assert.strictEqual(goalId, goalIdFromBase64("5j767obESL2SO0J9p8nQ3w=="))
        const [first] = yield* heard.when("feedback", (all) => all.length > 0)
        assert.strictEqual(first?.[0], goalId)
      })
  )

  it.live("a gateway to a recorded rosbridge fails a goal that the server could not read, in its words", () =>
    Effect.gen(function* () {
      const gateway = yield* replay
      yield* presence(gateway, "/fibonacci", true)
      const error = yield* Effect.flip(gateway.sendGoal("/fibonacci", fibonacci, newGoal(), { order: "x" }, 5000))
      assert.strictEqual(error._tag, "ServiceFailed")
      assert.include(error.message, "requires a int32 for field order")
    })
  )

  it.live(
    "a gateway to a recorded rosbridge calls a service whose request is described with underscores and IDL names",
    () =>
      Effect.gen(function* () {
        const gateway = yield* replay
        const call = (data: unknown) => gateway.callService("/set_bool", "std_srvs/srv/SetBool", { data }, 5000)
        assert.deepStrictEqual(yield* call(true), { success: true, message: "set True" })
        assert.deepInclude(yield* Effect.flip(call("x")), { _tag: "InvalidMessage", field: "data" })
      })
  )
})
