import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A folder that exists until the scope closes. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "fleet-test-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

/** The address of another database on the same server. */
export const databaseOn = (server: string, database: string): string => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Runs one statement, such as CREATE DATABASE, outside a transaction. */
export const administer = (server: string, statement: string) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    yield* sql.unsafe(statement)
  }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(server), maxConnections: 1 })), Effect.orDie)

/** An empty or copied database on a Postgres server that is dropped when the scope closes. Answers with its address. */
export const temporaryDatabase = (server: string, template = "template1") =>
  Effect.map(
    Effect.acquireRelease(
      Effect.gen(function* () {
        const name = `fleet_test_${randomUUID().replaceAll("-", "")}`
        yield* administer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
        return name
      }),
      (name) => administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    ),
    (name) => databaseOn(server, name)
  )
