import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileExclusive } from "../../../packages/client-sdk/src/cli/Lock.ts"
import { temporaryFolder } from "../../support/Temporary.ts"

describe("the lock of a session", () => {
  it.live("the lock of a session lets one holder in at a time, and leaves nothing behind", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "sessions.lock")
      // Each has turns of its own: only the file keeps them apart.
      const holders = Array.from({ length: 4 }, () => fileExclusive(path))
      let inside = 0
      let most = 0
      const task = async () => {
        inside += 1
        most = Math.max(most, inside)
        for (let turn = 0; turn < 5; turn++) await new Promise((resume) => setImmediate(resume))
        inside -= 1
      }
      yield* Effect.promise(() =>
        Promise.all([
          ...holders.flatMap((holder) => [holder("", task), holder("", task)]),
          holders[0]!("", () => Promise.reject(new Error("fails"))).catch(() => undefined)
        ])
      )
      assert.strictEqual(most, 1)
      assert.isFalse(existsSync(path))
    }).pipe(Effect.scoped)
  )

  it.live("the lock of a session that a dead process left behind is broken", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const path = join(folder, "sessions.lock")
      const { pid } = spawnSync(process.execPath, ["--eval", ""])
      yield* Effect.promise(() => writeFile(path, String(pid)))
      const answer = yield* Effect.promise(() => fileExclusive(path)("", async () => "in"))
      assert.strictEqual(answer, "in")
      assert.isFalse(existsSync(path))
      assert.isFalse(existsSync(`${path}.${process.pid}`))
    }).pipe(Effect.scoped)
  )
})
