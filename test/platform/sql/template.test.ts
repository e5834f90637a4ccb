import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { cpSync } from "node:fs"
import { mkdir, readdir, utimes } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Database } from "../../../packages/server/src/platform/sql/Database.ts"
import { migrations } from "../../../packages/server/src/platform/sql/migrations/index.ts"
import { templateFolder } from "../../support/Template.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

const day = 24 * 60 * 60 * 1000

describe("the template of the tests' databases", () => {
  it.live("the template of the tests' databases is made once by runs that start together, and is migrated", () =>
    Effect.gen(function* () {
      const cache = yield* temporaryFolder
      const make = Effect.promise(() => templateFolder(cache))
      const [one, other] = yield* Effect.all([make, make], { concurrency: "unbounded" })
      assert.strictEqual(one, other)
      assert.strictEqual(yield* make, one)
      assert.lengthOf(yield* Effect.promise(() => readdir(cache)), 1)

      const copy = join(yield* temporaryFolder, "db")
      cpSync(one, copy, { recursive: true })
      const applied = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT FROM schema_migrations`)
      assert.lengthOf(yield* Effect.provide(applied, Database.embedded(copy)), Object.keys(migrations).length)
    })
  )

  it.live("the template of the tests' databases takes the place of those that nothing has used for a day", () =>
    Effect.gen(function* () {
      const cache = yield* temporaryFolder
      const used = async (name: string, ago: number) => {
        await mkdir(join(cache, name))
        await utimes(join(cache, name), new Date(Date.now() - ago), new Date(Date.now() - ago))
      }
      yield* Effect.promise(() => used("0123456789abcdef", day + 60_000))
      yield* Effect.promise(() => used("making-and-killed", day + 60_000))
      yield* Effect.promise(() => used("fedcba9876543210", day - 60_000))
      const made = dirname(yield* Effect.promise(() => templateFolder(cache)))
      const left = yield* Effect.promise(() => readdir(cache))
      assert.deepStrictEqual(left.toSorted(), ["fedcba9876543210", made.slice(cache.length + 1)].toSorted())
    })
  )
})
