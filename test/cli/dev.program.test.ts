import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { until } from "../e2e/support/until.ts"
import { startCommand } from "../support/Child.ts"
import { temporaryFolder } from "../support/Temporary.ts"

const moduleOf = (name: string) => JSON.stringify(new URL(`../../scripts/dev/${name}.ts`, import.meta.url).href)

/** Watches the TypeScript files of a folder and runs its main.ts. */
const runner = (folder: string) => `
  import { restartOnChange } from ${moduleOf("restartOnChange")}
  await restartOnChange({
    folder: ${JSON.stringify(folder)},
    isWatched: (path) => path.endsWith(".ts"),
    command: [process.execPath, ${JSON.stringify(join(folder, "main.ts"))}],
    env: process.env
  })`

describe("npm run dev", () => {
  it.live(
    "npm run dev restarts the program on each change, waits after one that fails, and ends with it",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const write = (file: string, text: string) => Effect.promise(() => writeFile(join(folder, file), text))
        const running = (name: string) => `console.log("${name} " + process.pid); setInterval(() => {}, 1000)`
        yield* write("main.ts", running("first"))
        const child = yield* startCommand(process.execPath, ["--input-type=module", "--eval", runner(folder)])
        const printed = (pattern: RegExp) =>
          until(
            String(pattern),
            Effect.sync(() => pattern.exec(child.output()))
          )
        const isAlive = (pid: string) =>
          Effect.sync(() => {
            try {
              return process.kill(Number(pid), 0)
            } catch {
              return false
            }
          })

        const [, first] = yield* printed(/first (\d+)/)
        yield* write("notes.md", "not watched")
        yield* write("main.ts", running("second"))
        const [, second] = yield* printed(/second (\d+)/)
        assert.isFalse(yield* isAlive(first!))
        assert.notInclude(child.output(), "notes.md")

        yield* write("main.ts", "process.exit(3)")
        yield* printed(/The service ended \(code 3\)\. It starts again at the next change\./)
        assert.isFalse(yield* isAlive(second!))
        yield* write("main.ts", running("third"))
        const [, third] = yield* printed(/third (\d+)/)

        const { code } = yield* child.kill("SIGTERM")
        assert.strictEqual(code, 0)
        assert.isFalse(yield* isAlive(third!))
      }).pipe(Effect.scoped),
    120_000
  )

  it.live(
    "npm run dev builds after each change, once for many, and goes on after a build that fails",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const write = (file: string, text: string) => Effect.promise(() => writeFile(join(folder, file), text))
        yield* write(
          "build.js",
          `process.exitCode = require("fs").readFileSync(${JSON.stringify(join(folder, "a.css"))}, "utf8") === "bad" ? 1 : 0`
        )
        yield* write("a.css", "good")
        const script = `
          import { rebuildOnChange } from ${moduleOf("rebuildOnChange")}
          rebuildOnChange({
            folder: ${JSON.stringify(folder)},
            isWatched: (path) => path.endsWith(".css"),
            command: [process.execPath, ${JSON.stringify(join(folder, "build.js"))}],
            onBuilt: (path, isFine) => console.log(path + " " + isFine)
          })
          console.log("watching")`
        const child = yield* startCommand(process.execPath, ["--input-type=module", "--eval", script])
        const printed = (pattern: RegExp) =>
          until(
            String(pattern),
            Effect.sync(() => pattern.exec(child.output()))
          )
        yield* printed(/watching/)
        yield* write("notes.md", "not watched")
        yield* write("a.css", "bad")
        yield* printed(/^a\.css false$/m)
        yield* write("a.css", "good again")
        yield* printed(/^a\.css true$/m)
        assert.notInclude(child.output(), "notes.md")
      }).pipe(Effect.scoped),
    60_000
  )
})
