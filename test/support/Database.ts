import { Effect, Layer, Redacted } from "effect"
import { cpSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { inject } from "vitest"
import { Database } from "../../packages/server/src/sql/Database.ts"
import { Transaction } from "../../packages/server/src/sql/Transaction.ts"
import { temporaryDatabase, temporaryFolder } from "./Temporary.ts"

/** The database that was migrated once for this run; a test file works on a copy of it. */
export type Template =
  | { readonly kind: "folder"; readonly folder: string }
  | { readonly kind: "postgres"; readonly server: string; readonly database: string }

declare module "vitest" {
  interface ProvidedContext {
    readonly databaseTemplate: Template
  }
}

const require = createRequire(import.meta.url)
const program = join(dirname(require.resolve("@electric-sql/pglite")), "pglite.wasm")
let compiled: Promise<WebAssembly.Module> | undefined

/** What V8 compiled of the embedded database is every thread's while one holds it; else each file compiles it anew. */
const hold = () => (compiled ??= readFile(program).then((bytes) => WebAssembly.compile(bytes)))

const copyOf = Effect.fnUntraced(function* (folder: string) {
  const copy = join(yield* temporaryFolder, "db")
  cpSync(folder, copy, { recursive: true })
  yield* Effect.promise(hold)
  return copy
})

/** Whether this run is about Postgres, so that what only the embedded database does need not be tested again. */
export const onPostgres = inject("databaseTemplate").kind === "postgres"

/** A folder with a migrated embedded database; not in a run on Postgres. */
export const embeddedFolder = Effect.suspend(() => {
  const template = inject("databaseTemplate")
  return template.kind === "folder" ? copyOf(template.folder) : Effect.die("This run is on Postgres.")
})

/** A folder for FLEET_DATA with such a database, where a server starts without making one. */
export const migratedData = Effect.map(embeddedFolder, dirname)

const copied = Effect.gen(function* () {
  const template = inject("databaseTemplate")
  if (template.kind === "folder") return Database.embedded(yield* copyOf(template.folder))
  const url = new URL(yield* temporaryDatabase(template.server, template.database))
  // A connection is opened while a test moves the clock on.
  url.searchParams.set("connect_timeout", "0")
  return Database.postgres(Redacted.make(url.href), 4)
})

/** What `Database.layer` provides, over a fresh migrated database that goes with the layer. */
export const TestDatabase = Transaction.layer.pipe(Layer.provideMerge(Layer.unwrap(copied)))
