import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { Database } from "../packages/server/src/sql/Database.ts"
import type { Template } from "./support/Database.ts"
import { temporaryDatabase, temporaryFolder } from "./support/Temporary.ts"

const makeTemplate = Effect.gen(function* () {
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) {
    const folder = join(yield* temporaryFolder, "db")
    yield* Effect.scoped(Layer.build(Database.migrated(Database.embedded(folder))))
    return { kind: "folder", folder } satisfies Template
  }
  const url = yield* temporaryDatabase(server)
  yield* Effect.scoped(Layer.build(Database.migrated(Database.postgres(Redacted.make(url), 1))))
  return { kind: "postgres", server, database: new URL(url).pathname.slice(1) } satisfies Template
})

/** Migrates the database that the test files copy: embedded, or on the server that TEST_DATABASE_URL names. */
export default async (project: TestProject) => {
  const scope = Scope.makeUnsafe()
  project.provide("databaseTemplate", await Effect.runPromise(Scope.provide(makeTemplate, scope)))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
