import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { globSync, mkdirSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { laneOf, startersOf } from "../support/lanes.ts"
import { reachesDatabase } from "../support/reachesDatabase.ts"
import { temporaryFolder } from "../support/Temporary.ts"

const tests = join(import.meta.dirname, "..")
const files = globSync("**/*.test.ts", { cwd: tests })

/** What names modules of processes and starts none: the bench's arithmetic, the simulation, which replaces them, and this. */
const harmless = ["/test/ci/bench.test.ts", "/test/simulation/kernel/globals.ts", "/test/ci/lanes.test.ts"]

describe("the lanes of the tests", () => {
  it("a file's lane is the suffix of its name", () => {
    assert.strictEqual(laneOf("test/robots/deletion.test.ts"), "plain")
    assert.strictEqual(laneOf("test/robots/deletionRaces.pg.test.ts"), "pg")
    assert.strictEqual(laneOf("test/e2e/killed.program.test.ts"), "program")
    assert.strictEqual(laneOf("test/e2e/pg.test.ts"), "plain")
  })

  it("a file has no suffix but .pg and .program", () => {
    assert.deepStrictEqual(
      files.filter((file) => /\.(?!pg\.|program\.)\w+\.test\.ts$/.test(file)),
      []
    )
  })

  it("plain files and files of the database start no program, no browser and no simulated robot", () => {
    const starting = files
      .filter((file) => laneOf(file) !== "program")
      .flatMap((file) =>
        [...startersOf(join(tests, file), harmless)].map((by) => `${file} starts a program in ${relative(tests, by)}`)
      )
    assert.deepStrictEqual(starting, [], "Name such a file *.program.test.ts.")
  })

  it("files of the database reach a database", () => {
    const without = files.filter((file) => laneOf(file) === "pg" && !reachesDatabase(join(tests, file)))
    assert.deepStrictEqual(without, [])
  })

  it.live("what starts a program is found through helpers, and not by a type", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "test")
      mkdirSync(folder)
      const starts = (name: string, text: string) => {
        writeFileSync(join(folder, name), text)
        return [...startersOf(join(folder, name), ["/test/harmless.ts"])].map((file) => relative(folder, file))
      }
      assert.deepStrictEqual(starts("helper.ts", `import { spawn } from "node:child_process"\n`), ["helper.ts"])
      assert.deepStrictEqual(starts("a.test.ts", `import { start } from "./helper.ts"\n`), ["helper.ts"])
      assert.deepStrictEqual(starts("b.test.ts", `import type { Started } from "./helper.ts"\n`), [])
      assert.deepStrictEqual(starts("c.test.ts", `import { type Page } from "playwright-core"\n`), [])
      assert.deepStrictEqual(starts("d.test.ts", `import {\n  type Page,\n  chromium\n} from "playwright-core"\n`), [
        "d.test.ts"
      ])
      assert.deepStrictEqual(starts("e.test.ts", `const page = await import("playwright-core")\n`), ["e.test.ts"])
      assert.deepStrictEqual(starts("f.test.ts", `import * as Simulator from "@fleet/bridge/simulator/Simulator"\n`), [
        "f.test.ts"
      ])
      assert.deepStrictEqual(starts("g.test.ts", `import "child_process"\n`), ["g.test.ts"])
      assert.deepStrictEqual(starts("harmless.ts", `import { spawn } from "node:child_process"\n`), [])
      assert.deepStrictEqual(starts("h.test.ts", `import { none } from "./harmless.ts"\n`), [])
    })
  )
})
