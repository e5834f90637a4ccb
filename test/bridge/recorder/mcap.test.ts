import { definitionText } from "@fleet/bridge/ros/definitionText"
import { commonType } from "@fleet/bridge/ros/TypeLibrary"
import { parseType } from "@fleet/bridge/ros/TypeParser"
import { McapRecording } from "@fleet/bridge/engine/recorder/McapRecording"
import { maxChannels, RecordedChannels } from "@fleet/bridge/engine/recorder/RecordedChannels"
import type { RosType } from "@fleet/bridge/ros/RosType"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { readMcap } from "./world.ts"

const typeOf = (name: string, text: string): RosType => parseType(name, "ros2msg", text)!

const Added = Schema.Tuple([
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20 })),
  Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60_000 }))
])

const channels = Array.from({ length: 21 }, (_, index) => ({
  topic: `/topic_${index}`,
  type: typeOf(`demo/msg/Type${index}`, `# ${"x".repeat(index * 50)}\nfloat64 value`)
}))

describe("a file of a recording", () => {
  it.effect.prop(
    "a file of a recording is never larger than it may be, and has every message that was added",
    [Schema.Array(Added), Schema.Int.check(Schema.isBetween({ minimum: 8_000, maximum: 1_000_000 }))],
    ([added, maxBytes]) =>
      Effect.gen(function* () {
        const mcap = new McapRecording(maxBytes)
        const parts: Array<Uint8Array> = []
        const put = (work: () => Promise<unknown>) => Effect.map(Effect.promise(work), () => parts.push(...mcap.take()))
        const taken: Array<ReadonlyArray<string | number>> = []
        yield* put(() => mcap.start())
        for (const [index, [channel, length]] of added.entries()) {
          const data = randomBytes(length)
          yield* put(async () => {
            if (!(await mcap.add(channel, channels[channel]!, index, data))) return
            taken.push([channels[channel]!.topic, index, data.toString("base64")])
          })
        }
        yield* put(() => mcap.end({ cause: "request" }))
        const bytes = Buffer.concat(parts)
        assert.isAtMost(bytes.length, maxBytes)
        const { messages } = yield* readMcap(bytes)
        assert.deepStrictEqual(
          messages.map((message): ReadonlyArray<string | number> => [
            message.topic,
            message.atMs,
            Buffer.from(message.bytes).toString("base64")
          ]),
          taken
        )
        return true
      }),
    { arbitrary: { runs: 40, size: 40 } }
  )

  it.effect("a file of a recording ends where the next message has no room", () =>
    Effect.gen(function* () {
      const mcap = new McapRecording(200_000)
      yield* Effect.promise(() => mcap.start())
      const add = () => mcap.add(0, channels[0]!, 0, randomBytes(50_000))
      const added = [yield* Effect.promise(add), yield* Effect.promise(add), yield* Effect.promise(add)]
      assert.deepStrictEqual(added, [true, true, true])
      assert.isFalse(yield* Effect.promise(add))
      assert.strictEqual(mcap.messages, 3)
    })
  )
})

describe("the definition of a recorded type", () => {
  it("the definition of a recorded type is the text that the robot gave", () => {
    const text = "# a comment\nuint8 STOPPED=0\nuint8 state\n"
    assert.deepStrictEqual(definitionText(typeOf("demo/msg/State", text)), { encoding: "ros2msg", text })
  })

  it("the definition of a recorded type of which there is no text is written from its fields, and reads the same", () => {
    for (const name of [
      "nav_msgs/msg/Odometry",
      "sensor_msgs/msg/LaserScan",
      "geometry_msgs/msg/PoseWithCovariance",
      "diagnostic_msgs/msg/DiagnosticArray",
      "trajectory_msgs/msg/JointTrajectory"
    ]) {
      const type = commonType(name)!
      const { encoding, text } = definitionText(type)
      const read = parseType(name, encoding, text)!
      const plain = (fields: RosType["fields"]) =>
        fields.map(({ arrayLength, isArray, isComplex, name, type }) => ({
          arrayLength,
          isArray,
          isComplex,
          name,
          type
        }))
      assert.deepStrictEqual(plain(read.fields), plain(type.fields))
      for (const [nested, fields] of type.nested) assert.deepStrictEqual(plain(read.nested.get(nested)!), plain(fields))
    }
  })

  it("the definition of a recorded type keeps its bounds", () => {
    const written = definitionText({
      name: "demo/msg/Bounds",
      fields: [
        { name: "short", type: "string", upperBound: 5 },
        { name: "few", type: "int32", isArray: true, arrayUpperBound: 3 },
        { name: "three", type: "int32", isArray: true, arrayLength: 3 },
        { name: "stamp", type: "time" }
      ],
      nested: new Map()
    })
    const lines = written.text.split("\n")
    assert.deepStrictEqual(lines.slice(0, 4), [
      "string<=5 short",
      "int32[<=3] few",
      "int32[3] three",
      "builtin_interfaces/Time stamp"
    ])
    assert.deepStrictEqual(lines.slice(-4), ["MSG: builtin_interfaces/Time", "int32 sec", "uint32 nanosec", ""])
  })
})

describe("the channels of a recorder", () => {
  it("the channels of a recorder are one for each definition of a topic, and 200 at most", () => {
    const all = new RecordedChannels()
    const type = typeOf("demo/msg/State", "uint8 state")
    assert.strictEqual(all.numberOf("/a", type), 0)
    assert.strictEqual(all.numberOf("/a", type), 0)
    for (let index = 1; index < maxChannels; index++) {
      assert.strictEqual(all.numberOf("/a", typeOf("demo/msg/State", `uint8 state${index}`)), index)
    }
    assert.isUndefined(all.numberOf("/a", type))
    assert.strictEqual(all.size, maxChannels)
    all.clear()
    assert.strictEqual(all.size, 0)
    assert.strictEqual(all.numberOf("/a", type), maxChannels)
    assert.deepStrictEqual([all.get(0), all.get(maxChannels)?.topic], [undefined, "/a"])
  })
})
