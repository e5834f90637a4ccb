import { Effect, Schema } from "effect"
import { Migrator, SqlClient, SqlSchema } from "effect/sql"
import { DatabaseUnavailable, inItsWords, unusable } from "./DatabaseUnavailable.ts"

/** Migrations by name, `NNNN_subject`, run in the order of their numbers. */
export type Migrations = Parameters<typeof Migrator.fromRecord>[0]

const table = "schema_migrations"

/** Any fixed number: servers that start together on one database wait for each other here. */
const advisoryLock = 721_465_012

const failedMigration = (defect: unknown) =>
  defect instanceof Migrator.MigrationError
    ? Effect.fail(new DatabaseUnavailable({ message: `${defect.message}: ${inItsWords(defect.cause)}`, cause: defect }))
    : Effect.die(defect)

/**
 * Brings the database to this build's schema, once however many servers start together: everything happens in one
 * transaction that holds an advisory lock. Refuses a database with migrations that this build does not know.
 */
export const migrate = Effect.fnUntraced(function* (migrations: Migrations) {
  const sql = yield* SqlClient.SqlClient

  const applied = SqlSchema.findAll({
    Request: Schema.Void,
    Result: Schema.Struct({ migration_id: Schema.Int, name: Schema.String }),
    execute: () => sql`SELECT migration_id, name FROM ${sql(table)} ORDER BY migration_id`
  })

  const run = Effect.gen(function* () {
    yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
    yield* sql`
      CREATE TABLE IF NOT EXISTS ${sql(table)} (
        migration_id integer PRIMARY KEY,
        created_at timestamptz NOT NULL DEFAULT now(),
        name text NOT NULL
      )
    `
    const names = (yield* applied()).map((row) => `${String(row.migration_id).padStart(4, "0")}_${row.name}`)
    const unknown = names.filter((name) => !Object.hasOwn(migrations, name))
    if (unknown.length > 0) {
      return yield* new DatabaseUnavailable({
        message:
          `The database has migrations that this version does not know: ${unknown.join(", ")}. ` +
          "A newer version has used it: start that one, or restore a backup from before the upgrade."
      })
    }
    yield* Migrator.make({})({ loader: Migrator.fromRecord(migrations), table })
  })

  yield* sql
    .withTransaction(run)
    .pipe(
      Effect.catchTags({ MigrationError: failedMigration, SqlError: unusable }),
      Effect.catchDefect(failedMigration)
    )
})
