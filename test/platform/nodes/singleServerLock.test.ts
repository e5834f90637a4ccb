import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted, Scope } from "effect"
import { inject } from "vitest"
import { Settings } from "../../../packages/server/src/platform/settings/Settings.ts"
import { Database } from "../../../packages/server/src/platform/sql/Database.ts"
import { SingleServerLock } from "../../../packages/server/src/platform/nodes/SingleServerLock.ts"
import { databaseProxy } from "../../support/DatabaseProxy.ts"
import { temporaryDatabase } from "../../support/Temporary.ts"

const template = inject("databaseTemplate")
if (template.kind === "folder") console.warn("One server on a Postgres is not tested: this run is on no Postgres.")

/** An empty database, a way to start servers on it, and a session of somebody else. */
const world = Effect.gen(function* () {
  const server = template.kind === "postgres" ? template.server : yield* Effect.die("This run is on no Postgres.")
  const url = Redacted.make(yield* temporaryDatabase(server))
  const settings = Settings.layerTest({ databaseUrl: Option.some(url) })
  const start = Effect.fnUntraced(function* (waitTimeout: "100 millis" | "1 minute") {
    const scope = yield* Scope.fork(yield* Effect.scope)
    const server = SingleServerLock.waiting({
      checkInterval: "20 millis",
      waitTimeout,
      answerTimeout: "15 seconds"
    }).pipe(Layer.provide(settings))
    const { displaced } = Context.get(yield* Layer.buildWithScope(server, scope), SingleServerLock)
    return { displaced, stop: Scope.close(scope, Exit.void) }
  })
  const sql = Context.get(yield* Layer.build(PgClient.layer({ url })), PgClient.PgClient)
  const holders = sql<{ readonly pid: number; readonly granted: boolean }>`
    SELECT pid, granted FROM pg_locks
    WHERE locktype = 'advisory' AND objid = 721465013
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  return { holders, sql, start, url }
})

describe.skipIf(template.kind === "folder")("a second server on one Postgres", () => {
  it.live("a second server on one Postgres does not start while the first runs, and does once that has ended", () =>
    Effect.gen(function* () {
      const { start } = yield* world
      const first = yield* start("1 minute")
      const refused = yield* Effect.flip(start("100 millis"))
      assert.include(refused.message, "Another server runs on this database.")
      const second = yield* Effect.forkChild(start("1 minute"))
      yield* first.stop
      yield* Fiber.join(second)
    })
  )

  it.live("a second server on one Postgres does not get the lock when the first's connection breaks", () =>
    Effect.gen(function* () {
      const { holders, sql, start } = yield* world
      yield* start("1 minute")
      const [before] = yield* holders
      yield* sql`SELECT pg_terminate_backend(${before!.pid})`
      yield* Effect.repeat(holders, { until: ([now]) => now?.granted === true && now.pid !== before!.pid })
    })
  )

  it.live("a second server on one Postgres ends the first where it took the lock while that had no connection", () =>
    Effect.gen(function* () {
      const { holders, sql, start } = yield* world
      const { displaced } = yield* start("100 millis")
      const [before] = yield* holders
      const other = yield* sql.reserve
      const taking = yield* Effect.forkChild(other.execute("SELECT pg_advisory_lock(721465013)", [], undefined))
      yield* Effect.repeat(holders, { until: (all) => all.length === 2 })
      yield* sql`SELECT pg_terminate_backend(${before!.pid})`
      yield* Fiber.join(taking)
      assert.include((yield* Effect.flip(displaced)).message, "Another server runs on this database.")
    })
  )

  it.live("the single server lock destroys connections that do not answer, and goes on with new ones", () =>
    Effect.gen(function* () {
      const { url } = yield* world
      const proxy = yield* databaseProxy(Redacted.value(url))
      const through = Redacted.make(proxy.url)
      const sole = SingleServerLock.waiting({
        checkInterval: "20 millis",
        waitTimeout: "1 minute",
        answerTimeout: "1 second"
      }).pipe(Layer.provide(Settings.layerTest({ databaseUrl: Option.some(through) })))
      const services = yield* Layer.build(Layer.provide(Database.postgres(through, 1), sole))
      const sql = Context.get(services, PgClient.PgClient)
      const answer = Effect.asVoid(sql`SELECT 1`)
      yield* answer
      proxy.silence()
      assert.isTrue(Exit.isFailure(yield* Effect.exit(answer)))
      yield* Effect.retry(answer, { times: 100 })
    })
  )
})
