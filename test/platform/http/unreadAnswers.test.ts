import { assert, layer } from "@effect/vitest"
import { RequestTimes } from "@fleet/server/platform/http/LongRequests"
import { LargeAnswerPause } from "@fleet/server/platform/http/UnreadAnswers"
import { Effect, Fiber, Layer, Option, Redacted } from "effect"
import { HttpServer } from "effect/http"
import { connect, type Socket } from "node:net"
import { makeSurface, operations } from "../../abuse/operations.ts"
import { abuseApp } from "../../abuse/world.ts"
import { aRobot, eventually } from "../../robots/jobs/world.ts"
import { keepSamples } from "../../support/keepSamples.ts"
import { metrics } from "../../support/metrics.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const operatorToken = Option.some(Redacted.make("the operator of the tests"))

/** Answers that are not taken for so long are cut. */
const cutAfter = (taken: number) =>
  Layer.succeed(RequestTimes, { whole: 300_000, lookedAt: 30_000, parting: 10_000, taken })

/** Asks, and reads nothing of the answer. */
const unread = Effect.fnUntraced(function* (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = ""
) {
  const base = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.acquireRelease(
    Effect.sync((): Socket => {
      const socket = connect(Number(base.port), base.hostname)
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      const length =
        body === "" ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
      socket.on("error", () => undefined).pause()
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: a.example\r\n${lines.join("")}${length}\r\n${body}`)
      return socket
    }),
    (socket) => Effect.sync(() => socket.destroy())
  )
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** A robot with a history that is answered with 8 MB. */
const withHistory = Effect.gen(function* () {
  const { orgId, owner, robot } = yield* aRobot
  const now = Date.now()
  const value = JSON.stringify("x".repeat(990_000))
  yield* keepSamples(
    { orgId, robotId: robot.id, slug: "battery" },
    Array.from({ length: 8 }, (_, index) => [now - 60_000 + index * 1000, value] as const)
  )
  return { owner, path: `/api/robots/${robot.id}/datapoints/battery/history` }
})

layer(testApp({ operatorToken, unreadOfCaller: 20, unreadOfOrg: 30 }).pipe(Layer.provide(cutAfter(4_000))), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("unread answers", (it) => {
  it.effect("unread answers of a caller are bounded by bytes, others are served, and what nobody takes is cut", () =>
    Effect.gen(function* () {
      const { owner, path } = yield* withHistory
      // Each time one more reader stops, until there is no room for another answer.
      const another = Effect.gen(function* () {
        yield* unread("GET", path, bearer(owner.token))
        assert.isAtMost((yield* metrics)["answers_unread_bytes"]!, 20_000_000)
        return yield* call("GET", path, { as: owner.token })
      })
      const refused = yield* eventually(another, ({ status }) => status === 503)
      assert.strictEqual(refused.body.code, "at_capacity")
      assert.isAtLeast(Number(refused.headers.get("retry-after")), 1)
      assert.isAtLeast(refused.body.details.retry_after_ms, 1000)

      const neighbour = yield* withHistory
      assert.lengthOf((yield* call("GET", neighbour.path, { as: neighbour.owner.token })).body.samples, 8)

      const settled = yield* eventually(metrics, ({ answers_unread_bytes }) => answers_unread_bytes === 0)
      assert.isAtLeast(settled["answers_cut_total"]!, 2)
      assert.isAtLeast(settled["answers_turned_away_total"]!, 1)
      assert.strictEqual((yield* call("GET", path, { as: owner.token })).status, 200)
    })
  )
})

layer(abuseApp([], { operatorToken }).pipe(Layer.provide(cutAfter(500))), {
  excludeTestServices: true,
  timeout: "60 seconds"
})("unread answers of every route", (it) => {
  it.effect(
    "unread answers of every route: a reader that stops leaves nothing behind",
    () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        const reads = operations.filter(({ method }) => method === "GET")
        const pages = ["/", "/docs", "/openapi.json", "/asyncapi/realtime.json", "/healthz"]
        for (const path of [...pages, ...reads.map((operation) => surface.pathOf(operation.path))]) {
          const operation = reads.find((each) => surface.pathOf(each.path) === path)
          const headers = operation === undefined ? {} : surface.headersOf(operation)
          // Several at once on one connection are more than its buffers hold where an answer is long.
          const socket = yield* unread("GET", path, headers)
          const lines = Object.entries(headers)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join("")
          socket.write(`GET ${path} HTTP/1.1\r\nhost: a.example\r\n${lines}\r\n`.repeat(20))
        }
        const settled = yield* eventually(metrics, ({ answers_unread_bytes }) => answers_unread_bytes === 0)
        assert.strictEqual(settled["answers_unread_bytes"], 0)
        assert.strictEqual((yield* call("GET", "/healthz")).status, 200)
      }),
    120_000
  )
})

/** Turns of large answers, each until the test ends it. */
const turns = { lasting: 0, most: 0, begun: 0, ends: [] as Array<() => void> }

const Counted = Layer.succeed(LargeAnswerPause, () =>
  Effect.callback<void>((resume) => {
    turns.begun++
    turns.most = Math.max(turns.most, ++turns.lasting)
    turns.ends.push(() => {
      turns.lasting--
      resume(Effect.void)
    })
  })
)

layer(testApp({}).pipe(Layer.provide(Counted)), { excludeTestServices: true, timeout: "60 seconds" })(
  "turns of large answers",
  (it) => {
    it.effect("turns of large answers come one after the other, and nobody's small one waits for them", () =>
      Effect.gen(function* () {
        const busy = yield* withHistory
        const quiet = yield* withHistory
        const read = ({ owner, path }: typeof busy, query = "") => call("GET", `${path}${query}`, { as: owner.token })
        const large = [yield* Effect.forkChild(read(busy)), yield* Effect.forkChild(read(busy))]
        large.push(yield* Effect.forkChild(read(quiet)))
        const oneMore = Effect.promise(() => new Promise((resume) => setImmediate(resume)))
        while (turns.ends.length === 0) yield* oneMore
        assert.lengthOf((yield* read(quiet, "?limit=1")).body.samples, 1)
        for (let ended = 0; ended < large.length; ended++) {
          while (turns.ends.length === 0) yield* oneMore
          turns.ends.shift()!()
        }
        for (const fiber of large) assert.lengthOf((yield* Fiber.join(fiber)).body.samples, 8)
        assert.deepStrictEqual([turns.begun, turns.most], [3, 1])
      })
    )
  }
)
