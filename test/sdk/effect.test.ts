import { assert, describe, it } from "@effect/vitest"
import { Fleet } from "@fleet/sdk/effect"
import { RobotId } from "@fleet/domain/Ids"
import { Effect, Fiber, Schema, Stream } from "effect"
import { FakeService, identity, job, robotId, tokens } from "./support/FakeService.ts"

const id = Schema.decodeSync(RobotId)(robotId)
const running = Effect.fnUntraced(function* (handlers: Parameters<typeof FakeService.start>[0] = {}) {
  return yield* Effect.acquireRelease(
    Effect.promise(() => FakeService.start(handlers)),
    (service) => Effect.promise(() => service[Symbol.asyncDispose]())
  )
})
const layerOf = (service: FakeService) => Fleet.layer({ baseUrl: service.baseUrl, serverKey: "srv_test" })

describe("the Effect face", () => {
  it.live("the Effect face decodes answers, and refusals into errors that are caught by tag", () =>
    Effect.gen(function* () {
      const service = yield* running({
        "GET /api/client/robots": ({ headers }) =>
          headers.authorization === "Bearer srv_test" ? [200, { robots: [] }] : [401, {}],
        [`POST /api/robots/${robotId}/jobs/pick`]: () => [
          409,
          { code: "busy", message: "Busy.", details: { running: job("running") } }
        ]
      })
      const seen = yield* Effect.gen(function* () {
        const fleet = yield* Fleet
        assert.deepStrictEqual((yield* fleet.api.client.robots()).robots, [])
        return yield* fleet.api.jobs.start({ params: { id, slug: "pick" }, payload: { params: {} } }).pipe(
          Effect.map(() => "started"),
          Effect.catchTag("busy", ({ details }) => Effect.succeed(details.running.slug))
        )
      }).pipe(Effect.provide(layerOf(service)))
      assert.strictEqual(seen, "pick")
    }).pipe(Effect.scoped)
  )

  it.live.each(["token_expired", "unauthorized"])("the Effect face renews a bearer that looked good after %s", (code) =>
    Effect.gen(function* () {
      const expired = { code, message: "No longer." }
      const service = yield* running({
        "GET /api/client/me": () => [200, identity],
        "POST /api/client/refresh": () => [200, tokens(2)],
        "GET /api/client/robots": ({ headers }) =>
          headers.authorization === "Bearer access-2" ? [200, { robots: [] }] : [401, expired]
      })
      const seen = yield* Effect.gen(function* () {
        const fleet = yield* Fleet
        yield* Effect.promise(() => fleet.auth.useTokens(tokens(1)))
        return (yield* fleet.api.client.robots()).robots
      }).pipe(Effect.provide(Fleet.layer({ baseUrl: service.baseUrl, app: "demo" })))
      assert.deepStrictEqual(seen, [])
      assert.strictEqual(service.count("POST /api/client/refresh"), 1)
    }).pipe(Effect.scoped)
  )

  it.live("the Effect face gives a subscription as a stream that ends with its reader", () =>
    Effect.gen(function* () {
      const service = yield* running()
      const values = yield* Effect.gen(function* () {
        const fleet = yield* Fleet
        const reading = yield* fleet.datapoint<number>(robotId, "battery").stream.pipe(
          Stream.map(({ value }) => value),
          Stream.takeUntil((value) => value < 20),
          Stream.runCollect,
          Effect.forkChild
        )
        const socket = yield* Effect.promise(() => service.authenticated())
        yield* Effect.promise(() => socket.frame("subscribe"))
        for (const value of [50, 10, 5])
          socket.send({ type: "datapoint", robot_id: robotId, slug: "battery", value, timestamp_ms: 1 })
        const read = yield* Fiber.join(reading)
        yield* Effect.promise(() => socket.frame("unsubscribe"))
        return read
      }).pipe(Effect.provide(layerOf(service)))
      assert.deepStrictEqual(Array.from(values), [50, 10])
    }).pipe(Effect.scoped)
  )

  it.live("the Effect face fails a stream with the code as tag", () =>
    Effect.gen(function* () {
      const service = yield* running()
      const caught = yield* Effect.gen(function* () {
        const fleet = yield* Fleet
        const reading = yield* fleet.datapoint(robotId, "secret").stream.pipe(
          Stream.runDrain,
          Effect.as("drained"),
          Effect.catchTag("forbidden", () => Effect.succeed("forbidden")),
          Effect.forkChild
        )
        const socket = yield* Effect.promise(() => service.authenticated())
        yield* Effect.promise(() => socket.frame("subscribe"))
        socket.send({ type: "subscribe_error", robot_id: robotId, slug: "secret", code: "forbidden", message: "No." })
        return yield* Fiber.join(reading)
      }).pipe(Effect.provide(layerOf(service)))
      assert.strictEqual(caught, "forbidden")
    }).pipe(Effect.scoped)
  )
})
