import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { cp, readFile, symlink, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import { prints } from "../e2e/support/server.ts"
import { startCommand } from "../support/Child.ts"
import { migratedData } from "../support/Database.ts"
import { temporaryFolder } from "../support/Temporary.ts"

const root = join(import.meta.dirname, "../..")

/** A copy of what a start and a build read, with nothing built. */
const aClone = Effect.gen(function* () {
  const clone = yield* temporaryFolder
  yield* Effect.promise(async () => {
    for (const name of ["package.json", "package-lock.json", "tsconfig.json"])
      await cp(join(root, name), join(clone, name))
    await cp(join(root, "packages"), join(clone, "packages"), {
      recursive: true,
      filter: (path) => basename(path) !== "node_modules" && !/^dist(?:-|$)/.test(basename(path))
    })
    await symlink(join(root, "node_modules"), join(clone, "node_modules"))
  })
  return clone
})

/** Starts the service of a clone and asks its page as a browser does. */
const started = Effect.fnUntraced(function* (clone: string, data: string) {
  const child = yield* startCommand(process.execPath, [join(clone, "packages/server/src/main.ts"), "--no-demo"], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, FLEET_DATA: data, PORT: "0" }
  })
  yield* Effect.addFinalizer(() => child.kill("SIGTERM"))
  const [, base] = yield* prints(child, /Robot Fleet Cloud is at (\S+)/)
  const get = (path: string) =>
    Effect.promise(async () => {
      const answer = await fetch(base + path, { headers: { accept: "text/html" } })
      return { status: answer.status, text: await answer.text() }
    })
  return { child, get }
})

const built = /Building the console/g

it.live(
  "a start builds the console once for its sources, and says at / and in the log why it could not",
  () =>
    Effect.gen(function* () {
      const clone = yield* aClone
      const data = yield* migratedData
      const main = join(clone, "packages/console/src/main.tsx")
      const text = yield* Effect.promise(() => readFile(main, "utf8"))

      for (const times of [1, 0]) {
        yield* Effect.scoped(
          Effect.gen(function* () {
            const { child, get } = yield* started(clone, data)
            const page = yield* get("/robots")
            assert.strictEqual(page.status, 200, page.text)
            const [, script] = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)!
            assert.strictEqual((yield* get(script!)).status, 200)
            assert.lengthOf(child.output().match(built) ?? [], times)
          })
        )
      }

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
      assert.lengthOf(child.output().match(built) ?? [], 1)

      yield* Effect.promise(() => writeFile(main, text))
      yield* Effect.promise(() => promisify(execFile)(process.execPath, [join(clone, "packages/console/build.ts")]))
      assert.strictEqual((yield* get("/")).status, 200)
    }),
  300_000
)
