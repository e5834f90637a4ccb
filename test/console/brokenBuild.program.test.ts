import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { migratedData } from "../support/Database.ts"
import { aClone, building, started } from "./support/clone.ts"

it.live(
  "a start that cannot build the console says so at / and in the log, and serves one that is built later",
  () =>
    Effect.gen(function* () {
      const clone = yield* aClone
      const data = yield* migratedData
      const main = join(clone, "packages/console/src/main.tsx")
      const text = yield* Effect.promise(() => readFile(main, "utf8"))
      yield* Effect.promise(() => writeFile(main, `${text}\nconst = "no name"\n`))
      const { child, get } = yield* started(clone, data)
      const broken = yield* get("/robots")
      assert.strictEqual(broken.status, 503)
      assert.include(broken.text, "The console could not be built")
      assert.include(broken.text, "main.tsx")
      assert.notInclude(broken.text, clone)
      assert.include(child.output() + child.errors(), "the console could not be built")
      assert.strictEqual((yield* get("/healthz")).status, 200)
      // It is not tried again for each browser.
      assert.strictEqual((yield* get("/")).status, 503)
      assert.lengthOf(child.output().match(building) ?? [], 1)

      yield* Effect.promise(() => writeFile(main, text))
      yield* Effect.promise(() => promisify(execFile)(process.execPath, [join(clone, "packages/console/build.ts")]))
      assert.strictEqual((yield* get("/")).status, 200)
    }),
  300_000
)
