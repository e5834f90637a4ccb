import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, FleetError, memoryStorage, type SessionEvent } from "../../packages/client-sdk/src/index.ts"
import type { Exclusive } from "../../packages/client-sdk/src/session/Tabs.ts"
import { identity, tokens } from "./support/FakeService.ts"
import { credentials, rotating, start } from "./support/rotating.ts"

/** One task at a time, as Web Locks give to the tabs of an origin. */
const fakeLock = (): Exclusive => {
  let last: Promise<unknown> = Promise.resolve()
  return (_name, task) => {
    const turn = last.then(task, task)
    last = turn.catch(() => {})
    return turn
  }
}

describe("a session", () => {
  it("a session is refreshed once by three tabs that make five calls each with an expired token", async () => {
    await using service = await start(() => 4)
    const storage = memoryStorage()
    const exclusive = fakeLock()
    const tabs = [1, 2, 3].map(() => createClient({ baseUrl: service.baseUrl, app: "demo", storage, exclusive }))
    await tabs[0]!.auth.signInWithPassword(credentials)

    const calls = tabs.flatMap((tab) => Array.from({ length: 5 }, () => tab.request("clientAuth.me")))
    const answers = await Promise.all(calls)

    assert.strictEqual(answers.length, 15)
    assert.strictEqual(service.count("POST /api/client/refresh"), 1)
    assert.strictEqual((await tabs[2]!.auth.session())?.accessToken, "access-2")
    for (const tab of tabs) tab.close()
  })

  it("a session ends when tabs without a lock spend one refresh token twice, which the lock is there for", async () => {
    await using service = await start(() => 4)
    const storage = memoryStorage()
    const unlocked: Exclusive = (_name, task) => task()
    const tabs = [1, 2].map(() => createClient({ baseUrl: service.baseUrl, app: "demo", storage, exclusive: unlocked }))
    await tabs[0]!.auth.signInWithPassword(credentials)
    const answers = await Promise.allSettled(tabs.map((tab) => tab.request("clientAuth.me")))
    assert.isTrue(answers.some(({ status }) => status === "rejected"))
    for (const tab of tabs) tab.close()
  })

  it("a session is refreshed with another tab's tokens where those are about to end too", async () => {
    await using service = await start(() => 900)
    service.on("POST /api/client/refresh", ({ body }) => {
      assert.deepStrictEqual(body, { refresh_token: "refresh-2" })
      return [200, tokens(3)]
    })
    const storage = memoryStorage()
    const key = `fleet:${service.baseUrl}:demo`
    const store = (number: number, leftMs: number) => {
      const { access_token: accessToken, refresh_token: refreshToken } = tokens(number)
      const session = { accessToken, refreshToken, expiresAt: Date.now() + leftMs, user: identity }
      return storage.set(key, JSON.stringify(session))
    }
    /** The other tab has its turn first. */
    const exclusive: Exclusive = async (_name, task) => {
      await store(2, 1_000)
      return task()
    }
    await store(1, 0)
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo", storage, exclusive })
    service.on("GET /api/client/me", ({ headers }) => [200, { ...identity, email: headers.authorization }])
    assert.strictEqual((await fleet.request("clientAuth.me")).email, "Bearer access-3")
    assert.strictEqual(service.count("POST /api/client/refresh"), 1)
  })

  it("a session tells listeners of sign-in, refresh and sign-out", async () => {
    await using service = await start(() => 1)
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    const events: Array<readonly [SessionEvent, string | null | undefined]> = []
    fleet.auth.onChange((event, session) => events.push([event, session?.user.email]))
    const step = await fleet.auth.signInWithPassword(credentials)
    assert.strictEqual(step.status, "signed_in")
    await fleet.request("clientAuth.me")
    await fleet.auth.signOut()
    assert.deepStrictEqual(events, [
      ["signed_in", "ann@example.com"],
      ["refreshed", "ann@example.com"],
      ["signed_out", undefined]
    ])
    assert.isNull(await fleet.auth.session())
    assert.deepStrictEqual(service.seen.at(-1)?.body, { refresh_token: "refresh-2" })
  })

  it("a session is over, and said to be, once the service answers token_revoked to a refresh", async () => {
    await using service = await start(() => 1)
    service.on("POST /api/client/refresh", () => [401, { code: "token_revoked", message: "Ended." }])
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    const events: Array<SessionEvent> = []
    await fleet.auth.signInWithPassword(credentials)
    fleet.auth.onChange((event) => events.push(event))
    const error = await fleet.request("clientAuth.me").catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("token_revoked"))
    assert.deepStrictEqual(events, ["signed_out"])
  })

  it("a session survives a refresh whose answer is lost, and does not send it again by itself", async () => {
    await using service = await start(() => 1)
    service.on("POST /api/client/refresh", () => "drop")
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    const error = await fleet.request("clientAuth.me", { retries: 0 }).catch((error: unknown) => error)
    assert.isTrue(FleetError.is(error) && error.is("network_error"))
    assert.strictEqual(service.count("POST /api/client/refresh"), 1)
    assert.isNotNull(await fleet.auth.session())
  })

  it("a session is not refreshed under a signal of the caller", async () => {
    await using service = await start(() => 1)
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    const controller = new AbortController()
    const refresh = rotating(() => 900).refresh
    service.on("POST /api/client/refresh", (request) => {
      controller.abort()
      return refresh(request)
    })
    await fleet.request("clientAuth.me", { signal: controller.signal }).catch(() => {})
    assert.strictEqual((await fleet.auth.session())?.refreshToken, "refresh-2")
  })

  it.each(["token_expired", "unauthorized"])("a session is renewed once when the service answers %s", async (code) => {
    await using service = await start()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    const before = service.seen.length
    service.on("GET /api/client/me", ({ headers }) =>
      headers.authorization === "Bearer access-1" ? [401, { code, message: "No longer." }] : [200, identity]
    )
    await fleet.request("clientAuth.me")
    assert.deepStrictEqual(
      service.seen.slice(before).map(({ path }) => path),
      ["/api/client/me", "/api/client/refresh", "/api/client/me"]
    )
  })

  it("a session ends once when the service answers token_revoked to calls, however many they are", async () => {
    await using service = await start()
    const revoked = [401, { code: "token_revoked", message: "Ended." }] as const
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    const events: Array<SessionEvent> = []
    fleet.auth.onChange((event) => events.push(event))
    service.on("GET /api/client/me", () => revoked)
    service.on("POST /api/client/refresh", () => revoked)
    const answers = await Promise.allSettled(Array.from({ length: 5 }, () => fleet.request("clientAuth.me")))
    for (const answer of answers) {
      if (answer.status === "fulfilled") return assert.fail("A call went through.")
      assert.oneOf((answer.reason as FleetError).code, ["token_revoked", "signed_out"])
    }
    assert.deepStrictEqual(events, ["signed_out"])
    assert.strictEqual(service.count("POST /api/client/refresh"), 1)
    assert.isNull(await fleet.auth.session())
  })

  it("a session keeps new recovery codes when nothing else can be asked after them", async () => {
    await using service = await start()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    service.on("GET /api/client/me", () => "drop")
    service.on("POST /api/client/two-factor/setup/confirm", () => [
      200,
      { recovery_codes: ["abcde-fghij"], session: tokens(3) }
    ])
    const done = await fleet.auth.account.confirmTwoFactor({ code: "123456" })
    assert.deepStrictEqual(done.recoveryCodes, ["abcde-fghij"])
    assert.strictEqual((await fleet.auth.session())?.user.two_factor_enabled, true)
    assert.strictEqual((await fleet.auth.session())?.refreshToken, "refresh-3")
  })

  it("a session is another one for a client in the same process with a storage of its own", async () => {
    await using service = await start()
    const [first, second] = [memoryStorage(), memoryStorage()]
    const options = { baseUrl: service.baseUrl, app: "demo" }
    using ann = createClient({ ...options, storage: first })
    using annToo = createClient({ ...options, storage: first })
    using bob = createClient({ ...options, storage: second })
    await ann.auth.useTokens(tokens(1))
    await bob.auth.useTokens(tokens(1))
    const heard: Array<SessionEvent> = []
    bob.auth.onChange((event) => heard.push(event))
    const told = new Promise<void>((resolve) => annToo.auth.onChange((event) => event === "signed_out" && resolve()))
    await ann.auth.signOut()
    await told
    await new Promise(setImmediate)
    assert.notInclude(heard, "signed_out")
    assert.isNotNull(await bob.auth.session())
  })

  it("a session is begun although a listener throws, and none where the storage holds something else", async () => {
    await using service = await start()
    const storage = memoryStorage()
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo", storage })
    const thrown: Array<unknown> = []
    const microtask = globalThis.queueMicrotask
    const watched = vi.spyOn(globalThis, "queueMicrotask").mockImplementation((task) =>
      microtask(() => {
        try {
          task()
        } catch (error) {
          thrown.push(error)
        }
      })
    )
    try {
      fleet.auth.onChange(() => {
        throw new Error("in the app")
      })
      await fleet.auth.signInWithPassword(credentials)
    } finally {
      watched.mockRestore()
    }
    assert.isNotNull(await fleet.auth.session())
    assert.deepStrictEqual(
      thrown.map((error) => (error as Error).message),
      ["in the app"]
    )
    await storage.set(`fleet:${service.baseUrl}:demo`, "not a session")
    assert.isNull(await fleet.auth.session())
  })

  it("a session is refused for a server key in a browser", () => {
    const browser = globalThis as { window?: unknown; document?: unknown }
    browser.window = browser.document = {}
    try {
      assert.throws(() => createClient({ baseUrl: "http://x", serverKey: "srv_x" }), /server key/i)
      assert.doesNotThrow(() =>
        createClient({ baseUrl: "http://x", serverKey: "srv_x", dangerouslyAllowBrowser: true })
      )
    } finally {
      delete browser.window
      delete browser.document
    }
  })
})
