import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { get, type IncomingMessage } from "node:http"
import { TestDatabase } from "../../../support/Database.ts"
import { keepSamples } from "../../../support/keepSamples.ts"
import { testApp } from "../../../support/TestApp.ts"
import { call } from "../../../support/wire.ts"
import { aPublishedRobot } from "../../world.ts"

let reads = 0
/** The page that cannot be read. */
let unreadable = Infinity
/** The page in whose place the series is given another name. */
let renamed = Infinity

/** A database that counts the pages read of recorded samples. */
const Counting = Layer.effect(
  SqlClient.SqlClient,
  Effect.map(
    SqlClient.SqlClient,
    (sql) =>
      new Proxy(sql, {
        apply: (target, self, given: [unknown, ...Array<unknown>]) => {
          if (Array.isArray(given[0]) && String(given[0].join("")).includes(", page AS (")) {
            if (++reads === unreadable) return sql`SELECT 1 / 0`
            const page = Reflect.apply(target, self, given) as Effect.Effect<unknown, unknown>
            if (reads === renamed) return Effect.andThen(sql`UPDATE series SET slug = 'other'`, page)
            return page
          }
          return Reflect.apply(target, self, given)
        }
      })
  )
).pipe(Layer.provideMerge(TestDatabase))

layer(testApp({}, Counting), { timeout: "60 seconds", excludeTestServices: true })("an export of a history", (it) => {
  it.effect("an export of a history that cannot be read on ends with a broken connection", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      const base = Date.now() - 3_600_000
      const samples = Array.from({ length: 6_000 }, (_, index) => [base + index, "1"] as const)
      yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, samples)
      const download = Effect.exit(call("GET", `${at("battery")}/history/export?from=${base}`, { as: app.user }))
      assert.isTrue(Exit.isSuccess(yield* download))
      assert.isAbove(reads, 1)
      unreadable = reads + 2
      assert.isTrue(Exit.isFailure(yield* download))
      renamed = reads + 2
      assert.isTrue(Exit.isFailure(yield* download))
    })
  )

  it.effect("an export of a history is read no further than its client takes it, and not on when that has gone", () =>
    Effect.gen(function* () {
      const { app, at, orgId, robot } = yield* aPublishedRobot
      const base = Date.now() - 3_600_000
      // Some 30 MB: more than the sockets between hold.
      const long = JSON.stringify("a".repeat(100_000))
      const samples = Array.from({ length: 300 }, (_, index) => [base + index, long] as const)
      yield* keepSamples({ robotId: robot.id, orgId, slug: "battery" }, samples)
      const url = `${yield* HttpServer.addressFormattedWith(Effect.succeed)}${at("battery")}/history/export?from=${base}`
      const open = Effect.acquireRelease(
        Effect.callback<IncomingMessage>((resume) => {
          get(url, { headers: { authorization: `Bearer ${app.user}` } }, (response) => resume(Effect.succeed(response)))
        }),
        (response) => Effect.sync(() => void response.destroy())
      )
      const whole = (response: IncomingMessage) =>
        Effect.callback<number>((resume) => {
          let bytes = 0
          response.on("data", (chunk: Buffer) => (bytes += chunk.length))
          response.on("end", () => resume(Effect.succeed(bytes)))
        })
      const counted = Effect.gen(function* () {
        const before = reads
        const bytes = yield* Effect.flatMap(open, whole)
        return { bytes, reads: reads - before }
      })
      const all = yield* counted
      assert.isAtLeast(all.reads, 7)

      const waiting = yield* open
      // While this one is read to its end, the other could have been as well.
      const beside = yield* counted
      assert.strictEqual(beside.bytes, all.bytes)
      assert.isBelow(beside.reads, all.reads * 1.5)
      assert.strictEqual(yield* whole(waiting), all.bytes)

      yield* Effect.scoped(open)
      const after = yield* counted
      assert.isBelow(after.reads, all.reads * 1.5)
    }).pipe(Effect.scoped)
  )
})
