import type { TestProject } from "vitest/node"

/** Says which database this run is about. Nothing is made before a test file asks, so that others do not wait for it. */
export default async (project: TestProject) => {
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
