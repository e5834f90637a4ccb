import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { connect } from "node:net"
import { Database } from "../../../packages/server/src/platform/sql/Database.ts"
import { migrate, type Migrations } from "../../../packages/server/src/platform/sql/Migrate.ts"
import { migrations } from "../../../packages/server/src/platform/sql/migrations/index.ts"
import { TestDatabase } from "../../support/Database.ts"
import { temporaryDatabase } from "../../support/Temporary.ts"

const statement = (text: string): Migrations[string] => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))

layer(TestDatabase)("migrating", (it) => {
  it.effect("migrating does nothing on a database that is up to date", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const before = yield* sql`SELECT * FROM schema_migrations`
      yield* migrate(migrations)
      assert.deepStrictEqual(yield* sql`SELECT * FROM schema_migrations`, before)
      assert.lengthOf(before, Object.keys(migrations).length)
    })
  )

  it.effect("migrating gives every foreign key an index, for cascading deletes", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const bare = yield* sql`
        SELECT c.conrelid::regclass::text AS "table", a.attname::text AS "column"
        FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND NOT EXISTS (
          SELECT FROM pg_index i
          WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1] AND i.indpred IS NULL)
        ORDER BY 1, 2`
      // No organisation is ever deleted, and each sign-in would pay for its index.
      assert.deepStrictEqual(bare, [{ table: "session_families", column: "org_id" }])
    })
  )

  it.effect("migrating rolls back a migration that fails, with those before it, and names it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const failing = {
        ...migrations,
        "9001_fine": statement("CREATE TABLE fine (id int)"),
        "9002_wrong": statement("CREATE TABLE wrong (id nonsense)")
      }
      const error = yield* Effect.flip(migrate(failing))
      assert.include(error.message, "9002_wrong")
      assert.include(error.message, "nonsense")
      assert.deepStrictEqual(yield* sql`SELECT to_regclass('fine') AS fine`, [{ fine: null }])
      yield* migrate(migrations)
    })
  )

  it.effect("migrating refuses a database that a newer version has used", () =>
    Effect.gen(function* () {
      yield* migrate({ ...migrations, "9003_later": statement("CREATE TABLE later (id int)") })
      const error = yield* Effect.flip(migrate(migrations))
      assert.strictEqual(error._tag, "DatabaseUnavailable")
      assert.include(error.message, "9003_later")
    })
  )
})

const server = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres"

const answers = await new Promise<boolean>((resolve) => {
  const { hostname, port } = new URL(server)
  const socket = connect({ host: hostname, port: Number(port || 5432) })
  socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
  socket.once("connect", () => socket.destroy())
})

describe("servers that start together", () => {
  it.live.skipIf(!answers)(
    `servers that start together migrate once (needs a Postgres at ${new URL(server).host})`,
    () =>
      Effect.gen(function* () {
        const url = Redacted.make(yield* temporaryDatabase(server))
        const slow: Migrations = {
          "0001_slow": Effect.flatMap(SqlClient.SqlClient, (sql) =>
            Effect.andThen(sql`CREATE TABLE slow (id serial)`, sql`SELECT pg_sleep(0.3)`)
          ),
          "0002_row": statement("INSERT INTO slow DEFAULT VALUES")
        }
        const start = Effect.scoped(Layer.build(Database.migrated(Database.postgres(url, 2), slow)))
        yield* Effect.all([start, start, start, start], { concurrency: "unbounded", discard: true })
        const rows = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM slow`)
        assert.lengthOf(yield* Effect.provide(rows, Database.postgres(url, 1)), 1)
      })
  )
})
