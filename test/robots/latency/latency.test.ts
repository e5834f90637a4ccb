import { assert, describe, it, layer } from "@effect/vitest"
import type { RobotId } from "@fleet/domain/Ids"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { RobotHomes } from "@fleet/server/robots/home/RobotHomes"
import { LatencyLog } from "@fleet/server/robots/latency/LatencyLog"
import { LatencyStore, type Minute } from "@fleet/server/robots/latency/LatencyStore"
import { Deferred, Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { connectedHome, homeOf } from "../../support/homes.ts"
import { makeEveryone, makeOrg, makeRobot } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

const robot = "00000000-0000-4000-8000-000000000001" as RobotId
/** A table that refuses, or does not answer, while a test says so. */
const aTable = Effect.gen(function* () {
  const answers = yield* Deferred.make<void>()
  const table = { written: [] as Array<Minute>, tries: 0, does: "take" as "take" | "refuse" | "wait" }
  const store = Layer.mock(LatencyStore, {
    add: (minutes) =>
      Effect.gen(function* () {
        table.tries++
        if (table.does === "refuse") return yield* Effect.die("the database refuses")
        if (table.does === "wait") yield* Deferred.await(answers)
        table.written.push(...minutes)
      }),
    deleteBefore: () => Effect.void
  })
  const told = () =>
    table.written.map(({ at, onlineMs, samples }) => [at.getTime() / 60_000, samples, Math.round(onlineMs / 1_000)])
  return {
    table,
    told,
    answer: Deferred.succeed(answers, undefined),
    log: LatencyLog.layer.pipe(
      Layer.provide(store),
      Layer.provideMerge(RobotHomes.layer),
      Layer.provide([Bus.layer, Logger.layer([])])
    )
  }
})

const pong = (latencyMs: number) => Effect.map(homeOf(robot), (home) => home.pong(latencyMs))

describe("a minute of latency", () => {
  it.effect("a minute of latency that the database refuses is written when it takes it again", () =>
    Effect.gen(function* () {
      const { log, table, told } = yield* aTable
      yield* Effect.gen(function* () {
        yield* connectedHome(robot)
        yield* pong(5)
        table.does = "refuse"
        yield* TestClock.adjust("70 seconds")
        yield* pong(6)
        yield* pong(7)
        yield* TestClock.adjust("60 seconds")
        assert.isAbove(table.tries, 2)
        assert.deepStrictEqual(told(), [])
        table.does = "take"
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(told(), [
          [0, 1, 60],
          [1, 2, 60]
        ])
      }).pipe(Effect.provide(log))
    })
  )

  it.effect("a minute of latency ends in time while the database does not answer", () =>
    Effect.gen(function* () {
      const { answer, log, table, told } = yield* aTable
      yield* Effect.gen(function* () {
        table.does = "wait"
        yield* pong(5)
        yield* TestClock.adjust("65 seconds")
        yield* pong(6)
        yield* TestClock.adjust("60 seconds")
        yield* pong(7)
        assert.strictEqual(table.tries, 1)
        yield* answer
        yield* TestClock.adjust("60 seconds")
        assert.deepStrictEqual(told(), [
          [0, 1, 0],
          [1, 1, 0],
          [2, 1, 0]
        ])
      }).pipe(Effect.provide(log))
    })
  )

  it.effect("a minute of latency is written during shutdown, with what the database had refused, and once", () =>
    Effect.gen(function* () {
      const { log, table, told } = yield* aTable
      yield* Effect.gen(function* () {
        yield* connectedHome(robot)
        table.does = "refuse"
        yield* TestClock.adjust("70 seconds")
        yield* pong(6)
        table.does = "take"
      }).pipe(Effect.provide(log))
      assert.deepStrictEqual(told(), [
        [0, 0, 60],
        [1, 1, 10]
      ])
    })
  )

  it.effect("a minute of latency of one robot is written up to now by its flush, and goes on after it", () =>
    Effect.gen(function* () {
      const { log, told } = yield* aTable
      yield* Effect.gen(function* () {
        const home = yield* connectedHome(robot)
        const other = yield* connectedHome("00000000-0000-4000-8000-000000000002" as RobotId)
        home.pong(5)
        other.pong(5)
        yield* TestClock.adjust("20 seconds")
        yield* home.flush()
        assert.deepStrictEqual(told(), [[0, 1, 20]])
        home.pong(6)
        yield* TestClock.adjust("42 seconds")
        assert.deepStrictEqual(told().slice(1), [
          [0, 1, 40],
          [0, 1, 60]
        ])
      }).pipe(Effect.provide(log))
    })
  )

  it.effect("a minute of latency is dropped when the database does not answer during shutdown", () =>
    Effect.gen(function* () {
      const { log, table, told } = yield* aTable
      const down = Effect.gen(function* () {
        yield* pong(6)
        table.does = "wait"
      }).pipe(Effect.provide(log))
      const going = yield* Effect.forkChild(down)
      yield* TestClock.adjust("3 seconds")
      yield* Fiber.join(going)
      assert.deepStrictEqual(told(), [])
    })
  )
})

const rows = LatencyStore.layer.pipe(Layer.provideMerge(TestApp))

layer(rows, { excludeTestServices: true, timeout: "60 seconds" })("latency", (it) => {
  const minute = (at: number, robotId: RobotId, ms: number) => ({
    robotId,
    at: new Date(at),
    min: ms,
    max: ms + 4,
    sum: 2 * ms + 4,
    samples: 2,
    onlineMs: 40_000
  })

  it.effect("latency is reported minute by minute, half-open, for the caller's org alone", () =>
    Effect.gen(function* () {
      const { developer, robot, user } = yield* makeEveryone
      const stranger = yield* makeOrg
      const foreign = yield* makeRobot(stranger.owner.caller)
      const store = yield* LatencyStore
      const at = Date.UTC(2026, 0, 1)
      yield* store.add([minute(at, robot.id, 10), minute(at + 60_000, robot.id, 20), minute(at, foreign.robot.id, 1)])
      yield* store.add([minute(at, robot.id, 2)])
      const read = (query: string) => call("GET", `/api/org/latency?${query}`, { as: developer.token })
      const { body, status } = yield* read(`from_ms=${at}&to_ms=${at + 60_000}`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, {
        series: [
          {
            robot_id: robot.id,
            buckets: [
              {
                bucket_at: "2026-01-01T00:00:00.000Z",
                min_ms: 2,
                avg_ms: 8,
                max_ms: 14,
                samples: 4,
                online_ms: 60_000
              }
            ]
          }
        ],
        from_ms: at,
        to_ms: at + 60_000,
        truncated: false,
        truncated_by: null
      })
      const foreignOnly = yield* read(`from_ms=${at}&to_ms=${at + 60_000}&robot_id=${foreign.robot.id}`)
      assert.deepStrictEqual(foreignOnly.body.series, [])
      const one = yield* read(`from_ms=${at}&to_ms=8640000000000001&robot_id=${robot.id}`)
      assert.strictEqual(one.body.series[0].buckets.length, 2)
      for (const [query, field, rule] of [
        [`to_ms=1`, "from_ms", "required"],
        [`from_ms=5&to_ms=5`, "to_ms", "too_small"],
        [`from_ms=1&to_ms=2&more=3`, "more", "unknown"],
        [`from_ms=1.5&to_ms=2`, "from_ms", "type"],
        [`from_ms=&to_ms=2`, "from_ms", "type"],
        [`from_ms=0x1&to_ms=2`, "from_ms", "type"],
        [`from_ms=1&to_ms=1e3`, "to_ms", "type"],
        [`from_ms=-1&to_ms=2`, "from_ms", "too_small"],
        [`from_ms=1&to_ms=2&robot_id=rover`, "robot_id", "format"]
      ] as const) {
        assert.deepStrictEqual(refusal(yield* read(query)), invalid(field, rule), query)
      }
      const asUser = yield* call("GET", `/api/org/latency?from_ms=1&to_ms=2`, { as: user.token })
      assert.deepStrictEqual(refusal(asUser), [401, "unauthorized"])
    })
  )

  it.effect("latency is truncated at 20000 buckets; old minutes are deleted", () =>
    Effect.gen(function* () {
      const { developer, robot } = yield* makeEveryone
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO latency_buckets (robot_id, bucket_at, min_ms, max_ms, sum_ms, samples, online_ms)
        SELECT ${robot.id}, timestamptz '2026-02-01' + n * interval '1 minute', 1, 1, 1, 1, 1
        FROM generate_series(1, 20001) AS n`
      const read = call("GET", `/api/org/latency?from_ms=0&to_ms=${Date.UTC(2027, 0)}`, { as: developer.token })
      const { body } = yield* read
      assert.deepStrictEqual(
        [body.series[0].buckets.length, body.truncated, body.truncated_by],
        [20_000, true, "limit"]
      )
      const exactly = `from_ms=0&to_ms=${Date.UTC(2026, 1, 1) + 20_001 * 60_000}`
      const { body: whole } = yield* call("GET", `/api/org/latency?${exactly}`, { as: developer.token })
      assert.deepStrictEqual(
        [whole.series[0].buckets.length, whole.truncated, whole.truncated_by],
        [20_000, false, null]
      )
      yield* (yield* LatencyStore).deleteBefore(new Date("2026-02-14"))
      const { body: rest } = yield* read
      assert.isFalse(rest.truncated)
      assert.isTrue(rest.series[0].buckets.every((bucket: any) => bucket.bucket_at >= "2026-02-14"))
    })
  )
})
