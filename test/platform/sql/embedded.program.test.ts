import { PGlite } from "@electric-sql/pglite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { Database } from "../../../packages/server/src/platform/sql/Database.ts"
import { upkeep } from "../../../packages/server/src/platform/sql/pglite/Upkeep.ts"
import { startProgram } from "../../support/Child.ts"
import { embeddedFolder, onPostgres } from "../../support/Database.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

const writer = new URL("./programs/writer.ts", import.meta.url)

/** A database alone, without the service's thread. */
const aDatabase = Effect.flatMap(embeddedFolder, (folder) =>
  Effect.acquireRelease(
    Effect.promise(() => PGlite.create(folder)),
    (database) => Effect.promise(() => database.close())
  )
)

const open = (folder: string) => Layer.build(Database.embedded(folder))

const one = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT 1 AS one`
})

describe.skipIf(onPostgres)("the embedded database", () => {
  it.live("the embedded database refuses a second server, naming folder and process, until that is gone", () =>
    Effect.gen(function* () {
      const folder = yield* embeddedFolder
      const holder = yield* startProgram(writer, [folder])
      yield* holder.lines(1)
      const refusal = yield* Effect.flip(Effect.scoped(open(folder)))
      assert.strictEqual(refusal._tag, "DatabaseUnavailable")
      assert.include(refusal.message, folder)
      assert.include(refusal.message, `process ${holder.pid}`)
      yield* holder.kill("SIGKILL")
      assert.deepStrictEqual(yield* Effect.provide(one, Database.embedded(folder)), [{ one: 1 }])
    })
  )

  it.live("the embedded database refuses a second server in the same process until its scope closes", () =>
    Effect.gen(function* () {
      const folder = yield* embeddedFolder
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* open(folder)
          const refusal = yield* Effect.flip(Effect.scoped(open(folder)))
          assert.include(refusal.message, `in use by process ${process.pid}`)
        })
      )
      assert.deepStrictEqual(yield* Effect.provide(one, Database.embedded(folder)), [{ one: 1 }])
    })
  )

  it.live("the embedded database begins again when its creation was cut short", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "db")
      yield* Effect.promise(async () => {
        await mkdir(join(folder, "base"), { recursive: true })
        await writeFile(join(folder, "PG_VERSION"), "18\n")
        await writeFile(`${folder}.creating`, "")
      })
      assert.deepStrictEqual(yield* Effect.provide(one, Database.embedded(folder)), [{ one: 1 }])
    })
  )

  it.live("the embedded database refuses a folder that holds something else, and leaves it alone", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "db")
      yield* Effect.promise(async () => {
        await mkdir(folder)
        await writeFile(join(folder, "letters.txt"), "keep me")
      })
      const refusal = yield* Effect.flip(Effect.scoped(open(folder)))
      assert.include(refusal.message, `${folder} cannot be used: it holds files, but no database.`)
      assert.deepStrictEqual(yield* Effect.promise(() => readdir(folder)), ["letters.txt"])
    })
  )

  it.live("the embedded database goes on when a long statement, in a transaction or not, is interrupted", () =>
    Effect.gen(function* () {
      const folder = yield* embeddedFolder
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE kept (id int PRIMARY KEY)`
        const long = sql`SELECT count(*) FROM generate_series(1, 2000000)`
        const started = sql`INSERT INTO kept VALUES (1)`
        for (const work of [long, sql.withTransaction(Effect.andThen(started, long))]) {
          const fiber = yield* Effect.forkChild(work)
          yield* Effect.sleep("50 millis")
          yield* Fiber.interrupt(fiber)
          assert.deepStrictEqual(yield* one, [{ one: 1 }])
        }
        assert.deepStrictEqual(yield* sql`SELECT * FROM kept`, [])
      }).pipe(Effect.provide(Database.embedded(folder)))
    })
  )

  it.live("the embedded database streams a result larger than its buffer, and goes on when the reader leaves", () =>
    Effect.gen(function* () {
      const folder = yield* embeddedFolder
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const large = sql`SELECT g, repeat('x', 500) AS filler FROM generate_series(1, 50000) g`.stream
        assert.strictEqual(yield* Stream.runCount(large), 50_000)
        assert.strictEqual(yield* Stream.runCount(Stream.take(large, 10)), 10)
        assert.deepStrictEqual(yield* one, [{ one: 1 }])
      }).pipe(Effect.provide(Database.embedded(folder)))
    })
  )

  it.live("the embedded database leaves caching of pages to the operating system", () =>
    Effect.gen(function* () {
      const show = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SHOW shared_buffers`)
      const folder = yield* embeddedFolder
      assert.deepStrictEqual(yield* Effect.provide(show, Database.embedded(folder)), [{ shared_buffers: "16MB" }])
    })
  )

  it.live("the embedded database does the upkeep that Postgres has background processes for", () =>
    Effect.gen(function* () {
      const database = yield* aDatabase
      const measure = Effect.promise(async () => {
        const log = "SELECT (pg_current_wal_lsn() - redo_lsn)::int AS bytes FROM pg_control_checkpoint()"
        const dead = "SELECT n_dead_tup::int AS rows FROM pg_stat_user_tables WHERE relname = 'busy'"
        await database.exec("SELECT pg_stat_force_next_flush()")
        const [unkept] = (await database.query<{ readonly bytes: number }>(log)).rows
        const [crowd] = (await database.query<{ readonly rows: number }>(dead)).rows
        return { log: unkept?.bytes ?? 0, dead: crowd?.rows ?? 0 }
      })
      yield* Effect.promise(async () => {
        await database.exec(
          "CREATE TABLE busy AS SELECT g AS id, repeat('x', 500) AS filler FROM generate_series(1, 50000) g"
        )
        await database.exec("UPDATE busy SET filler = filler || 'y'")
        await database.exec("UPDATE busy SET filler = filler || 'y'")
      })
      const before = yield* measure
      assert.isAbove(before.log, 64 * 1024 * 1024)
      assert.isAtLeast(before.dead, 50_000)
      yield* Effect.promise(() => upkeep(database))
      const after = yield* measure
      assert.isBelow(after.log, 64 * 1024 * 1024)
      assert.isBelow(after.dead, 50_000)
    })
  )

  it.live("the embedded database goes on where its upkeep could not analyze a table", () =>
    Effect.gen(function* () {
      const database = yield* aDatabase
      yield* Effect.promise(() =>
        database.exec(`
          CREATE FUNCTION fragile(id int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS $$ BEGIN
            IF current_setting('test.broken', true) = 'on' THEN RAISE 'the disk is full'; END IF;
            RETURN id;
          END $$;
          CREATE TABLE grows (id int);
          CREATE INDEX ON grows (fragile(id));
          INSERT INTO grows SELECT generate_series(1, 20000);
          SET test.broken = 'on'`)
      )
      const exit = yield* Effect.exit(Effect.tryPromise(() => upkeep(database)))
      assert.isTrue(Exit.isFailure(exit))
      const { rows } = yield* Effect.promise(() => database.query("SELECT 1 AS one"))
      assert.deepStrictEqual(rows, [{ one: 1 }])
    })
  )

  it.live(
    "the embedded database plans a statement anew once a table has grown that was empty when it was planned",
    () =>
      Effect.gen(function* () {
        const database = yield* aDatabase
        const scansWhole = Effect.promise(async () => {
          const { rows } = await database.query("EXPLAIN (COSTS OFF) EXECUTE asked (ARRAY[gen_random_uuid()])")
          return JSON.stringify(rows).includes("Seq Scan on grows")
        })
        yield* Effect.promise(async () => {
          await database.exec("SET plan_cache_mode = force_generic_plan")
          await database.exec("CREATE TABLE grows (id uuid PRIMARY KEY, a text, b text, c uuid, at timestamptz)")
          await database.exec(
            `PREPARE asked (uuid[]) AS
             SELECT grows.at FROM unnest($1) AS asked (id) LEFT JOIN grows ON grows.id = asked.id`
          )
          await database.exec("EXECUTE asked (ARRAY[gen_random_uuid()])")
          await database.exec("INSERT INTO grows (id) SELECT gen_random_uuid() FROM generate_series(1, 20000)")
        })
        assert.isTrue(yield* scansWhole)
        yield* Effect.promise(() => upkeep(database))
        assert.isFalse(yield* scansWhole)
      })
  )
})
