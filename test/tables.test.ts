import { assert, describe, it } from "@effect/vitest"
import { folderOf, inServer, read, sources } from "./support/Sources.ts"

const folderOfMigrations = "packages/server/src/platform/sql/migrations/"
const isMigration = (file: string) => file.startsWith(folderOfMigrations)

/** Every table that a migration makes. */
const tables = new Set(
  sources
    .filter(isMigration)
    .flatMap((file) => [...read(file).matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, table]) => table!))
)

const writing = /\b(?:INSERT INTO|DELETE FROM|UPDATE|TRUNCATE|MERGE INTO)\s+(?:ONLY\s+)?([\w$]+)/g

/** Which folders of the server write a table. Locks and reads do not count. */
const writers = new Map<string, Set<string>>()
for (const file of sources.filter((source) => inServer(source) && !isMigration(source))) {
  for (const [, table] of read(file).matchAll(writing)) {
    if (tables.has(table!)) writers.set(table!, (writers.get(table!) ?? new Set()).add(folderOf(file)))
  }
}

/** A folder that writes a table beside its owner, and why. */
const beside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // An org is founded with its first Owner; org is a foundation, on which developers stand.
  developers: { owner: "identity/developers", org: "an org is founded with its first Owner" },
  plan_cuts: { owner: "plans/changes", org: "a higher plan ends what was still to be removed" },
  server_keys: { owner: "apps", access: "a key's last use is noted where the key is proved, on every request" },
  robots: { owner: "robots", "robots/bridges": "what a bridge's hello says" }
}

describe("tables", () => {
  it("are found, in the migrations and in what writes them", () => {
    assert.isAbove(tables.size, 30)
    for (const table of ["orgs", "app_users", "work_items", "session_families"]) assert.isTrue(tables.has(table))
    assert.deepStrictEqual([...writers.get("app_users")!], ["identity/app-users/accounts"])
  })

  it("are named where they are written, so that this test sees them", () => {
    const hidden = sources.filter(
      (file) =>
        inServer(file) &&
        !file.startsWith("packages/server/src/platform/sql/") &&
        /\b(?:INSERT INTO|DELETE FROM|MERGE INTO)\s+\$\{|\bUPDATE\s+\$\{/.test(read(file))
    )
    assert.deepStrictEqual(hidden, [])
  })

  it("are each written from one folder, but for those that are named", () => {
    const found = [...writers].filter(([, folders]) => folders.size > 1)
    const named = (folders: Readonly<Record<string, string>>) => [
      folders["owner"]!,
      ...Object.keys(folders).filter((folder) => folder !== "owner")
    ]
    assert.deepStrictEqual(
      Object.fromEntries(found.map(([table, folders]) => [table, [...folders].sort()])),
      Object.fromEntries(Object.entries(beside).map(([table, folders]) => [table, named(folders).sort()]))
    )
  })
})
