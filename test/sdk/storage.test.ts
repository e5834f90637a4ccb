import { assert, describe, it } from "@effect/vitest"
import { browserStorage, createClient } from "@fleet/sdk"
import { fileStorage } from "@fleet/sdk/node"
import { mkdtemp, readdir, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FakeService, identity, tokens } from "./support/FakeService.ts"

describe("a stored session", () => {
  it("a stored session in a file is found by the next process, readable by its owner only, and gone after sign-out", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fleet-sdk-"))
    try {
      const path = join(folder, "deep", "session.json")
      await using service = await FakeService.start({
        "POST /api/client/login": () => [200, tokens(1)],
        "GET /api/client/me": () => [200, identity],
        "POST /api/client/logout": () => [204]
      })
      const options = { baseUrl: service.baseUrl, app: "demo" }
      using first = createClient({ ...options, storage: fileStorage(path) })
      await first.auth.signInWithPassword({ email: "ann@example.com", password: "correct horse battery" })
      assert.strictEqual((await stat(path)).mode & 0o777, 0o600)
      using second = createClient({ ...options, storage: fileStorage(path) })
      assert.strictEqual((await second.auth.session())?.user.email, "ann@example.com")
      await second.auth.signOut()
      assert.isNull(await first.auth.session())
      assert.deepStrictEqual(await readdir(join(folder, "deep")), [])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it("a stored session in a browser is kept in the given area", () => {
    const entries = new Map<string, string>()
    const storage = browserStorage({
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key)
    })
    void storage.set("key", "value")
    assert.strictEqual(storage.get("key"), "value")
    void storage.remove("key")
    assert.isNull(storage.get("key"))
  })
})
