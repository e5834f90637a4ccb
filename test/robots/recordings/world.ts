import { McapWriter, TempBuffer } from "@mcap/core"
import type { RecordingState } from "@fleet/bridge-protocol/BridgeMessages"
import type { RecordingId } from "@fleet/domain/Recordings"
import { Effect, Layer } from "effect"
import { connectBridge, type FakeBridge } from "../../support/FakeBridge.ts"
import { temporaryFolder } from "../../support/Temporary.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"
import { type Upload, upload } from "../assets/world.ts"
import { anOrgWithRobot } from "../world.ts"

/** The service with a data folder of its own. */
export const RecordingsApp = Layer.unwrap(
  Effect.map(temporaryFolder, (dataFolder) => testApp({ dataFolder, baseUrl: "http://cloud.example" }))
)

/** A configuration with an alert, an action and a recorder. */
export const sourceOf = (recorder: object | null = {}) => `platform: 1
datapoints:
  battery:
    topic: /battery
    type: std_msgs/msg/Float32
    field: data
    alerts: {low: {condition: {fire_at: 20, resolve_at: 30}}}
  temperature:
    topic: /temperature
    type: std_msgs/msg/Float32
    field: data
    alerts: {high: {condition: {fire_at: 80, resolve_at: 70}}}
actions:
  dock: {ros_name: /dock, type: a/action/Dock}
  undock: {ros_name: /undock, type: a/action/Undock}
${recorder === null ? "" : `recorder: ${JSON.stringify({ topics: [{ topic: "/odom", type: "nav_msgs/msg/Odometry" }], ...recorder })}`}
`

interface Robot {
  readonly path: string
  readonly as: string
}

export const publishSource = Effect.fnUntraced(function* ({ as, path }: Robot, source: string) {
  yield* call("PUT", `${path}/config/draft`, { as, body: { source } })
  const { body, status } = yield* call("POST", `${path}/config/publish`, { as })
  if (status !== 200) return yield* Effect.die(new Error(JSON.stringify(body)))
})

/** A published robot with a recorder, whose bridge is away. */
export const aRobotWithRecorder = Effect.fnUntraced(function* (recorder: object | null = {}) {
  const world = yield* anOrgWithRobot
  const as = world.owner.token
  const { path } = world
  yield* publishSource({ as, path }, sourceOf(recorder))
  const list = Effect.map(
    call("GET", `${path}/recordings`, { as }),
    ({ body }) => body.recordings as ReadonlyArray<any>
  )
  return {
    ...world,
    as,
    list,
    cut: call("POST", `${path}/recordings`, { as }),
    get: (id: string) => Effect.map(call("GET", `${path}/recordings/${id}`, { as }), ({ body }) => body),
    drop: (id: string) => call("DELETE", `${path}/recordings/${id}`, { as }),
    connect: Effect.tap(connectBridge(world.bridgeToken), (bridge) => bridge.next("config"))
  }
})

/** The same with its bridge. */
export const aConnectedRecorder = Effect.fnUntraced(function* (recorder: object = {}) {
  const world = yield* aRobotWithRecorder(recorder)
  const bridge = yield* world.connect
  return {
    ...world,
    bridge,
    /** A recording that was asked for, as the bridge hears of it. */
    requested: Effect.andThen(world.cut, bridge.next("recording_request"))
  }
})
export type World = Effect.Success<ReturnType<typeof aConnectedRecorder>>

/** What a bridge says of a recording. */
export const state = (
  recording_id: string,
  state: RecordingState["state"],
  rest: Partial<RecordingState> = {}
): RecordingState => ({
  type: "recording_state",
  recording_id: recording_id as RecordingId,
  state,
  from_ms: null,
  to_ms: null,
  size_bytes: null,
  error: null,
  at_ms: 1,
  ...rest
})

/** Says it, and ends once the service has read it. */
export const say = (bridge: FakeBridge, ...given: Parameters<typeof state>) => {
  bridge.send(state(...given))
  return bridge.sync
}

/** An MCAP file with so many messages of one topic. */
export const anMcap = (messages = 3) =>
  Effect.promise(async () => {
    const buffer = new TempBuffer()
    const writer = new McapWriter({ writable: buffer })
    await writer.start({ profile: "ros2", library: "test" })
    const schemaId = await writer.registerSchema({
      name: "std_msgs/msg/String",
      encoding: "ros2msg",
      data: new TextEncoder().encode("string data")
    })
    const channelId = await writer.registerChannel({
      schemaId,
      topic: "/odom",
      messageEncoding: "cdr",
      metadata: new Map()
    })
    for (let sequence = 0; sequence < messages; sequence++) {
      const logTime = BigInt(sequence)
      await writer.addMessage({ channelId, sequence, logTime, publishTime: logTime, data: new Uint8Array(8) })
    }
    await writer.end()
    return Buffer.from(buffer.get())
  })

/** Uploads a recording's file as its bridge does. */
export const uploadRecording = (
  { recording_id, upload_token }: { readonly recording_id: string; readonly upload_token: string },
  { headers, name = `${recording_id}.mcap`, ...rest }: Partial<Upload> & Pick<Upload, "bytes">
) =>
  upload(
    { sync_id: "", token: upload_token },
    { kind: "recording", name, headers: { "x-platform-recording-id": recording_id, ...headers }, ...rest }
  )
