import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startCommand } from "../../support/Child.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

const script = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}`, import.meta.url))

/** A repository whose only packages are its own, so that npm installs it without a network. */
const writeRepository = async (root: string, workspaces: ReadonlyArray<string>) => {
  const manifest = { name: "tiny", version: "1.0.0", workspaces: ["packages/*"] }
  const packages: Record<string, unknown> = { "": manifest }
  for (const name of workspaces) {
    const folder = `packages/${name}`
    await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, folder, "package.json"), JSON.stringify({ name, version: "1.0.0" }))
    packages[`node_modules/${name}`] = { resolved: folder, link: true }
    packages[folder] = { version: "1.0.0" }
  }
  await writeFile(join(root, "package.json"), JSON.stringify(manifest))
  const lock = { name: "tiny", version: "1.0.0", lockfileVersion: 3, requires: true, packages }
  await writeFile(join(root, "package-lock.json"), JSON.stringify(lock))
}

const repositoryOf = (...workspaces: ReadonlyArray<string>) =>
  Effect.tap(temporaryFolder, (root) => Effect.promise(() => writeRepository(root, workspaces)))

/** Gets a repository ready in a process of its own; answers with what that printed. */
const getReady = Effect.fnUntraced(function* (root: string, env: NodeJS.ProcessEnv = {}) {
  const code = `import(${JSON.stringify(script("install.mjs"))}).then((m) => m.orExplain(() => m.ready(${JSON.stringify(root)})))`
  const child = yield* startCommand(process.execPath, ["-e", code], { env: { ...process.env, ...env } })
  const { code: exitCode } = yield* child.ended
  return { exitCode, output: child.output(), errors: child.errors() }
})

describe("getting ready", () => {
  it.live("run.mjs installs once, says so, and again only when the lockfile changes", () =>
    Effect.gen(function* () {
      const root = yield* repositoryOf("a")
      const first = yield* getReady(root)
      assert.match(first.output, /Installing the dependencies[^]*Installed in [\d.]+ s/)
      assert.isTrue(existsSync(join(root, "node_modules", "a")))
      assert.strictEqual((yield* getReady(root)).output, "")
      yield* Effect.promise(() => writeRepository(root, ["a", "b"]))
      assert.include((yield* getReady(root)).output, "Installed in")
      assert.isTrue(existsSync(join(root, "node_modules", "b")))
    })
  )

  it.live("run.mjs accepts what was installed by npm by hand", () =>
    Effect.gen(function* () {
      const root = yield* repositoryOf("a")
      const npm = yield* startCommand("npm", ["ci", "--offline"], { cwd: root })
      assert.deepStrictEqual(yield* npm.ended, { code: 0, signal: null })
      assert.strictEqual((yield* getReady(root)).output, "")
    })
  )

  it.live("run.mjs installs once when two processes start together", () =>
    Effect.gen(function* () {
      const root = yield* repositoryOf("a")
      const both = yield* Effect.all([getReady(root), getReady(root)], { concurrency: 2 })
      assert.deepStrictEqual(
        both.map(({ exitCode }) => exitCode),
        [0, 0]
      )
      assert.lengthOf(
        both.filter(({ output }) => output.includes("Installed in")),
        1
      )
    })
  )

  it.live("run.mjs reports that npm failed, and what to do", () =>
    Effect.gen(function* () {
      const root = yield* repositoryOf("a")
      yield* Effect.promise(() => writeFile(join(root, "package-lock.json"), "{}"))
      const failed = yield* getReady(root)
      assert.strictEqual(failed.exitCode, 1)
      assert.include(failed.errors, "The dependencies could not be installed: npm ended with code 1.")
      assert.isFalse(existsSync(join(root, "node_modules", ".installed")))
    })
  )
})

describe("running a file", () => {
  const program = fileURLToPath(new URL("./programs/waiter.ts", import.meta.url))

  it.live("run.mjs passes a program its arguments, its exit code and the Node of the project", () =>
    Effect.gen(function* () {
      const child = yield* startCommand("node", [script("run.mjs"), program, "exit", "7", "--flag"])
      assert.deepStrictEqual(yield* child.ended, { code: 7, signal: null })
      assert.match(child.output(), /^v24\.\d+\.\d+ exit 7 --flag\n$/)
    })
  )

  it.live("run.mjs passes a signal on once, and waits for the program to end in its own way", () =>
    Effect.gen(function* () {
      const child = yield* startCommand("node", [script("run.mjs"), program, "drain"])
      yield* child.lines(1)
      assert.deepStrictEqual(yield* child.kill("SIGTERM"), { code: 3, signal: null })
      assert.strictEqual(child.output().split("SIGTERM").length, 2)
    })
  )

  it.live("run.mjs dies of the signal that its program died of", () =>
    Effect.gen(function* () {
      const child = yield* startCommand("node", [script("run.mjs"), program, "wait"])
      yield* child.lines(1)
      assert.deepStrictEqual(yield* child.kill("SIGTERM"), { code: null, signal: "SIGTERM" })
    })
  )

  it.live("run.mjs stops its program when npm's shell dies of a signal", () =>
    Effect.gen(function* () {
      const command = `node "$0" "$1" drain; exit`
      const shell = yield* startCommand("sh", ["-c", command, script("run.mjs"), program], {
        env: { ...process.env, npm_lifecycle_event: "start" }
      })
      yield* shell.lines(1)
      yield* shell.kill("SIGTERM")
      assert.include(shell.output(), "SIGTERM")
    })
  )
})
