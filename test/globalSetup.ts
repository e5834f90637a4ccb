import { existsSync, readdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import type { TestProject } from "vitest/node"

const manyCompiled = 10_000
const dayMs = 24 * 60 * 60 * 1000

/** Removes older compiled modules once there are many: a worker loads test files under a new address each time. */
const removeOldCompiled = (cache: string | undefined): void => {
  if (cache === undefined || !existsSync(cache)) return
  for (const version of readdirSync(cache)) {
    const files = readdirSync(join(cache, version))
    if (files.length < manyCompiled) continue
    for (const file of files) {
      const path = join(cache, version, file)
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      if (age > dayMs) rmSync(path, { force: true })
    }
  }
}

/** Says which database this run is about. Nothing is made before a test file asks, so that others do not wait for it. */
export default async (project: TestProject) => {
  removeOldCompiled(process.env["NODE_COMPILE_CACHE"])
  const server = process.env.TEST_DATABASE_URL
  if (server === undefined) {
    project.provide("databaseTemplate", { kind: "folder" })
    return undefined
  }
  const [{ administer, temporaryName }, { Effect }] = await Promise.all([
    import("./support/Temporary.ts"),
    import("effect")
  ])
  const database = temporaryName()
  project.provide("databaseTemplate", { kind: "postgres", server, database })
  return () => Effect.runPromise(administer(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`))
}
