import { assert, describe, it } from "@effect/vitest"
import { textFrame } from "@fleet/server/platform/websocket/TextFrame"
import { Effect, Schema } from "effect"
import type { Writable } from "node:stream"
import * as ws from "ws"

/** What reads frames in `ws`; its types leave it out. */
const { Receiver } = ws as unknown as { readonly Receiver: new (options: { maxPayload: number }) => Writable }

/** What `ws` reads out of bytes that arrive in pieces of this size. */
const read = (bytes: Buffer, piece: number) =>
  Effect.callback<ReadonlyArray<string>, Error>((resume) => {
    const receiver = new Receiver({ maxPayload: 0 })
    const messages: Array<string> = []
    receiver.on("message", (data: Buffer, isBinary: boolean) => messages.push(isBinary ? "binary" : data.toString()))
    receiver.on("error", (error: Error) => resume(Effect.fail(error)))
    receiver.on("finish", () => resume(Effect.succeed(messages)))
    for (let at = 0; at < bytes.length; at += piece) receiver.write(bytes.subarray(at, at + piece))
    receiver.end()
  })

const lengths = [0, 1, 124, 125, 126, 127, 128, 65_533, 65_534, 65_535, 65_536, 65_537, 70_000]

describe("a text frame", () => {
  for (const length of lengths) {
    it.effect(`a text frame of ${length} bytes is what ws reads, with frames around it`, () =>
      Effect.gen(function* () {
        const text = "x".repeat(length)
        const bytes = Buffer.concat([textFrame("before"), textFrame(text), textFrame("after")])
        for (const piece of [bytes.length, 7]) {
          assert.deepStrictEqual(yield* read(bytes, piece), ["before", text, "after"])
        }
      })
    )
  }

  it.effect.prop(
    "a text frame of any text is what ws reads, near every border",
    { text: Schema.String, fill: Schema.Literals(["x", "é", "漢", "🤖"]), border: Schema.Literals([126, 65_536]) },
    Effect.fnUntraced(function* ({ border, fill, text }) {
      const start = text.toWellFormed()
      const fills = Math.max(0, Math.round((border - Buffer.byteLength(start)) / Buffer.byteLength(fill)))
      for (const count of [0, fills - 1, fills, fills + 1]) {
        const whole = start + fill.repeat(Math.max(0, count))
        assert.deepStrictEqual(yield* read(textFrame(whole), 1 << 20), [whole])
      }
    })
  )
})
