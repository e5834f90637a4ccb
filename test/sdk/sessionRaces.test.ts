import { assert, describe, it, vi } from "@effect/vitest"
import { createClient, type SessionEvent } from "../../packages/client-sdk/src/index.ts"
import { type FakeService, identity, tokens } from "./support/FakeService.ts"
import { credentials, rotating, start } from "./support/rotating.ts"

type Handler = Parameters<FakeService["on"]>[1]

/** Answers a route only once it is released; `asked` is when the request has come. */
const held = (service: FakeService, route: string, answer: Handler) => {
  const asked = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  service.on(route, async (request) => {
    asked.resolve()
    await gate.promise
    return answer(request)
  })
  return { asked: asked.promise, release: gate.resolve }
}

describe("a session beside its refresh", () => {
  it("a session beside its refresh stays ended when it is signed out of while a refresh is under way", async () => {
    await using service = await start(() => 1)
    const refresh = held(service, "POST /api/client/refresh", rotating(() => 900).refresh)
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    const events: Array<SessionEvent> = []
    fleet.auth.onChange((event) => events.push(event))
    const call = fleet.request("clientAuth.me").catch(() => {})
    await refresh.asked
    const signedOut = fleet.auth.signOut()
    refresh.release()
    await Promise.all([call, signedOut])
    assert.isNull(await fleet.auth.session())
    assert.deepStrictEqual(events, ["refreshed", "signed_out"])
    const logout = service.seen.find(({ path }) => path.endsWith("logout"))
    assert.deepStrictEqual(logout?.body, { refresh_token: "refresh-2" })
  })

  it("a session beside its refresh is the newer one when somebody else signs in while a refresh is under way", async () => {
    await using service = await start(() => 1)
    const refresh = held(service, "POST /api/client/refresh", rotating(() => 900).refresh)
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    const call = fleet.request("clientAuth.me").catch(() => {})
    await refresh.asked
    service.on("GET /api/client/me", () => [200, { ...identity, email: "bob@example.com" }])
    const asking = service.count("GET /api/client/me")
    const other = fleet.auth.useTokens(tokens(7))
    await vi.waitUntil(() => service.count("GET /api/client/me") > asking, { timeout: 60_000 })
    await fleet.request("health.healthz")
    refresh.release()
    await Promise.all([call, other])
    const session = await fleet.auth.session()
    assert.strictEqual(session?.user.email, "bob@example.com")
    assert.strictEqual(session?.refreshToken, "refresh-7")
  })

  it("a session beside its refresh goes on with the tokens of a password change, and refreshes none beside it", async () => {
    await using service = await start(() => 1)
    const changing = held(service, "POST /api/client/password/change", () => [200, tokens(9)])
    using fleet = createClient({ baseUrl: service.baseUrl, app: "demo" })
    await fleet.auth.signInWithPassword(credentials)
    const change = fleet.auth.account.changePassword({ currentPassword: "old password", newPassword: "new password" })
    await changing.asked
    service.on("GET /api/client/me", ({ headers }) =>
      headers.authorization === "Bearer access-9"
        ? [200, identity]
        : [401, { code: "token_expired", message: "Expired." }]
    )
    const asking = service.count("GET /api/client/me")
    const call = fleet.request("clientAuth.me")
    await vi.waitUntil(() => service.count("GET /api/client/me") > asking, { timeout: 60_000 })
    await fleet.request("health.healthz")
    changing.release()
    await change
    await call
    assert.strictEqual((await fleet.auth.session())?.refreshToken, "refresh-9")
    assert.deepStrictEqual(
      service.seen.filter(({ method }) => method === "POST").map(({ path }) => path),
      ["/api/client/login", "/api/client/refresh", "/api/client/password/change"]
    )
  })

  it.skipIf(globalThis.navigator?.locks === undefined)(
    "a session beside its refresh is not refreshed again by a tab that sees late what another one stored",
    async () => {
      await using service = await start(() => 1)
      const entries = new Map<string, string>()
      const storage = {
        get: (key: string) => entries.get(key) ?? null,
        set: (key: string, value: string) => void entries.set(key, value),
        remove: (key: string) => void entries.delete(key)
      }
      using one = createClient({ baseUrl: service.baseUrl, app: "demo", storage })
      await one.auth.signInWithPassword(credentials)
      // Looks four times at what was there before it sees the newest.
      const before = new Map(entries)
      let looks = 0
      const late = { ...storage, get: (key: string) => (++looks > 4 ? entries : before).get(key) ?? null }
      using other = createClient({ baseUrl: service.baseUrl, app: "demo", storage: late })
      await one.request("clientAuth.me")
      await other.request("clientAuth.me")
      assert.isAtLeast(looks, 5)
      assert.strictEqual(service.count("POST /api/client/refresh"), 1)
      assert.strictEqual((await other.auth.session())?.refreshToken, "refresh-2")
    }
  )
})
