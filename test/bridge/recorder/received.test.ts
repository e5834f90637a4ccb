import { definitionText } from "@fleet/bridge/ros/definitionText"
import { maxChannels } from "@fleet/bridge/engine/recorder/RecordedChannels"
import { recorderSettings, runRecorder, topicFaults } from "@fleet/bridge/engine/recorder/RunningRecorder"
import { makeTopics } from "@fleet/bridge/ros/foxglove/Topics"
import { RosGateway } from "@fleet/bridge/ros/RosGateway"
import { makeTypeLibrary } from "@fleet/bridge/ros/TypeLibrary"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { aLink } from "../../ros/support/fakeLink.ts"
import { FakeRobot } from "../support/FakeRobot.ts"

const topic = "/odom"
const type = "demo/msg/State"
const settings = recorderSettings({ topics: [{ topic, type }], before_seconds: 60 })

const channel = (id: number) => ({
  id,
  topic,
  encoding: "cdr",
  schemaName: type,
  schema: `int32 value_${id}`,
  schemaEncoding: "ros2msg"
})

/** A recorder over a connection to a Foxglove server that the test plays. */
const recorded = Effect.gen(function* () {
  const { link, sent } = aLink()
  const topics = makeTopics(link, makeTypeLibrary())
  const gateway = { ...(yield* RosGateway), subscribe: topics.subscribe }
  const recorder = yield* Effect.provideService(runRecorder(settings), RosGateway, gateway)
  const subscribed = () =>
    sent.flatMap((operation) => (operation.op === "subscribe" ? operation.subscriptions.map(({ id }) => id) : []))
  const receive = (payload: Uint8Array, atMs: number) =>
    topics.onMessage({ kind: "message", subscriptionId: subscribed().at(-1)!, timeNs: 0n, payload }, atMs)
  return { topics, recorder, subscribed, receive }
}).pipe(Effect.provide(new FakeRobot().layer))

describe("what a recorder receives", () => {
  it.effect("what a recorder receives is subscribed once at the robot's server, though a datapoint is of it", () =>
    Effect.gen(function* () {
      const { receive, recorder, subscribed, topics } = yield* recorded
      const heard: Array<number> = []
      yield* topics.subscribe(topic, type, (_, atMs) => heard.push(atMs))
      yield* topics.onAdvertise([channel(1)])
      receive(Buffer.from("raw"), 5)
      assert.lengthOf(subscribed(), 1)
      assert.deepStrictEqual(heard, [5])
      const reader = recorder.ring.open()
      const note = recorder.ring.peek(reader)!
      assert.strictEqual(Buffer.from(recorder.ring.payload(reader, note)).toString(), "raw")
      assert.deepStrictEqual(definitionText(recorder.channels.get(note.channel)!.type), {
        encoding: "ros2msg",
        text: "int32 value_1"
      })
    })
  )

  it.effect("what a recorder receives under more definitions than there is room for begins anew", () =>
    Effect.gen(function* () {
      const { receive, recorder, topics } = yield* recorded
      for (let id = 1; id <= maxChannels; id++) {
        yield* topics.onAdvertise([channel(id)])
        receive(Buffer.from("raw"), id)
        yield* topics.onUnadvertise([id])
      }
      assert.deepStrictEqual([recorder.channels.size, recorder.ring.messages], [maxChannels, maxChannels])
      yield* topics.onAdvertise([channel(maxChannels + 1)])
      receive(Buffer.from("raw"), 1000)
      assert.deepStrictEqual([recorder.channels.size, recorder.ring.messages], [1, 1])
    })
  )

  it.effect("what a recorder does not receive is told by its topic", () =>
    Effect.gen(function* () {
      const { recorder, topics } = yield* recorded
      assert.deepStrictEqual(topicFaults(recorder), [])
      yield* topics.onAdvertise([{ ...channel(1), schemaName: "demo/msg/Other" }])
      assert.deepStrictEqual(topicFaults(recorder), [
        { kind: "recorder", slug: topic, code: "type_mismatch", message: `${topic} has another type at the robot.` }
      ])
    })
  )
})
