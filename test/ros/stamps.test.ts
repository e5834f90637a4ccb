import { assert, describe, it } from "@effect/vitest"
import { makeTopics } from "@fleet/bridge/ros/foxglove/Topics"
import { makeTypeLibrary } from "@fleet/bridge/ros/TypeLibrary"
import { Effect } from "effect"
import { aLink } from "./support/fakeLink.ts"

const [topic, type] = ["/odom", "demo/msg/State"]

describe("the time of a message", () => {
  it.effect("the time of a message of foxglove_bridge is that of its nanoseconds, in whole milliseconds", () =>
    Effect.gen(function* () {
      const { link, sent } = aLink()
      const topics = makeTopics(link, makeTypeLibrary())
      const heard: Array<number> = []
      yield* topics.subscribe(topic, type, ({ timestampMs }) => heard.push(timestampMs))
      const schema = { schemaName: type, schema: "int32 value", schemaEncoding: "ros2msg" }
      yield* topics.onAdvertise([{ id: 1, topic, encoding: "cdr", ...schema }])
      const subscriptionId = sent.flatMap((each) => (each.op === "subscribe" ? each.subscriptions : []))[0]!.id
      const firstMs = 1_795_728_056_282
      for (let step = 0; step < 100; step++) {
        for (const ns of [0n, 1n, 999_999n]) {
          const timeNs = BigInt(firstMs + step) * 1_000_000n + ns
          topics.onMessage({ kind: "message", subscriptionId, timeNs, payload: Buffer.alloc(4) }, 0)
          assert.strictEqual(heard.pop(), firstMs + step)
        }
      }
    }).pipe(Effect.scoped)
  )
})
