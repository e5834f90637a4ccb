import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { SqlClient } from "effect/sql"
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
})
