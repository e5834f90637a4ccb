import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeOrg } from "../../../support/people.ts"
import { call, refusal } from "../../../support/wire.ts"
import {
  age,
  authorizePath,
  begin,
  codeOf,
  exchange,
  issuer,
  mailedCode,
  portalApp,
  post,
  redirectUri,
  show,
  signedInAs
} from "./world.ts"

const get = (
  parameters: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>> = {}
) => call("GET", authorizePath(parameters), { headers })

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("a console's authorization", (it) => {
  it.effect("a console's authorization redirects to the console's own addresses only", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const addresses = [
        undefined,
        "",
        `${redirectUri}/`,
        `${redirectUri}?x=1`,
        redirectUri.toUpperCase(),
        redirectUri.replace("127.0.0.1", "127.0.0.1.example.com"),
        "https://example.com/signed-in",
        "javascript:alert(1)"
      ]
      const before = (yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM oauth_interactions`)[0]!.n
      for (const redirect_uri of addresses) {
        const answer = yield* get({ redirect_uri })
        assert.strictEqual(answer.status, 400)
        assert.strictEqual(answer.body.error, "invalid_request")
        assert.isNull(answer.headers.get("location"))
        assert.deepStrictEqual(answer.headers.getSetCookie(), [])
      }
      for (const client_id of [undefined, "", "Console", "mcp"]) {
        assert.strictEqual((yield* get({ client_id })).body.error, "invalid_request")
      }
      for (const twice of ["client_id=console", `redirect_uri=${encodeURIComponent(redirectUri)}`]) {
        const answer = yield* call("GET", `${authorizePath()}&${twice}`)
        assert.deepStrictEqual([answer.status, answer.headers.get("location")], [400, null])
      }
      const page = yield* get({ redirect_uri: "https://example.com" }, { accept: "text/html" })
      assert.strictEqual(page.status, 400)
      assert.match(page.headers.get("content-type")!, /text\/html/)
      assert.notInclude(page.body, "example.com")
      assert.strictEqual((yield* sql<{ n: number }>`SELECT count(*)::int AS n FROM oauth_interactions`)[0]!.n, before)
    })
  )

  it.effect("a console's authorization answers the console other errors of its request", () =>
    Effect.gen(function* () {
      const wrongs = [
        [{ response_type: "token" }, "unsupported_response_type"],
        [{ response_type: undefined }, "invalid_request"],
        [{ state: "short" }, "invalid_request"],
        [{ state: "s".repeat(513) }, "invalid_request"],
        [{ state: undefined }, "invalid_request"],
        [{ code_challenge: undefined }, "invalid_request"],
        [{ code_challenge: "c".repeat(42) }, "invalid_request"],
        [{ code_challenge: "c".repeat(129) }, "invalid_request"],
        [{ code_challenge: `${"c".repeat(43)}=` }, "invalid_request"],
        [{ code_challenge_method: "plain" }, "invalid_request"],
        [{ code_challenge_method: undefined }, "invalid_request"],
        [{ prompt: "none" }, "invalid_request"]
      ] as const
      for (const [parameters, error] of wrongs) {
        const answer = yield* get(parameters)
        assert.strictEqual(answer.status, 302)
        const url = new URL(answer.headers.get("location")!)
        assert.strictEqual(`${url.origin}${url.pathname}`, redirectUri)
        assert.strictEqual(url.searchParams.get("error"), error, JSON.stringify(parameters))
        assert.strictEqual(url.searchParams.get("iss"), issuer)
        const sent = "state" in parameters ? parameters.state : "state-of-8"
        assert.strictEqual(url.searchParams.get("state"), sent !== undefined && sent.length <= 512 ? sent : null)
        assert.isNull(url.searchParams.get("code"))
      }
      const repeated = yield* call("GET", `${authorizePath()}&state=another-state`)
      const url = new URL(repeated.headers.get("location")!)
      assert.deepStrictEqual([url.searchParams.get("error"), url.searchParams.get("state")], ["invalid_request", null])
    })
  )

  it.effect("a console's authorization gives each sign-in a cookie of its own, which no script reads", () =>
    Effect.gen(function* () {
      const [first, second] = [yield* get({}), yield* get({ unknown: "ignored" })]
      for (const answer of [first, second]) {
        const [cookie] = answer.headers.getSetCookie()
        assert.match(cookie!, /^portal-[0-9a-f-]{36}=[A-Za-z0-9_-]{43};/)
        for (const part of ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=600"]) assert.include(cookie, part)
        assert.notInclude(cookie, "Secure")
        assert.notInclude(cookie, "Domain")
        assert.strictEqual(answer.headers.get("cache-control"), "no-store")
      }
      assert.notStrictEqual(first.headers.getSetCookie()[0], second.headers.getSetCookie()[0])
      assert.match(
        (yield* get({ prompt: "create" })).headers.get("location")!,
        /^\/console\/oauth\/signup\/[0-9a-f-]{36}$/
      )
    })
  )

  it.effect("a console's authorization forgets the oldest of many sign-ins of one browser", () =>
    Effect.gen(function* () {
      const cookie = Array.from({ length: 12 }, (_, at) => `portal-${at}=x`).join("; ")
      const given = (yield* get({}, { cookie })).headers.getSetCookie()
      assert.deepStrictEqual(
        given.slice(1).map((each) => each.split("=")[0]),
        ["portal-0", "portal-1", "portal-2"]
      )
    })
  )

  it.effect("a console's authorization belongs to the browser that began it", () =>
    Effect.gen(function* () {
      const { developer } = yield* makeOrg
      const [flow, foreign] = [yield* begin(), yield* begin()]
      const crossed = `${flow.cookie.split("=")[0]}=${foreign.cookie.split("=")[1]}`
      const steps = [
        ["identify", { email: developer.email }],
        ["code", { code: "123456" }],
        ["passkey/options", {}],
        ["passkey", { credential: {} }],
        ["two-factor", { code: "123456" }],
        ["two-factor/setup/totp", {}],
        ["two-factor/setup/totp/confirm", { code: "123456" }],
        ["two-factor/setup/passkey/options", {}],
        ["two-factor/setup/passkey", { name: "Key", credential: {} }],
        ["two-factor/setup/done", {}]
      ] as const
      for (const [step, body] of steps) {
        for (const cookie of [null, foreign.cookie, crossed]) {
          assert.deepStrictEqual(refusal(yield* post(flow, step, body, cookie)), [401, "wrong_browser"], step)
        }
        const nobody = { ...flow, id: "00000000-0000-4000-8000-000000000000" }
        assert.deepStrictEqual(refusal(yield* post(nobody, step, body)), [410, "token_spent"], step)
        const origin = yield* call("POST", `/console/oauth/${step}`, {
          body: { interaction: flow.id, ...body },
          headers: { cookie: flow.cookie, origin: "https://example.com" }
        })
        assert.deepStrictEqual(refusal(origin), [403, "forbidden"], step)
        assert.strictEqual((yield* post({ ...flow, id: "x" }, step, body)).body.details.field, "interaction")
        assert.strictEqual((yield* post(flow, step, { ...body, extra: 1 })).body.details.rule, "unknown")
      }
      assert.strictEqual((yield* show({ ...flow, cookie: foreign.cookie }, `interaction/${flow.id}`)).status, 401)
      for (const id of ["x", "%22", "00000000-0000-4000-8000-000000000000"]) {
        assert.strictEqual((yield* show(flow, `interaction/${id}`)).status, 410)
      }
    })
  )
})

layer(portalApp({ portalUrl: "https://portal.example.com" }), { excludeTestServices: true, timeout: "60 seconds" })(
  "a portal with https",
  (it) => {
    it.effect("a portal with https keeps its cookies to itself", () =>
      Effect.gen(function* () {
        const [cookie] = (yield* get({})).headers.getSetCookie()
        assert.match(cookie!, /^__Host-portal-/)
        assert.include(cookie, "Secure")
        assert.include(cookie, "Path=/")
        assert.notInclude(cookie, "Domain")
        const flow = yield* begin()
        assert.strictEqual((yield* post(flow, "passkey/options")).status, 200)
      })
    )
  }
)

layer(portalApp(), { excludeTestServices: true, timeout: "60 seconds" })("a console's code", (it) => {
  const signIn = Effect.gen(function* () {
    const { developer } = yield* makeOrg
    const flow = yield* begin()
    const answer = yield* post(flow, "code", { code: yield* mailedCode(flow, developer.email) })
    return { answer, code: codeOf(flow, answer), developer, flow }
  })
  const invalidGrant = { error: "invalid_grant", error_description: "The code is not good, or not for this." }

  it.effect("a console's code gives a session once; used again, it ends that session", () =>
    Effect.gen(function* () {
      const { answer, code, developer, flow } = yield* signIn
      const tokens = yield* signedInAs(flow, answer, developer.email)
      const again = yield* exchange(flow, code)
      assert.deepStrictEqual([again.status, again.body], [400, invalidGrant])
      assert.strictEqual(again.headers.get("cache-control"), "no-store")
      const me = yield* call("GET", "/api/auth/me", { as: tokens.access_token })
      assert.deepStrictEqual(refusal(me), [401, "token_revoked"])
      const refreshed = yield* call("POST", "/api/auth/refresh", { body: { refresh_token: tokens.refresh_token } })
      assert.deepStrictEqual(refusal(refreshed), [401, "token_revoked"])
    })
  )

  it.effect("a console's code is given to one of fifty at once", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { code, developer, flow } = yield* signIn
      const answers = yield* Effect.forEach(Array.from({ length: 50 }), () => exchange(flow, code), {
        concurrency: "unbounded"
      })
      assert.strictEqual(answers.filter(({ status }) => status === 200).length, 1)
      const open = yield* sql`
        SELECT FROM session_families
        WHERE subject_id = ${developer.caller.id} AND ended_at IS NULL AND id <> ${developer.caller.sessionId}`
      assert.strictEqual(open.length, 0)
    })
  )

  it.effect("a console's code is nothing without its verifier, its address and its minute", () =>
    Effect.gen(function* () {
      for (const changed of [{ code_verifier: "x".repeat(43) }, { redirect_uri: "https://example.com/" }]) {
        const { code, flow } = yield* signIn
        assert.strictEqual((yield* exchange(flow, code, changed)).body.error, "invalid_grant")
        assert.strictEqual((yield* exchange(flow, code)).body.error, "invalid_grant")
      }
      const { code, flow } = yield* signIn
      yield* age("oauth_codes", ["expires_at"], 60)
      assert.strictEqual((yield* exchange(flow, code)).body.error, "invalid_grant")
      assert.strictEqual((yield* exchange(flow, "unknown")).body.error, "invalid_grant")
    })
  )

  it.effect("a console's code dies when the person's sessions are ended before it is used", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { code, developer, flow } = yield* signIn
      yield* sql`UPDATE developers SET token_version = token_version + 1 WHERE id = ${developer.caller.id}`
      assert.strictEqual((yield* exchange(flow, code)).body.error, "invalid_grant")
    })
  )

  it.effect("a console's code is refused in OAuth's own words", () =>
    Effect.gen(function* () {
      const { code, flow } = yield* signIn
      const wrongs = [
        [{ grant_type: "refresh_token" }, 400, "unsupported_grant_type"],
        [{ grant_type: undefined }, 400, "invalid_request"],
        [{ client_id: "other" }, 401, "invalid_client"],
        [{ client_id: undefined }, 400, "invalid_request"],
        [{ code: undefined }, 400, "invalid_request"],
        [{ code: 5 }, 400, "invalid_request"],
        [{ code_verifier: "short" }, 400, "invalid_request"]
      ] as const
      for (const [changed, status, error] of wrongs) {
        const answer = yield* exchange(flow, code, changed)
        assert.deepStrictEqual([answer.status, answer.body.error], [status, error], JSON.stringify(changed))
        assert.isUndefined(answer.body.code)
      }
      for (const body of ["", "{", "[]", "null", `{"code":"\\u0000"}`, "x".repeat(3_000_000)]) {
        const answer = yield* call("POST", "/console/oauth/token", { body })
        assert.deepStrictEqual([answer.status, answer.body.error], [400, "invalid_request"], body.slice(0, 20))
      }
      // None of these spent it; more keys are ignored, and a form is as good as JSON.
      const form = new URLSearchParams({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        client_id: "console",
        code_verifier: flow.verifier,
        scope: "all"
      })
      const answer = yield* call("POST", "/console/oauth/token", {
        body: form.toString(),
        headers: { "content-type": "application/x-www-form-urlencoded", origin: "http://localhost:8787" }
      })
      assert.strictEqual(answer.status, 200)
      assert.deepStrictEqual(Object.keys(answer.body).sort(), [
        "access_token",
        "expires_in",
        "refresh_token",
        "token_type"
      ])
      assert.strictEqual(answer.headers.get("access-control-allow-origin"), "http://localhost:8787")
    })
  )
})
