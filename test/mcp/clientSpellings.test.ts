import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import {
  authorize,
  codeFor,
  exchange,
  form,
  interactionOf,
  makeMcpApp,
  refresh,
  register,
  withoutMcpLimits
} from "../support/mcp.ts"
import { password } from "../support/people.ts"
import { testApp } from "../support/TestApp.ts"
import { call } from "../support/wire.ts"

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("what clients send", (it) => {
  it.effect("a client registers with whatever method of authentication, and is answered none and no secret", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      for (const token_endpoint_auth_method of [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "",
        7
      ]) {
        const { body, status } = yield* call("POST", `${path}/oauth/register`, {
          body: {
            redirect_uris: ["https://a.example/"],
            token_endpoint_auth_method,
            grant_types: ["implicit"],
            response_types: ["token"],
            scope: "admin",
            application_type: "native"
          }
        })
        assert.deepStrictEqual([status, body.token_endpoint_auth_method], [201, "none"])
        assert.notProperty(body, "client_secret")
        assert.deepStrictEqual(body.grant_types, ["authorization_code", "refresh_token"])
      }
    })
  )

  it.effect("a client of an app on a device registers its own scheme, and is answered there", () =>
    Effect.gen(function* () {
      const { app, endpoint, path, user } = yield* makeMcpApp
      const redirect_uri = "com.example.app:/back?from=fleet"
      const made = yield* call("POST", `${path}/oauth/register`, { body: { redirect_uris: [redirect_uri] } })
      assert.deepInclude(made.body, { client_name: "com.example.app", redirect_uris: [redirect_uri] })
      const { client_id } = made.body
      const wrong = yield* authorize(path, { client_id, redirect_uri, code_challenge: "short", state: "s" })
      assert.match(wrong.headers.get("location")!, /^com\.example\.app:\/back\?from=fleet&error=invalid_request&/)
      assert.strictEqual((yield* authorize(path, { client_id, redirect_uri: "com.example.app:/" })).status, 400)
      const id = interactionOf(yield* authorize(path, { client_id, redirect_uri, state: "s" }))
      const shown = yield* call("GET", `/api/client/mcp/interactions/${id}`)
      assert.strictEqual(shown.body.redirect_host, "com.example.app:")
      const page = `/app/${app.identifier}/mcp/${id}`
      const signedIn = yield* form(`${page}/password`, { email: user.email, password })
      const cookie = signedIn.headers.getSetCookie()[0]!.split(";", 1)[0]!
      const consent = yield* call("GET", page, { headers: { cookie } })
      assert.include(consent.body, "opens an app on this device")
      assert.include(consent.body, "<strong>com.example.app:</strong>")
      assert.include(consent.headers.get("content-security-policy"), "form-action 'self' com.example.app:;")
      const allowed = yield* form(`${page}/consent`, { decision: "approve" }, { cookie })
      const location = new URL(allowed.headers.get("location")!)
      assert.strictEqual(location.protocol + location.pathname, "com.example.app:/back")
      assert.strictEqual(location.searchParams.get("iss"), endpoint)
      const code = location.searchParams.get("code")!
      assert.strictEqual((yield* exchange(path, client_id, code, { redirect_uri })).status, 200)
    })
  )

  it.effect("a client names the endpoint with a final slash and with the guide's own queries, to the end", () =>
    Effect.gen(function* () {
      const { endpoint, path, user } = yield* makeMcpApp
      const client_id = yield* register(path)
      for (const resource of [
        `${endpoint}/`,
        `${endpoint}?read_only=true`,
        `${endpoint}?robot=00000000-0000-4000-8000-000000000000&read_only=true`,
        `${endpoint}/?read_only=true`,
        `${endpoint}?`
      ]) {
        const code = yield* codeFor(path, client_id, user.token, { resource })
        const { body, status } = yield* exchange(path, client_id, code, { resource })
        assert.strictEqual(status, 200, resource)
        assert.strictEqual(claimsOf(body.access_token).aud, endpoint)
        const fresh = yield* refresh(path, client_id, body.refresh_token, { resource })
        assert.strictEqual(fresh.status, 200, resource)
        assert.strictEqual(claimsOf(fresh.body.access_token).aud, endpoint)
      }
    })
  )

  it.effect("a client's unknown scopes are left out, at its authorization and at a refresh", () =>
    Effect.gen(function* () {
      const { path, user } = yield* makeMcpApp
      const client_id = yield* register(path)
      const both = "robots:read robots:control"
      for (const [scope, given] of [
        ["robots:read admin", "robots:read"],
        ["openid robots:control offline_access", "robots:control"],
        ["openid offline_access", both],
        ["", both],
        [" ", both],
        ["ROBOTS:READ", both]
      ] as const) {
        const code = yield* codeFor(path, client_id, user.token, { scope })
        const { body } = yield* exchange(path, client_id, code)
        assert.strictEqual(body.scope, given, scope)
        for (const [again, kept] of [
          ["openid", given],
          ["", given],
          [`${given} openid`, given]
        ] as const) {
          const fresh = yield* refresh(path, client_id, body.refresh_token, { scope: again })
          assert.deepStrictEqual([fresh.status, fresh.body.scope], [200, kept], again)
          body.refresh_token = fresh.body.refresh_token
        }
        if (given !== "robots:read") continue
        const wider = yield* refresh(path, client_id, body.refresh_token, { scope: "openid robots:control" })
        assert.deepStrictEqual([wider.status, wider.body.error], [400, "invalid_scope"])
      }
    })
  )
})
