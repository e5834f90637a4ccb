import { Effect } from "effect"
import { cp, symlink } from "node:fs/promises"
import { basename, join } from "node:path"
import { prints } from "../../e2e/support/server.ts"
import { startCommand } from "../../support/Child.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

const root = join(import.meta.dirname, "../../..")

/** A copy of what a start and a build read, with nothing built. */
export const aClone = Effect.gen(function* () {
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
export const started = Effect.fnUntraced(function* (clone: string, data: string) {
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

/** What a start says as it begins to build. */
export const building = /Building the console/g
