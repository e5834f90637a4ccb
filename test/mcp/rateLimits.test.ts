import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { form, makeMcpApp, redirectUri } from "../support/mcp.ts"
import { makeAppUser, password } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { type Answer, call } from "../support/wire.ts"

const unknown = "00000000-0000-4000-8000-000000000000"

/** The statuses of so many calls, one after the other. */
const statuses = <R>(count: number, one: Effect.Effect<Answer, never, R>) =>
  Effect.map(Effect.replicateEffect(one, count), (answers) => answers.map(({ status }) => status))

layer(testApp(), { timeout: "120 seconds" })("the limits of an MCP authorization server", (it) => {
  it.effect("the limits of an MCP authorization server let ten registrations of an address through in a minute", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const other = yield* makeMcpApp
      const registered = (at: string) =>
        call("POST", `${at}/oauth/register`, { body: { redirect_uris: [redirectUri] } })
      assert.deepStrictEqual(yield* statuses(9, registered(path)), Array(9).fill(201))
      // All endpoints count together, and so do refusals.
      assert.strictEqual((yield* call("POST", `${other.path}/oauth/register`, { body: {} })).status, 400)
      const { body, headers, status } = yield* registered(other.path)
      assert.deepStrictEqual([status, body.code, typeof body.details.retry_after_ms], [429, "rate_limited", "number"])
      assert.isNull(headers.get("retry-after"))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* registered(path)).status, 201)
    })
  )

  it.effect("the limits of an MCP authorization server let sixty calls for tokens and revocations through", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1 minute")
      const { path } = yield* makeMcpApp
      const token = form(`${path}/oauth/token`, { grant_type: "refresh_token", refresh_token: "x", client_id: "x" })
      const revoke = form(`${path}/oauth/revoke`, { token: "x", client_id: "x" })
      assert.deepStrictEqual(yield* statuses(30, token), Array(30).fill(401))
      assert.deepStrictEqual(yield* statuses(30, revoke), Array(30).fill(401))
      for (const one of [token, revoke]) assert.strictEqual((yield* one).status, 429)
    })
  )

  it.effect(
    "the limits of an MCP authorization server let thirty decisions of a person through, on pages as well",
    () =>
      Effect.gen(function* () {
        yield* TestClock.adjust("1 minute")
        const { app, observe, owner, path, user } = yield* makeMcpApp
        const decide = (as: string, decision: string) =>
          call("POST", `/api/client/mcp/interactions/${unknown}/${decision}`, { as })
        assert.deepStrictEqual(yield* statuses(15, decide(user.token, "approve")), Array(15).fill(410))
        assert.deepStrictEqual(yield* statuses(15, decide(user.token, "deny")), Array(15).fill(410))
        assert.strictEqual((yield* decide(user.token, "deny")).status, 429)
        const other = yield* makeAppUser(owner.caller, app, observe.id)
        assert.strictEqual((yield* decide(other.token, "deny")).status, 410)

        const { body: client } = yield* call("POST", `${path}/oauth/register`, {
          body: { redirect_uris: [redirectUri] }
        })
        const query = new URLSearchParams({
          response_type: "code",
          client_id: client.client_id,
          redirect_uri: redirectUri,
          code_challenge: "c".repeat(43),
          code_challenge_method: "S256"
        })
        const begun = yield* call("GET", `${path}/oauth/authorize?${query}`)
        const page = new URL(begun.headers.get("location")!).pathname
        const signedIn = yield* form(`${page}/password`, { email: user.email, password })
        const cookie = signedIn.headers.getSetCookie()[0]!.split(";", 1)[0]!
        const refused = yield* call("POST", `${page}/consent`, { body: { decision: "approve" }, headers: { cookie } })
        assert.deepStrictEqual([refused.status, refused.body.code], [429, "rate_limited"])
        yield* TestClock.adjust("1 minute")
        const allowed = yield* call("POST", `${page}/consent`, { body: { decision: "approve" }, headers: { cookie } })
        assert.isTrue(new URL(allowed.body.redirect_to).searchParams.has("code"))
      })
  )
})
