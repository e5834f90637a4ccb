import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { WebSocket } from "ws"
import { makeOrg } from "../support/people.ts"
import { connectRealtime, openRealtime, realtimeUrl } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"

/** The status that an upgrade is refused with, or 101. */
const upgrade = Effect.gen(function* () {
  const url = yield* realtimeUrl
  return yield* Effect.callback<number>((resume) => {
    const socket = new WebSocket(url)
    socket.once("open", () => {
      socket.terminate()
      resume(Effect.succeed(101))
    })
    socket.once("unexpected-response", (_request, response) => {
      response.resume()
      resume(Effect.succeed(response.statusCode ?? 0))
    })
    socket.on("error", () => undefined)
  })
})

layer(TestApp, { timeout: "60 seconds" })("failed realtime auths", (it) => {
  it.effect("refuse an address with 429 after 60 in a minute, for a minute, and leave its open sockets", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const standing = yield* connectRealtime(developer.token)
      for (let attempt = 0; attempt < 60; attempt++) {
        assert.strictEqual(yield* upgrade, 101)
        const client = yield* openRealtime
        assert.strictEqual((yield* client.auth("nonsense")).code, "invalid_token")
      }
      assert.strictEqual(yield* upgrade, 429)
      assert.deepStrictEqual(yield* standing.settled, [])
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* upgrade, 429)
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual(yield* upgrade, 101)
    })
  )
})
