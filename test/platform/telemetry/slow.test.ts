import { assert, describe, layer } from "@effect/vitest"
import { observeQueries, SlowQueryMs } from "@fleet/server/platform/sql/observeQueries"
import { Effect, Layer, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { TestDatabase } from "../../support/Database.ts"
import { makeOrg } from "../../support/people.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

interface Line {
  readonly level: string
  readonly message: string
  readonly annotations: Readonly<Record<string, unknown>>
}

/** A logger that keeps its lines. */
const keeping = () => {
  const lines: Array<Line> = []
  const keep = Logger.make(({ fiber, logLevel, message }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations)
    lines.push({ level: logLevel, message: [message].flat().join(" "), annotations })
  })
  return { lines, of: (message: string) => lines.filter((line) => line.message === message), log: Logger.layer([keep]) }
}

layer(TestDatabase, { excludeTestServices: true, timeout: "60 seconds" })("slow query", (it) => {
  it.effect("a slow query is logged with time and text, without values, and a faster one is not", () =>
    Effect.gen(function* () {
      const { log, of } = keeping()
      const client = yield* SqlClient.SqlClient
      const sleep = (slowMs: number) =>
        observeQueries(client, slowMs)`SELECT pg_sleep(0.3),
          ${"a value"}::text`.pipe(Effect.provide(log))
      yield* sleep(600_000)
      assert.isEmpty(of("slow query"))
      yield* sleep(250)
      assert.lengthOf(of("slow query"), 1)
      const [{ annotations, level }] = of("slow query") as [Line]
      assert.strictEqual(level, "Warn")
      assert.strictEqual(annotations["statement"], "SELECT pg_sleep(0.3), $1::text")
      assert.isAtLeast(annotations["duration_ms"] as number, 299)
    })
  )

  it.effect("a slow query is logged when it fails too, cut to 500 characters", () =>
    Effect.gen(function* () {
      const { log, of } = keeping()
      const sql = observeQueries(yield* SqlClient.SqlClient, 0.000_1)
      const long = sql.literal(`'${"x".repeat(600)}'`)
      yield* Effect.exit(sql`SELECT ${long}::uuid`).pipe(Effect.provide(log))
      const [{ annotations }] = of("slow query") as [Line]
      assert.strictEqual(annotations["statement"], `SELECT '${"x".repeat(492)}…`)
    })
  )

  it.effect("a slow query is not logged where the limit is 0", () =>
    Effect.gen(function* () {
      const { lines, log } = keeping()
      const sql = observeQueries(yield* SqlClient.SqlClient, 0)
      yield* Effect.provide(sql`SELECT pg_sleep(0.01)`, log)
      assert.isEmpty(lines)
    })
  )

  it.effect("slow query logging leaves fragments, identifiers and transactions as they are", () =>
    Effect.gen(function* () {
      const sql = observeQueries(yield* SqlClient.SqlClient, 0)
      const rows = yield* sql.withTransaction(
        sql`SELECT ${sql("n")} FROM (${sql`SELECT ${1}::int AS n`}) AS t WHERE ${sql.in("n", [1, 2])}`
      )
      assert.deepStrictEqual(rows, [{ n: 1 }])
    })
  )
})

describe("slow request", () => {
  const { log, of } = keeping()
  const everything = TestDatabase.pipe(Layer.provide(Layer.succeed(SlowQueryMs, 0.000_1)))
  layer(testApp({ slowRequestMs: 1 }, everything, log), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("a slow request is logged by its redacted path, with the id of its answer, as are its slow queries", () =>
      Effect.gen(function* () {
        const { owner } = yield* Effect.provide(makeOrg, log)
        const secret = "Abc".repeat(14)
        const { headers } = yield* call("GET", "/api/robots?name=secret", { as: owner.token })
        const id = headers.get("x-request-id")
        const line = of("slow request").find(({ annotations }) => annotations["request_id"] === id)
        assert.strictEqual(line?.level, "Warn")
        assert.strictEqual(line?.annotations["path"], "/api/robots")
        assert.deepStrictEqual([line?.annotations["method"], line?.annotations["status"]], ["GET", 200])
        assert.isAtLeast(line?.annotations["duration_ms"] as number, 1)
        assert.isNotEmpty(of("slow query").filter(({ annotations }) => annotations["request_id"] === id))

        yield* call("GET", `/app/demo/verify/${secret}`)
        yield* call("POST", "/api/client/refresh", { body: { refresh_token: secret } })
        const written = JSON.stringify([...of("slow request"), ...of("slow query")])
        for (const each of [secret, owner.token, owner.email]) assert.notInclude(written, each)
      })
    )
  })
})

describe("a request that is not slow", () => {
  for (const slowRequestMs of [0, 600_000]) {
    const { log, of } = keeping()
    layer(testApp({ slowRequestMs }, TestDatabase, log), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
      it.effect(`a request that is not slow has no line of its own where the limit is ${slowRequestMs} ms`, () =>
        Effect.gen(function* () {
          const { owner } = yield* makeOrg
          yield* call("POST", "/api/robots", { as: owner.token, body: { name: "Rover" } })
          assert.isEmpty(of("slow request"))
          assert.lengthOf(of("request answered"), 1)
        })
      )
    })
  }
})

describe("a request that waits as its caller asked", () => {
  const { log, of } = keeping()
  layer(testApp({ slowRequestMs: 2500 }, TestDatabase, log), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      it.effect("a request that waits as its caller asked is neither slow for that, nor worth a line", () =>
        Effect.gen(function* () {
          const { owner } = yield* makeOrg
          const as = owner.token
          const { body: opened } = yield* call("POST", "/api/org/webhooks/listeners", { as })
          const path = `/api/org/webhooks/listeners/${opened.listener_id}/messages`
          const began = Date.now()
          const { body, status } = yield* call("POST", path, { as, body: { results: [], wait_s: 3 } })
          assert.deepStrictEqual([status, body], [200, { messages: [] }])
          assert.isAtLeast(Date.now() - began, 2995)
          for (const words of ["slow request", "request answered"]) {
            assert.isEmpty(of(words).filter(({ annotations }) => String(annotations["path"]).endsWith("/messages")))
          }
        })
      )
    }
  )
})
