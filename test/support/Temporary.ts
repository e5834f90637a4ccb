import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
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
