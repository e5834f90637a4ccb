import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { temporaryFolder } from "../support/Temporary.ts"

const hooks = join(import.meta.dirname, "../../scripts/hooks")

/** A repository of its own that uses this one's hooks. */
const repository = Effect.map(temporaryFolder, (folder) => {
  const git = (...args: ReadonlyArray<string>) => {
    const { status, stderr, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" })
    return { status, stderr, stdout }
  }
  git("init", "--quiet")
  git("config", "user.email", "test@example.com")
  git("config", "user.name", "Test")
  git("config", "core.hooksPath", hooks)
  return {
    git,
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    commit: () => git("commit", "--quiet", "--message", "Change")
  }
})

const unformatted = "export const a = {b:1}\n"
const formatted = "export const a = { b: 1 };\n"

describe("the pre-commit hook", () => {
  it.effect("the pre-commit hook formats what is staged, and says so", () =>
    Effect.gen(function* () {
      const { commit, git, write } = yield* repository
      write("a b.ts", unformatted)
      write("notes.md", "#   notes")
      git("add", ".")
      const { status, stderr } = commit()
      assert.strictEqual(status, 0, stderr)
      assert.include(stderr, "Formatted:\n  a b.ts")
      assert.strictEqual(git("show", "HEAD:a b.ts").stdout, formatted)
      assert.strictEqual(git("status", "--porcelain").stdout, "")
    }).pipe(Effect.scoped)
  )

  it.effect(
    "the pre-commit hook refuses a file that is staged in part and not formatted, and stages nothing of the rest",
    () =>
      Effect.gen(function* () {
        const { commit, git, write } = yield* repository
        write("a.ts", unformatted)
        git("add", ".")
        write("a.ts", `${unformatted}export const later = 1\n`)
        const { status, stderr } = commit()
        assert.strictEqual(status, 1)
        assert.include(stderr, "Staged in part and not formatted:\n  a.ts")
        assert.strictEqual(git("show", ":a.ts").stdout, unformatted)
      }).pipe(Effect.scoped)
  )

  it.effect("the pre-commit hook refuses what the linter refuses, and lets a commit without code through", () =>
    Effect.gen(function* () {
      const { commit, git, write } = yield* repository
      write(".oxlintrc.json", `{ "rules": { "no-console": "error" } }`)
      write("a.ts", 'console.log("left behind");\n')
      git("add", "a.ts")
      const { status, stderr, stdout } = commit()
      assert.strictEqual(status, 1)
      assert.include(stdout + stderr, "no-console")
      git("rm", "--quiet", "--cached", "a.ts")
      write("notes.md", "notes")
      git("add", "notes.md")
      assert.strictEqual(commit().status, 0)
    }).pipe(Effect.scoped)
  )
})
