import { startScriptedCloud } from "@fleet/bridge/conformance/ScriptedCloud"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { WebSocket } from "ws"
import { token } from "./support.ts"

const hello = JSON.stringify({ type: "hello", protocol_version: 5, token, bridge_version: "1" })
const sample = (value: string) => `{"type":"datapoint","slug":"battery","timestamp_ms":1,"value":${value}}`

describe("the cloud of the conformance kit", () => {
  it.live(
    "the cloud of the conformance kit reads what robots' JSON writers emit as the contract says: NaN is null",
    () =>
      Effect.gen(function* () {
        const cloud = yield* startScriptedCloud("127.0.0.1", 0)
        const socket = yield* Effect.acquireRelease(
          Effect.sync(() => new WebSocket(`${cloud.url.replace("http", "ws")}/bridge`)),
          (socket) => Effect.sync(() => socket.terminate())
        )
        socket.on("open", () => {
          const values = ["[NaN,-Infinity,1]", '"NaN"', "nan"]
          for (const text of [hello, ...values.map(sample)]) socket.send(text)
        })
        while (cloud.frames.length < 4) yield* Effect.sleep("10 millis")
        assert.deepStrictEqual(
          cloud.all("datapoint").map(({ value }) => value),
          [[null, null, 1], "NaN"]
        )
        assert.strictEqual(cloud.frames[3]!.text, sample("nan"))
      })
  )
})
