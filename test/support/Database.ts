import { Effect, Layer, Redacted } from "effect"
import { cpSync } from "node:fs"
import { dirname, join } from "node:path"
import { inject } from "vitest"
import { Database } from "../../packages/server/src/platform/sql/Database.ts"
import { openIn } from "../../packages/server/src/platform/sql/pglite/Pglite.ts"
import { Transaction } from "../../packages/server/src/platform/sql/Transaction.ts"
import { keptDatabases } from "./database/KeptDatabases.ts"
import { makeTemplate, templateFolder } from "./Template.ts"
import { temporaryDatabase, temporaryFolder } from "./Temporary.ts"

/** The database that test files work on copies of. The first file that asks for one makes it. */
export type Template =
  | { readonly kind: "folder" }
  | { readonly kind: "postgres"; readonly server: string; readonly database: string }

declare module "vitest" {
  interface ProvidedContext {
    readonly databaseTemplate: Template
  }
}

const template = inject("databaseTemplate")

/** Whether this run is about Postgres, so that what only the embedded database does need not be tested again. */
export const onPostgres = template.kind === "postgres"

/** A folder with a migrated embedded database; not in a run on Postgres. */
export const embeddedFolder = Effect.gen(function* () {
  if (onPostgres) return yield* Effect.die("This run is on Postgres.")
  const copy = join(yield* temporaryFolder, "db")
  cpSync(yield* Effect.promise(() => templateFolder()), copy, { recursive: true })
  return copy
})

/** A folder for FLEET_DATA with such a database, where a server starts without making one. */
export const migratedData = Effect.map(embeddedFolder, dirname)

let made: Promise<void> | undefined

/** The address of a migrated database of the caller's own; only in a run on Postgres. */
export const migratedAddress = Effect.gen(function* () {
  if (template.kind === "folder") return yield* Effect.die("This run is on no Postgres.")
  const { database, server } = template
  yield* Effect.promise(() => (made ??= Effect.runPromise(makeTemplate(server, database))))
  return yield* temporaryDatabase(server, database)
})

const openKept = Effect.flatMap(
  Effect.promise(() => templateFolder()),
  (folder) => openIn(keptDatabases, folder)
)

const copied = Effect.gen(function* () {
  if (!onPostgres) return Database.pglite(openKept)
  const url = new URL(yield* migratedAddress)
  // A connection is opened while a test moves the clock on.
  url.searchParams.set("connect_timeout", "0")
  return Database.postgres(Redacted.make(url.href), 4)
})

/** What `Database.layer` provides, over a fresh migrated database that goes with the layer. */
export const TestDatabase = Transaction.layer.pipe(Layer.provideMerge(Layer.unwrap(copied)))
