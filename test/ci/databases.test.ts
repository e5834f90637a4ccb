import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { reachesDatabase } from "../support/reachesDatabase.ts"
import { temporaryFolder } from "../support/Temporary.ts"

const tests = join(import.meta.dirname, "..")
const files = globSync("**/*.test.ts", { cwd: tests })

/** What the words of a test say of itself, however it is imported. */
const asks =
  /\b(?:layer\(|provide\w*\()\s*(?:TestApp|testApp|TestDatabase)\b|\byield\* (?:temporaryDatabase|migratedAddress)\b/

describe("the tests that run again on Postgres", () => {
  it("the tests that run again on Postgres are all that ask for its database", () => {
    const asking = files.filter((file) => asks.test(readFileSync(join(tests, file), "utf8")))
    assert.isAbove(asking.length, 80)
    assert.deepStrictEqual(
      asking.filter((file) => file !== "ci/databases.test.ts" && !reachesDatabase(join(tests, file))),
      []
    )
  })

  it("the tests that run again on Postgres are not those that judge pure code, documents or programs", () => {
    for (const file of [
      "robots/jobs/stateMachine",
      "bridge/outbox",
      "contracts/types",
      "cli/fleet.program",
      "platform/sql/embedded.program"
    ]) {
      assert.isFalse(reachesDatabase(join(tests, `${file}.test.ts`)), file)
    }
  })

  it.live(
    "the tests that run again on Postgres are found through helpers, and not by a type or by an embedded database of their own",
    () =>
      Effect.gen(function* () {
        const folder = join(yield* temporaryFolder, "test")
        mkdirSync(folder)
        const reaches = (name: string, text: string) => {
          writeFileSync(join(folder, name), text)
          return reachesDatabase(join(folder, name))
        }
        const from = (file: string) => JSON.stringify(relative(folder, join(tests, "support", file)))
        assert.isTrue(reaches("helper.ts", `import { TestApp } from ${from("TestApp.ts")}\n`))
        assert.isTrue(reaches("a.test.ts", `import { world } from "./helper.ts"\n`))
        assert.isFalse(reaches("b.test.ts", `import type { World } from "./helper.ts"\n`))
        assert.isFalse(reaches("c.test.ts", `import { embeddedFolder } from ${from("Database.ts")}\n`))
        assert.isTrue(
          reaches("d.test.ts", `import {\n  embeddedFolder,\n  TestDatabase\n} from ${from("Database.ts")}\n`)
        )
        assert.isTrue(reaches("e.test.ts", `import { temporaryDatabase } from ${from("Temporary.ts")}\n`))
      })
  )
})
