import { assert, describe, it, vi } from "@effect/vitest"
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

  /** An area with room for so many characters. */
  const anArea = (room: number) => {
    const entries = new Map<string, string>()
    const used = () => [...entries.values()].reduce((sum, { length }) => sum + length, 0)
    return {
      entries,
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => {
        const before = entries.get(key)?.length ?? 0
        if (used() - before + value.length > room) throw new DOMException("full", "QuotaExceededError")
        entries.set(key, value)
      },
      removeItem: (key: string) => void entries.delete(key)
    }
  }

  it("a stored session in a full browser is kept for the tab, and one of before does not stay", () => {
    const [shared, own] = [anArea(10), anArea(100)]
    vi.stubGlobal("localStorage", shared)
    vi.stubGlobal("sessionStorage", own)
    try {
      const storage = browserStorage()
      void storage.set("key", "0123456789")
      void storage.set("key", "a longer one")
      assert.strictEqual(storage.get("key"), "a longer one")
      assert.isFalse(shared.entries.has("key"))
      // The page that comes back from the portal is another one.
      assert.strictEqual(browserStorage().get("key"), "a longer one")
      void storage.remove("key")
      assert.isNull(browserStorage().get("key"))
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it("a stored session in a browser that forbids storage lasts as long as the page", () => {
    const forbidden = {
      get: (): never => {
        throw new DOMException("forbidden", "SecurityError")
      },
      configurable: true
    }
    const before = Object.getOwnPropertyDescriptors(globalThis)
    Object.defineProperty(globalThis, "localStorage", forbidden)
    Object.defineProperty(globalThis, "sessionStorage", forbidden)
    try {
      const storage = browserStorage()
      void storage.set("key", "value")
      assert.strictEqual(storage.get("key"), "value")
      void storage.remove("key")
      assert.isNull(storage.get("key"))
    } finally {
      for (const name of ["localStorage", "sessionStorage"] as const)
        if (before[name] === undefined) Reflect.deleteProperty(globalThis, name)
        else Object.defineProperty(globalThis, name, before[name])
    }
  })
})
