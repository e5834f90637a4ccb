import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Operator } from "@fleet/server/cli/Operator"
import { SingleServerLock } from "@fleet/server/platform/nodes/SingleServerLock"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Database } from "@fleet/server/platform/sql/Database"
import { startupOptions } from "@fleet/server/platform/sql/startupOptions"
import { ConfigProvider, Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { inject } from "vitest"
import { onPostgres } from "../../support/Database.ts"
import { databaseProxy } from "../../support/DatabaseProxy.ts"
import { temporaryDatabase, temporaryFolder } from "../../support/Temporary.ts"

const template = inject("databaseTemplate")

describe("start options", () => {
  const of = (options: string) => startupOptions(Redacted.make(`postgres://fleet@db/fleet${options}`))

  it("start options: jit=off comes after those of the address", () => {
    assert.strictEqual(of(""), "-c jit=off")
    assert.strictEqual(of("?sslmode=require"), "-c jit=off")
    assert.strictEqual(of("?options=-c%20jit%3Don%20-c%20work_mem%3D8MB"), "-c jit=on -c work_mem=8MB -c jit=off")
  })
})

describe.skipIf(!onPostgres)("sessions with Postgres", () => {
  /** A database that compiles statements unless a session says otherwise, behind a proxy that sees how sessions begin. */
  const world = Effect.gen(function* () {
    const server = template.kind === "postgres" ? template.server : yield* Effect.die("This run is on no Postgres.")
    const address = yield* temporaryDatabase(server)
    const plain = Context.get(yield* Layer.build(PgClient.layer({ url: Redacted.make(address) })), PgClient.PgClient)
    yield* plain.unsafe(`ALTER DATABASE ${new URL(address).pathname.slice(1)} SET jit = on`)
    const proxy = yield* databaseProxy(address)
    const url = new URL(proxy.url)
    url.searchParams.set("options", "-c work_mem=5MB")
    return { starts: proxy.starts, url: url.href }
  })
  const settings = (url: string) => Settings.layerTest({ databaseUrl: Option.some(Redacted.make(url)) })
  const read = (sql: SqlClient.SqlClient) => sql`
    SELECT current_setting('jit') AS jit, current_setting('work_mem') AS memory`
  const off = { jit: "off", memory: "5MB" }

  it.live("sessions with Postgres: jit reads off in each one of the pool, also after a reset", () =>
    Effect.gen(function* () {
      const { url } = yield* world
      const sql = yield* Effect.map(
        Layer.build(Database.layer.pipe(Layer.provide(settings(url)))),
        Context.get(SqlClient.SqlClient)
      )
      const pool = yield* Effect.all(
        Array.from({ length: 5 }, () => sql.withTransaction(Effect.andThen(sql`SELECT pg_sleep(0.1)`, read(sql)))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        pool,
        Array.from({ length: 5 }, () => [off])
      )
      const reset = sql`SET jit = on`.pipe(Effect.andThen(sql`RESET ALL`), Effect.andThen(read(sql)))
      assert.deepStrictEqual(yield* sql.withTransaction(reset), [off])
    })
  )

  it.live("sessions with Postgres: those of listeners, of the lock and of the operator begin with jit off", () =>
    Effect.gen(function* () {
      const { starts, url } = yield* world
      yield* Layer.build(SingleServerLock.layer.pipe(Layer.provide(settings(url))))
      const database = yield* Layer.build(Layer.provide(Database.postgres(Redacted.make(url), 2), settings(url)))
      yield* Context.get(database, PgClient.PgClient).listen("heard")
      const env = { DATABASE_URL: url, FLEET_SECRET: "s".repeat(32), FLEET_DATA: yield* temporaryFolder }
      const operator = yield* Layer.build(
        Operator.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))))
      )
      assert.deepStrictEqual(yield* read(Context.get(operator, SqlClient.SqlClient)), [off])
      assert.include(new Set(starts.map(({ application_name }) => application_name)), "fleet single server")
      assert.isAtLeast(starts.length, 3)
      assert.deepStrictEqual(new Set(starts.map(({ options }) => options)), new Set(["-c work_mem=5MB -c jit=off"]))
    })
  )
})
