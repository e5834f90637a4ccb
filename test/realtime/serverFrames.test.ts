import { assert, describe, it } from "@effect/vitest"
import { CommandResult, ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { textFrame } from "@fleet/server/platform/websocket/TextFrame"
import { serverFrame } from "@fleet/server/realtime/ServerFrames"
import { Effect, Schema } from "effect"

const encode = Schema.encodeSync(Schema.toCodecJson(ServerMessage))

describe("a frame to a client", () => {
  it.effect.prop(
    "a frame to a client that answers a command says what the schema encodes",
    [CommandResult],
    ([result]) =>
      Effect.sync(() => {
        assert.deepStrictEqual(serverFrame(result), textFrame(JSON.stringify(encode(result))))
      }),
    { arbitrary: { runs: 300 } }
  )
})
