import { assert, describe, it } from "@effect/vitest"
import { CommandResult, ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { textFrame } from "@fleet/server/platform/websocket/TextFrame"
import { serverFrame } from "@fleet/server/realtime/ServerFrames"
import { Effect, Schema } from "effect"

/** What a frame from the server carries. Its keys may stand in another order than the schema's. */
const payloadOf = (frame: Buffer): unknown => {
  const header = { 126: 4, 127: 10 }[frame[1]!] ?? 2
  assert.strictEqual(frame.length, textFrame(frame.subarray(header).toString()).length)
  return JSON.parse(frame.subarray(header).toString())
}

const encode = Schema.encodeSync(Schema.toCodecJson(ServerMessage))

describe("a frame to a client", () => {
  it.effect.prop(
    "a frame to a client that answers a command says what the schema encodes",
    [CommandResult],
    ([result]) =>
      Effect.sync(() => {
        assert.deepStrictEqual(payloadOf(serverFrame(result)), JSON.parse(JSON.stringify(encode(result))))
      }),
    { arbitrary: { runs: 300 } }
  )
})
