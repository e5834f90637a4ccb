import { assert, describe, it, layer } from "@effect/vitest"
import { BodyTimeouts, makeRequestBodies } from "@fleet/server/platform/http/RequestBodies"
import { Effect, Fiber, Layer } from "effect"
import { HttpServer } from "effect/http"
import { TestClock } from "effect/testing"
import { connect } from "node:net"
import { Readable } from "node:stream"
import { makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"

const stalled = () => new Readable({ read: () => undefined })

const settled = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

describe("a slow body", () => {
  it.effect("a slow body of a byte a second is read for ten seconds, and refused then", () =>
    Effect.gen(function* () {
      const read = yield* makeRequestBodies
      const [whole, part] = [stalled(), stalled()]
      const [one, other] = [
        yield* Effect.forkChild(read(whole, "192.0.2.1")),
        yield* Effect.forkChild(read(part, "192.0.2.1"))
      ]
      yield* settled
      for (let second = 1; second < 10; second++) {
        for (const body of [whole, part]) body.push("x")
        yield* settled
        yield* TestClock.adjust("1 second")
      }
      whole.push(null)
      assert.lengthOf(yield* Fiber.join(one), 9)
      part.push("x")
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Effect.flip(Fiber.join(other))).refusal._tag, "bad_request")
    })
  )

  it.effect("a slow body of 2 MiB on a line of 1 Mbit/s is read to its end", () =>
    Effect.gen(function* () {
      const read = yield* makeRequestBodies
      const body = stalled()
      const reading = yield* Effect.forkChild(read(body, "192.0.2.1"))
      yield* settled
      for (let second = 0; second < 17; second++) {
        body.push(Buffer.alloc(123_361, "x"))
        yield* settled
        yield* TestClock.adjust("1 second")
      }
      body.push(null)
      assert.lengthOf(yield* Fiber.join(reading), 17 * 123_361)
    })
  )
})

const Impatient = TestApp.pipe(Layer.provide(Layer.succeed(BodyTimeouts, { small: "200 millis", large: "200 millis" })))

/** Sends a byte now and then until the service ends the connection; what it said until then. */
const trickle = Effect.fnUntraced(function* (path: string, as: string, body: string) {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.callback<string>((resume) => {
    const socket = connect(Number(base.port), base.hostname)
    let answer = ""
    const timer = setInterval(() => socket.write(" "), 20)
    const end = () => {
      clearInterval(timer)
      socket.destroy()
      resume(Effect.succeed(answer))
    }
    socket.setEncoding("utf8").on("data", (text: string) => (answer += text))
    socket.on("error", end).on("close", end)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: fleet.example\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n${as}\r\n${body}`
    )
    return Effect.sync(end)
  })
})

layer(Impatient, { excludeTestServices: true, timeout: "60 seconds" })("a body that never ends", (it) => {
  it.effect("a body that never ends is refused and its connection closed, whatever its sender and number", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeEveryone
      const as = `Authorization: Bearer ${developer.token}\r\n`
      const paths = [
        ["/api/client/login", ""],
        ["/api/client/two-factor/setup", ""],
        ["/console/oauth/identify", ""],
        ["/console/oauth/token", ""],
        ["/api/client/register", ""],
        ["/api/apps", as]
      ] as const
      const many = Array.from({ length: 60 }, (_, index) => paths[index % paths.length]!)
      const answers = yield* Effect.all(
        many.map(([path, as], index) => trickle(path, as, index < 30 ? "{" : "x".repeat(20_000))),
        { concurrency: "unbounded" }
      )
      for (const [index, answer] of answers.entries()) {
        const path = many[index]![0]
        const status = path === "/api/client/two-factor/setup" ? 401 : 400
        assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `), path)
        assert.match(answer, /^connection: close\r$/im, path)
        if (path !== "/console/oauth/token")
          assert.include(answer, status === 400 ? "bad_request" : "unauthorized", path)
      }
    })
  )
})
