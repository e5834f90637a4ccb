import { startSimulator } from "@fleet/bridge/simulator/Simulator"
import { assert, layer } from "@effect/vitest"
import { freePort } from "@fleet/server/platform/settings/freePort"
import { Effect, Layer } from "effect"
import { readMcap } from "../bridge/recorder/world.ts"
import { temporaryFolder } from "../support/Temporary.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"
import { until } from "./support/until.ts"
import { aPublishedRobot, baseUrl, connectRobot, publish, valueOf } from "./support/world.ts"

const patience = 90_000

const recorder = (topics: string) => `recorder:
  topics: [${topics}]
  before_seconds: 20
  after_seconds: 2
  max_bytes: 2000000
`

const odometry = "{topic: /odom, type: nav_msgs/msg/Odometry}, {topic: /light, type: std_msgs/msg/Bool}"
const joints = "{topic: /joint_states, type: sensor_msgs/msg/JointState}"

const lamp = (others = "") => `platform: 1
datapoints:
  position: {topic: /odom, type: nav_msgs/msg/Odometry, field: pose.pose.position.x}
  light:
    topic: /light
    type: std_msgs/msg/Bool
    field: data
    alerts: {light_on: {condition: {fire_at: true}}}
services:
  set_light:
    ros_name: /light/set
    type: std_srvs/srv/SetBool
    message: {data: "\${on}"}
    parameters: {on: {type: bool}}
${recorder(odometry)}${others}`

const arm = `platform: 1
datapoints:
  counter: {topic: /counter, type: std_msgs/msg/Int64, field: data}
actions:
  pick:
    ros_name: /pick
    type: fleet_sim_interfaces/action/Pick
    message: {shelf: "\${shelf}"}
    parameters: {shelf: {type: int32, min_value: 0, max_value: 200}}
${recorder(joints)}`

/** A simulated robot behind its bridge, in the cloud, sending. */
const aRobot = Effect.fnUntraced(function* (model: "arm" | "mobile", source: string, slugs: ReadonlyArray<string>) {
  const simulator = yield* startSimulator({ robot: model, port: 0, seed: 1 })
  const stage = yield* aPublishedRobot(source, slugs)
  yield* connectRobot(simulator.url, stage.bridgeToken)
  yield* valueOf(stage.path, slugs[0]!, stage.user.token)
  const as = stage.owner.token
  const list = Effect.map(call("GET", `${stage.path}/recordings`, { as }), ({ body }) => body)
  const read = Effect.map(list, ({ recordings }) => recordings[0])
  const file = Effect.fnUntraced(function* (id: string) {
    const url = `${yield* baseUrl}${stage.path}/recordings/${id}/file`
    return yield* Effect.promise(async () => {
      const response = await fetch(url, { headers: { authorization: `Bearer ${as}` } })
      assert.strictEqual(response.status, 200)
      return new Uint8Array(await response.arrayBuffer())
    })
  })
  /** The newest recording when it is stored. */
  const ended = Effect.gen(function* () {
    const ends = ["stored", "failed"]
    const found = yield* until(
      "the end of a recording",
      Effect.map(read, (found) => ends.includes(found?.state) && found),
      60
    )
    assert.strictEqual(found.state, "stored", JSON.stringify(found))
    return found
  })
  return { ...stage, list, read, file, ended }
})

const messagesAround = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  topic: string,
  { at_ms, from_ms, size_bytes, to_ms }: any
) {
  assert.strictEqual(bytes.length, size_bytes)
  const found = yield* readMcap(bytes)
  const times = found.messages.filter((message) => message.topic === topic).map(({ atMs }) => atMs)
  assert.isTrue(times.some((atMs) => atMs < at_ms))
  assert.isTrue(times.some((atMs) => atMs > at_ms))
  assert.isTrue(times.every((atMs) => atMs >= from_ms && atMs <= to_ms))
  return found
})

/** A service that knows its address: bridges are told where to upload. */
const App = Layer.unwrap(
  Effect.gen(function* () {
    const port = yield* freePort("127.0.0.1")
    return testApp({ dataFolder: yield* temporaryFolder, port, baseUrl: `http://127.0.0.1:${port}` })
  })
)

layer(App, { excludeTestServices: true })("the recording of a simulated robot", (it) => {
  it.effect(
    "the recording of a simulated robot is made when an alert fires, and has what was before and after",
    () =>
      Effect.gen(function* () {
        const { ended, file, list, robot, robotId } = yield* aRobot("mobile", lamp(), [
          "position",
          "light",
          "set_light"
        ])
        assert.deepStrictEqual(yield* list, { recordings: [], recorder: true })
        yield* Effect.promise(() => robot.service("set_light").call({ on: true }))
        const stored = yield* ended
        assert.deepInclude(stored, { robot_id: robotId, error: null })
        assert.strictEqual(stored.cause.kind, "alert")
        assert.isString(stored.asset_id)
        const { about, channels } = yield* messagesAround(yield* file(stored.id), "/odom", stored)
        assert.deepInclude(about, { robot_id: robotId, cause: "alert", recording_id: stored.id })
        assert.deepStrictEqual(channels.map(({ topic }) => topic).toSorted(), ["/light", "/odom"])
      }),
    patience
  )

  it.effect(
    "the recording of a simulated robot is made when a job fails",
    () =>
      Effect.gen(function* () {
        const { ended, file, robot } = yield* aRobot("arm", arm, ["counter", "pick"])
        const job = yield* Effect.promise(() => robot.action("pick").start({ shelf: 0 }, { via: "rest" }))
        const stored = yield* ended
        assert.deepInclude(stored, { cause: { kind: "job", ref: job.job.id } })
        yield* messagesAround(yield* file(stored.id), "/joint_states", stored)
      }),
    patience
  )

  it.effect(
    "the recording of a simulated robot waits while the link is slow, and is uploaded when it is not",
    () =>
      Effect.gen(function* () {
        const slow = "low_bandwidth: {mode: on}\n"
        const { ended, file, owner, path, read, robotId } = yield* aRobot("mobile", lamp(slow), [
          "position",
          "light",
          "set_light"
        ])
        const asked = yield* call("POST", `${path}/recordings`, { as: owner.token, body: {} })
        assert.strictEqual(asked.status, 202)
        const waiting = yield* until(
          "a cut",
          Effect.map(read, (found) => found?.state === "waiting" && found)
        )
        assert.deepInclude(waiting, { id: asked.body.id, asset_id: null })
        // Longer than a calm link would be waited for.
        yield* Effect.sleep("7 seconds")
        assert.strictEqual((yield* read).state, "waiting")
        yield* publish(owner.token, robotId, lamp("low_bandwidth: {mode: off}\n"))
        const stored = yield* ended
        assert.deepInclude(stored, { id: waiting.id, from_ms: waiting.from_ms, to_ms: waiting.to_ms })
        yield* messagesAround(yield* file(stored.id), "/odom", stored)
      }),
    patience
  )
})
