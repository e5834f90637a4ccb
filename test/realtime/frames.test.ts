import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { connectRealtime, openRealtime } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { aStage, aWatchedStage, datapoint, plain, sample } from "./world.ts"

layer(TestApp, { timeout: "60 seconds" })("realtime frames", (it) => {
  it.effect("realtime frames closes 1008 for a frame that is not a JSON object, before and after auth", () =>
    Effect.gen(function* () {
      const { developer } = yield* aStage
      for (const text of ["", "nonsense", "[]", "7", "null", `"auth"`, "{"]) {
        for (const client of [yield* openRealtime, yield* connectRealtime(developer.token)]) {
          client.socket.send(text)
          assert.strictEqual(yield* client.closeCode, 1008, text)
        }
      }
    })
  )

  it.effect("realtime frames closes 1008 for a binary frame, whatever is in it", () =>
    Effect.gen(function* () {
      const { client } = yield* aWatchedStage
      client.socket.send(Buffer.from(`{"type":"org_event_unsubscribe"}`))
      assert.strictEqual(yield* client.closeCode, 1008)
    })
  )

  it.effect("realtime frames takes a frame of 64 KiB and closes 1009 for one byte more", () =>
    Effect.gen(function* () {
      const { client } = yield* aWatchedStage
      const ofBytes = (bytes: number) => {
        const empty = JSON.stringify({ type: "x", padding: "" }).length
        return JSON.stringify({ type: "x", padding: "x".repeat(bytes - empty) })
      }
      client.socket.send(ofBytes(65_536))
      assert.deepStrictEqual(plain(yield* client.next("error")), { type: "error", code: "unknown_command" })
      client.socket.send(ofBytes(65_537))
      assert.strictEqual(yield* client.closeCode, 1009)
    })
  )

  it.effect("realtime frames answers an unknown type and bad fields, and keeps the socket", () =>
    Effect.gen(function* () {
      const { client, robot } = yield* aWatchedStage
      for (const [frame, code] of [
        [{ type: "nonsense" }, "unknown_command"],
        [{}, "unknown_command"],
        [{ type: 7 }, "unknown_command"],
        [{ type: null }, "unknown_command"],
        [{ type: "auth_ok" }, "unknown_command"],
        [{ type: "constructor" }, "unknown_command"],
        [{ type: "unsubscribe" }, "invalid_frame"],
        [{ type: "unsubscribe", robot_id: robot.id, slug: 7 }, "invalid_frame"],
        [{ type: "presence_unsubscribe", robot_id: "" }, "invalid_frame"],
        [{ type: "auth" }, "invalid_frame"],
        [{ type: "invoke", robot_id: robot.id, slug: "dock" }, "invalid_frame"],
        [{ type: "invoke", request_id: "", robot_id: robot.id, slug: "dock" }, "invalid_frame"],
        [
          { type: "cancel", request_id: "x".repeat(65), robot_id: robot.id, slug: "dock", job_id: null },
          "invalid_frame"
        ],
        [{ type: "publish", request_id: 7, robot_id: robot.id, slug: "drive" }, "invalid_frame"]
      ] as const) {
        client.send(frame)
        assert.deepStrictEqual((yield* client.settled).map(plain), [{ type: "error", code }], JSON.stringify(frame))
      }
    })
  )

  it.effect("realtime frames serves the frames of one socket in the order they came", () =>
    Effect.gen(function* () {
      const { client, robot } = yield* aWatchedStage
      yield* sample(robot.id, "battery", 1, 1)
      const types = Array.from({ length: 600 }, (_, index) => `no-${index}`)
      for (const type of types) {
        client.send({ type })
        client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
        client.send({ type: "unsubscribe", robot_id: robot.id, slug: "battery" })
      }
      const answers = yield* client.settled
      assert.deepStrictEqual(
        answers.map((answer) => answer.slug ?? answer.message.match(/no-\d+/)?.[0]),
        types.flatMap((type) => [type, "battery"])
      )
    })
  )

  for (const [what, value] of [
    ["what JSON escapes", `"\\\n\u0001\u2028</script>`],
    ["several planes", "ü漢🤖\u{10ffff}"],
    ["a lone surrogate's escape", "\ud800"],
    ["depth", JSON.parse(`${"[".repeat(60)}1${"]".repeat(60)}`)],
    ["70 kB", "é".repeat(35_000)],
    ["a megabyte", "x".repeat(1_048_576)]
  ] as const) {
    it.effect(`realtime frames carries ${what} intact`, () =>
      Effect.gen(function* () {
        const { client, robot } = yield* aWatchedStage
        client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
        yield* client.served
        yield* sample(robot.id, "battery", value, 1)
        assert.deepStrictEqual(yield* client.next("datapoint"), datapoint(robot.id, "battery", value, 1))
      })
    )
  }

  it.effect("realtime frames carries values of every length around the frame header's forms", () =>
    Effect.gen(function* () {
      const { client, robot } = yield* aWatchedStage
      client.send({ type: "subscribe", robot_id: robot.id, slug: "battery" })
      yield* client.served
      const opening = JSON.stringify(datapoint(robot.id, "battery", "", 1)).length
      for (const length of [65_534, 65_535, 65_536, 65_537]) {
        const value = "x".repeat(length - opening)
        yield* sample(robot.id, "battery", value, 1)
        assert.strictEqual((yield* client.next("datapoint")).value, value)
      }
    })
  )
})
