import { assert, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { Effect } from "effect"
import { WebSocket } from "ws"
import { connectRealtime, realtimeUrl } from "../support/RealtimeClient.ts"
import { TestApp } from "../support/TestApp.ts"
import { aStage } from "./world.ts"

const subscribers = 1_000
const samples = 200

layer(TestApp, { timeout: "120 seconds" })("a datapoint with a thousand subscribers", (it) => {
  it.effect("a datapoint with a thousand subscribers arrives at each exactly once and in order", () =>
    Effect.gen(function* () {
      const { key, robot } = yield* aStage
      const bus = yield* Bus
      const url = yield* realtimeUrl
      /** What each has read; it follows before it counts, so the first it reads is the first said. */
      const follow = Effect.callback<{ readonly numbers: Array<number>; readonly all: Promise<void> }>((resume) => {
        const socket = new WebSocket(url, { perMessageDeflate: false })
        const numbers: Array<number> = []
        const { promise: all, resolve } = Promise.withResolvers<void>()
        socket.on("message", (data) => {
          const frame = JSON.parse(String(data))
          if (frame.type === "auth_ok") {
            socket.send(JSON.stringify({ type: "subscribe", robot_id: robot.id, slug: "battery" }))
            socket.send(JSON.stringify({ type: "subscribed" }))
          } else if (frame.type === "error") resume(Effect.succeed({ numbers, all }))
          else if (numbers.push(frame.value) >= samples) resolve()
        })
        socket.once("open", () => socket.send(JSON.stringify({ type: "auth", token: key.token })))
        socket.once("error", (error) => resume(Effect.die(error)))
        return Effect.sync(() => socket.terminate())
      })
      const clients = yield* Effect.forEach(Array.from({ length: subscribers }), () => follow, { concurrency: 25 })
      const last = yield* connectRealtime(key.token)
      for (let n = 0; n < samples; n++) {
        bus.publishRobot({ type: "sample", robotId: robot.id, slug: "battery", json: String(n), timestampMs: n })
        if (n % 10 === 9) yield* Effect.promise(() => new Promise<void>((resume) => setImmediate(resume)))
      }
      yield* Effect.promise(() => Promise.all(clients.map(({ all }) => all)))
      yield* last.served
      const expected = Array.from({ length: samples }, (_, n) => n)
      for (const { numbers } of clients) assert.deepStrictEqual(numbers, expected)
    })
  )
})
