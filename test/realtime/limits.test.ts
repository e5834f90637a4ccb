import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { WebSocket } from "ws"
import { makeOrg } from "../support/people.ts"
import { connectRealtime, openRealtime, realtimeUrl } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"

/** The status and envelope that an upgrade is refused with, or 101. */
const upgrade = Effect.gen(function* () {
  const url = yield* realtimeUrl
  return yield* Effect.callback<ReadonlyArray<unknown>>((resume) => {
    const socket = new WebSocket(url)
    socket.once("open", () => {
      socket.terminate()
      resume(Effect.succeed([101]))
    })
    socket.once("unexpected-response", (_request, response) => {
      let text = ""
      response.on("data", (data) => (text += String(data)))
      response.on("end", () => resume(Effect.succeed([response.statusCode, JSON.parse(text)])))
    })
    socket.on("error", () => undefined)
  })
})

const barred = (retry_after_ms: number) => [
  429,
  { code: "rate_limited", message: "Too many requests.", details: { retry_after_ms } }
]

layer(TestApp, { timeout: "60 seconds" })("failed realtime auths", (it) => {
  it.effect(
    "failed realtime auths refuse an address with 429 after 60 in a minute, for a minute, and leave its open sockets",
    () =>
      Effect.gen(function* () {
        const { developer } = yield* makeOrg
        const standing = yield* connectRealtime(developer.token)
        for (let attempt = 0; attempt < 60; attempt++) {
          assert.deepStrictEqual(yield* upgrade, [101])
          const client = yield* openRealtime
          assert.strictEqual((yield* client.auth("nonsense")).code, "invalid_token")
        }
        assert.deepStrictEqual(yield* upgrade, barred(60_000))
        assert.deepStrictEqual(yield* standing.settled, [])
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(yield* upgrade, barred(30_000))
        yield* TestClock.adjust("60 seconds")
        assert.deepStrictEqual(yield* upgrade, [101])
      })
  )
})
