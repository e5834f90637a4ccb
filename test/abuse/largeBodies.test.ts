import { assert, describe, it, layer } from "@effect/vitest"
import { type BodyRefused, LargeBodyPause, makeRequestBodies } from "@fleet/server/platform/http/RequestBodies"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Readable } from "node:stream"
import { abuseApp, raw } from "./world.ts"

const kilobytes = (count: number) => Buffer.alloc(count * 1024, "x")

/** A body that comes as it is pushed. */
const body = (...chunks: ReadonlyArray<Buffer | null>) => {
  const stream = new Readable({ read: () => undefined })
  for (const chunk of chunks) stream.push(chunk)
  return stream
}

const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
  })

const isRead = (stream: Readable) => stream.readableFlowing === true && stream.readableLength === 0

/** As many bodies of an address as are read at a time, none of which ends. */
const holdEight = Effect.fnUntraced(function* (
  read: (stream: Readable, address: string) => Effect.Effect<Buffer, BodyRefused>,
  address: string
) {
  const held = Array.from({ length: 8 }, () => body(kilobytes(17)))
  const reading = []
  for (const stream of held) reading.push(yield* Effect.forkChild(read(stream, address)))
  for (const stream of held) {
    stream.push(kilobytes(1))
    yield* until(() => isRead(stream))
  }
  return { held, reading }
})

describe("large bodies", () => {
  it.effect("large bodies that never end keep others of their address waiting unread, and nobody's small one", () =>
    Effect.gen(function* () {
      const read = yield* makeRequestBodies
      const { held, reading } = yield* holdEight(read, "192.0.2.1")
      const ninth = body(kilobytes(17))
      const waiting = yield* Effect.forkChild(read(ninth, "192.0.2.1"))
      yield* until(() => ninth.isPaused())
      ninth.push(kilobytes(60))

      assert.lengthOf(yield* read(body(kilobytes(16), null), "192.0.2.1"), 16 * 1024)
      assert.lengthOf(yield* read(body(kilobytes(17), kilobytes(2000), null), "192.0.2.2"), 2017 * 1024)
      assert.isTrue(ninth.isPaused())
      assert.strictEqual(ninth.readableLength, 60 * 1024)

      held[3]!.push(null)
      assert.lengthOf(yield* Fiber.join(reading[3]!), 18 * 1024)
      ninth.push(null)
      assert.lengthOf(yield* Fiber.join(waiting), 77 * 1024)
    })
  )

  it.effect("large bodies are given up after a minute, and their turns with them", () =>
    Effect.gen(function* () {
      const read = yield* makeRequestBodies
      const { reading } = yield* holdEight(read, "192.0.2.1")
      const ninth = body(kilobytes(17), null)
      const waiting = yield* Effect.forkChild(read(ninth, "192.0.2.1"))
      yield* until(() => ninth.isPaused())
      yield* TestClock.adjust("1 minute")
      for (const fiber of reading) {
        const { refusal } = yield* Effect.flip(Fiber.join(fiber))
        assert.strictEqual(refusal._tag, "bad_request")
      }
      assert.lengthOf(yield* Fiber.join(waiting), 17 * 1024)
    })
  )
})

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("large bodies over the wire", (it) => {
  it.effect("large bodies over the wire are all answered, also when there are more at once than turns", () =>
    Effect.gen(function* () {
      const large = JSON.stringify({ app_identifier: "x".repeat(1_500_000), email: "a@b.example", password: "p" })
      const login = raw("POST", "/api/client/login", { "content-type": "application/json" }, large)
      const answers = yield* Effect.all(Array<typeof login>(20).fill(login), { concurrency: "unbounded" })
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        answers.map(() => 400)
      )
    })
  )
})

/** Turns of large bodies, each until the test ends it. */
const turns = { lasting: 0, most: 0, begun: 0, ends: [] as Array<() => void> }

const Counted = Layer.succeed(LargeBodyPause, () =>
  Effect.callback<void>((resume) => {
    turns.begun++
    turns.most = Math.max(turns.most, ++turns.lasting)
    turns.ends.push(() => {
      turns.lasting--
      resume(Effect.void)
    })
  })
)

layer(abuseApp().pipe(Layer.provide(Counted)), { excludeTestServices: true, timeout: "60 seconds" })(
  "turns of large bodies",
  (it) => {
    it.effect("turns of large bodies come one after the other, and nobody's small one waits for them", () =>
      Effect.gen(function* () {
        const login = (bytes: number) =>
          raw(
            "POST",
            "/api/client/login",
            { "content-type": "application/json" },
            JSON.stringify({ app_identifier: "x".repeat(bytes), email: "a@b.example", password: "p" })
          )
        const large = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.forkChild(login(200_000)))
        yield* until(() => turns.ends.length === 1)
        assert.strictEqual((yield* login(60_000)).status, 400)
        for (let ended = 1; ended <= large.length; ended++) {
          yield* until(() => turns.ends.length > 0)
          turns.ends.shift()!()
        }
        for (const fiber of large) assert.strictEqual((yield* Fiber.join(fiber)).status, 400)
        assert.deepStrictEqual([turns.begun, turns.most], [5, 1])
      })
    )
  }
)
