import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import type { SqlError } from "effect/sql"
import { randomUUID } from "node:crypto"
import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const memory = "/dev/shm"
const plenty = 4 * 1024 ** 3

const hasPlenty = (folder: string): boolean => {
  try {
    accessSync(folder, constants.W_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= plenty
  } catch {
    return false
  }
}

/** In memory where there is plenty: an embedded database is a thousand files, and a disk takes a second to copy them. */
const root = hasPlenty(memory) ? memory : tmpdir()

/** A folder that exists until the scope closes. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(root, "fleet-test-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The address of another database on the same server. */
export const databaseOn = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

const asking = <A>(server: string, work: (sql: PgClient.PgClient) => Effect.Effect<A, SqlError.SqlError>) =>
  Effect.flatMap(PgClient.PgClient, work).pipe(
    Effect.provide(PgClient.layer({ url: Redacted.make(server), maxConnections: 1 })),
    Effect.orDie
  )

/** Runs one statement, such as CREATE DATABASE, outside a transaction. */
export const administer = (server: string, statement: string) => asking(server, (sql) => sql.unsafe(statement))

/** Whether the server has a database of that name. */
export const isThere = (server: string, database: string) =>
  asking(server, (sql) =>
    Effect.map(sql`SELECT FROM pg_database WHERE datname = ${database}`, ({ length }) => length > 0)
  )

/** Names of databases begin with the day, so that what a killed run left behind is known. */
const prefix = "fleet_test_"

/** A name that no other database has. */
export const temporaryName = (now = new Date()): string =>
  `${prefix}${now.toISOString().slice(0, 10).replaceAll("-", "")}_${randomUUID().replaceAll("-", "")}`

/** Drops the databases that runs of the day before yesterday or earlier have left behind. */
export const dropForgotten = (server: string) =>
  asking(server, (sql) =>
    Effect.flatMap(
      sql<{ readonly datname: string }>`
        SELECT datname FROM pg_database WHERE datname ~ ${`^${prefix}[0-9]{8}_`}
        AND substring(datname FROM ${prefix.length + 1}::int FOR 8) < to_char(now() - interval '1 day', 'YYYYMMDD')`,
      Effect.forEach(({ datname }) => sql.unsafe(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`))
    )
  )

/** An empty or copied database on a Postgres server that is dropped when the scope closes. Answers with its address. */
export const temporaryDatabase = (server: string, template = "template1") =>
  Effect.map(
    Effect.acquireRelease(
      Effect.gen(function* () {
        const name = temporaryName()
        yield* administer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
        return name
      }),
      (name) => administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    ),
    (name) => databaseOn(server, name)
  )
