import { Effect, Layer, Redacted } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises"
import { createRequire } from "node:module"
import { basename, dirname, join } from "node:path"
import { Database } from "../../packages/server/src/platform/sql/Database.ts"
import { administer, databaseOn, dropForgotten, isThere } from "./Temporary.ts"

const root = join(import.meta.dirname, "../..")
const day = 24 * 60 * 60 * 1000

/** Of all that a migrated folder is made from: the migrations, what runs them, and the embedded database's version. */
const fingerprint = (): string => {
  const hash = createHash("sha256")
  const engine = createRequire(join(root, "packages/server/package.json")).resolve("@electric-sql/pglite")
  const sources = globSync("packages/server/src/platform/sql/{Migrate.ts,migrations/*.ts}", { cwd: root }).toSorted()
  for (const file of [join(dirname(engine), "../package.json"), ...sources.map((source) => join(root, source))]) {
    hash
      .update(`${basename(file)}\0`)
      .update(readFileSync(file))
      .update("\0")
  }
  return hash.digest("hex").slice(0, 16)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false
  )

/** Removes what no run has used for a day: templates of other migrations, and what a killed run was making. */
const removeOld = async (cache: string): Promise<void> => {
  for (const name of await readdir(cache)) {
    const path = join(cache, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > day) await rm(path, { recursive: true, force: true })
  }
}

const makeFolder = async (cache: string, made: string): Promise<void> => {
  await mkdir(cache, { recursive: true })
  await removeOld(cache)
  const making = join(cache, `making-${randomUUID()}`)
  try {
    await Effect.runPromise(Effect.scoped(Layer.build(Database.migrated(Database.embedded(join(making, "db"))))))
    await rename(making, made)
  } catch (cause) {
    await rm(making, { recursive: true, force: true })
    // Another run may have been first.
    if (!(await exists(made))) throw cause
  }
}

/**
 * The folder of a migrated embedded database, to be copied and not opened. It is made once for these migrations, and
 * kept in `cache` for later runs.
 */
export const templateFolder = async (cache = join(root, "node_modules/.cache/databases")): Promise<string> => {
  const made = join(cache, fingerprint())
  if (!(await exists(made))) await makeFolder(cache, made)
  const now = new Date()
  await utimes(made, now, now)
  return join(made, "db")
}

/** Makes the migrated database that a run's files copy, unless another of its processes was first. */
export const makeTemplate = Effect.fnUntraced(function* (server: string, database: string) {
  if (yield* isThere(server, database)) return
  yield* dropForgotten(server)
  const making = `${database}_${randomUUID().slice(0, 8)}`
  yield* administer(server, `CREATE DATABASE ${making}`)
  const url = Redacted.make(databaseOn(server, making))
  yield* Effect.scoped(Layer.build(Database.migrated(Database.postgres(url, 1))))
  yield* Effect.catchCause(administer(server, `ALTER DATABASE ${making} RENAME TO ${database}`), () =>
    administer(server, `DROP DATABASE ${making} WITH (FORCE)`)
  )
})
