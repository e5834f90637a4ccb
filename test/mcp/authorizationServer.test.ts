import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  authorize,
  baseUrl,
  form,
  interactionOf,
  locationOf,
  makeMcpApp,
  register,
  withoutMcpLimits
} from "../support/mcp.ts"
import { testApp } from "../support/TestApp.ts"
import { call, refusal } from "../support/wire.ts"

const documentsOf = (path: string) => ({
  resource: [`/.well-known/oauth-protected-resource${path}`, `${path}/.well-known/oauth-protected-resource`],
  server: [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    `${path}/.well-known/oauth-authorization-server`,
    `${path}/.well-known/openid-configuration`
  ]
})

layer(testApp({ rateLimits: withoutMcpLimits }), { timeout: "120 seconds" })("an app's authorization server", (it) => {
  it.effect("an app's authorization server describes itself at every address that clients ask", () =>
    Effect.gen(function* () {
      const { app, endpoint, path } = yield* makeMcpApp
      const { resource, server } = documentsOf(path)
      for (const document of resource) {
        const { body, headers } = yield* call("GET", document, { headers: { origin: "https://any.example" } })
        assert.deepStrictEqual(body, {
          resource: endpoint,
          authorization_servers: [endpoint],
          scopes_supported: ["robots:read", "robots:control"],
          bearer_methods_supported: ["header"],
          resource_name: app.name
        })
        assert.strictEqual(headers.get("access-control-allow-origin"), "*")
      }
      for (const document of server) {
        const { body, headers } = yield* call("GET", document)
        assert.deepStrictEqual(body, {
          issuer: endpoint,
          authorization_endpoint: `${endpoint}/oauth/authorize`,
          token_endpoint: `${endpoint}/oauth/token`,
          registration_endpoint: `${endpoint}/oauth/register`,
          revocation_endpoint: `${endpoint}/oauth/revoke`,
          scopes_supported: ["robots:read", "robots:control"],
          response_types_supported: ["code"],
          response_modes_supported: ["query"],
          grant_types_supported: ["authorization_code", "refresh_token"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
          revocation_endpoint_auth_methods_supported: ["none"],
          client_id_metadata_document_supported: true,
          authorization_response_iss_parameter_supported: true
        })
        assert.strictEqual(headers.get("cache-control"), "no-store")
      }
    })
  )

  it.effect("an app's authorization server is not there while MCP is off, nor for an unknown app", () =>
    Effect.gen(function* () {
      const { app, path } = yield* makeMcpApp
      const sql = yield* SqlClient.SqlClient
      const client_id = yield* register(path)
      const id = interactionOf(yield* authorize(path, { client_id }))
      yield* sql`UPDATE apps SET mcp_enabled = false WHERE id = ${app.id}`
      for (const at of [path, "/mcp/no_such_app", "/mcp/NO"]) {
        const { resource, server } = documentsOf(at)
        for (const document of [...resource, ...server, `${at}/oauth/authorize?client_id=x`]) {
          assert.deepStrictEqual(refusal(yield* call("GET", document)), [404, "not_found"])
        }
        for (const action of ["register", "token", "revoke"]) {
          assert.deepStrictEqual(refusal(yield* form(`${at}/oauth/${action}`, {})), [404, "not_found"])
        }
      }
      const gone = yield* call("GET", `/api/client/mcp/interactions/${id}`)
      assert.deepStrictEqual(refusal(gone), [404, "not_found"])
    })
  )

  it.effect("a client registers with https and loopback addresses alone, and gets no secret", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const uris = ["http://localhost:1234/cb", "http://[::1]/cb", "http://127.0.0.1/cb", "https://a.example/?b=c"]
      const made = yield* call("POST", `${path}/oauth/register`, {
        body: { redirect_uris: [...uris, uris[0]], scope: "robots:read", application_type: "native", extra: true }
      })
      assert.strictEqual(made.status, 201)
      assert.deepInclude(made.body, {
        client_name: "localhost:1234",
        redirect_uris: uris,
        token_endpoint_auth_method: "none",
        client_secret_expires_at: 0
      })
      assert.notProperty(made.body, "client_secret")
      for (const uri of [
        "http://a.example/cb",
        "javascript:alert(1)",
        "mailto:a@a.example",
        "https://a.example/#top",
        "https://user@a.example/",
        "http://127.0.0.1.evil.example/",
        "not a url"
      ]) {
        const { body, status } = yield* call("POST", `${path}/oauth/register`, { body: { redirect_uris: [uri] } })
        assert.deepStrictEqual([uri, status, body.error], [uri, 400, "invalid_redirect_uri"])
      }
      for (const [count, status] of [
        [5, 201],
        [6, 400],
        [0, 400]
      ] as const) {
        const redirect_uris = Array.from({ length: count }, (_, at) => `https://a.example/${at}`)
        assert.strictEqual((yield* call("POST", `${path}/oauth/register`, { body: { redirect_uris } })).status, status)
      }
    })
  )

  it.effect("a client of one app is unknown to another, and never redirected to an address that is not its own", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const other = yield* makeMcpApp
      const client_id = yield* register(path)
      for (const [at, query, error] of [
        [other.path, { client_id }, "invalid_request"],
        [path, { client_id: "mcp_unknown" }, "invalid_request"],
        [path, { client_id, redirect_uri: "https://client.example/back/" }, "invalid_redirect_uri"],
        [path, { client_id, redirect_uri: "https://client.example/BACK" }, "invalid_redirect_uri"]
      ] as const) {
        const answer = yield* authorize(at, query)
        assert.deepStrictEqual([answer.status, answer.body.error], [400, error])
        const page = yield* authorize(at, query, { accept: "text/html" })
        assert.strictEqual(page.status, 400)
        assert.include(page.headers.get("content-type"), "text/html")
      }
    })
  )

  it.effect("a loopback address matches with any port, and with nothing else changed", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const client_id = yield* register(path, { redirect_uris: ["http://127.0.0.1:33418/cb"] })
      for (const [redirect_uri, status] of [
        ["http://127.0.0.1:33418/cb", 302],
        ["http://127.0.0.1:50000/cb", 302],
        ["http://127.0.0.1/cb", 302],
        ["http://localhost:33418/cb", 400],
        ["http://127.0.0.1:33418/cb/", 400],
        ["http://127.0.0.1:33418/cb?x=1", 400],
        ["http://127.0.0.1:1@evil.example/cb", 400]
      ] as const) {
        assert.strictEqual((yield* authorize(path, { client_id, redirect_uri })).status, status, redirect_uri)
      }
    })
  )

  it.effect("what is wrong with a request goes back to its client with state and iss", () =>
    Effect.gen(function* () {
      const { endpoint, path } = yield* makeMcpApp
      const client_id = yield* register(path)
      for (const [query, error] of [
        [{ response_type: "token" }, "unsupported_response_type"],
        [{ code_challenge_method: "plain" }, "invalid_request"],
        [{ code_challenge: "short" }, "invalid_request"],
        [{ resource: `${baseUrl}/mcp` }, "invalid_target"],
        [{ resource: `${endpoint}//` }, "invalid_target"],
        [{ resource: `${endpoint}/x?read_only=true` }, "invalid_target"],
        [{ resource: `${endpoint}#top` }, "invalid_target"],
        [{ resource: `${endpoint}?read_only=true#top` }, "invalid_target"],
        [{ resource: `${endpoint}%3Fread_only=true` }, "invalid_target"],
        [{ resource: endpoint.toUpperCase() }, "invalid_target"],
        [{ resource: "" }, "invalid_target"]
      ] as const) {
        const location = locationOf(yield* authorize(path, { client_id, state: "s-1", ...query }))
        assert.strictEqual(location.origin + location.pathname, "https://client.example/back")
        assert.deepStrictEqual(
          [location.searchParams.get("error"), location.searchParams.get("state"), location.searchParams.get("iss")],
          [error, "s-1", endpoint]
        )
      }
      const good = yield* authorize(path, { client_id, resource: endpoint, scope: "robots:read" })
      const shown = yield* call("GET", `/api/client/mcp/interactions/${interactionOf(good)}`)
      assert.deepStrictEqual(shown.body.scopes, ["robots:read"])
    })
  )

  it.effect("an authorization leads to the app's own page where it has one, else to the hosted page", () =>
    Effect.gen(function* () {
      const { app, path } = yield* makeMcpApp
      const client_id = yield* register(path)
      const hosted = locationOf(yield* authorize(path, { client_id }))
      assert.match(hosted.href, new RegExp(`^http://localhost:8787/app/${app.identifier}/mcp/[0-9a-f-]{36}$`))
      const sql = yield* SqlClient.SqlClient
      const own = "https://app.example/connect?interaction={interaction}"
      yield* sql`UPDATE apps SET mcp_login_url = ${own} WHERE id = ${app.id}`
      const location = locationOf(yield* authorize(path, { client_id }))
      assert.match(location.href, /^https:\/\/app\.example\/connect\?interaction=[0-9a-f-]{36}$/)
    })
  )
})

layer(testApp({ mcpRegistration: "closed" }), { timeout: "120 seconds" })("closed registration", (it) => {
  it.effect("closed registration is not announced and not there", () =>
    Effect.gen(function* () {
      const { path } = yield* makeMcpApp
      const { body } = yield* call("GET", `/.well-known/oauth-authorization-server${path}`)
      assert.notProperty(body, "registration_endpoint")
      const answer = yield* call("POST", `${path}/oauth/register`, { body: { redirect_uris: ["https://a.example/"] } })
      assert.deepStrictEqual(refusal(answer), [404, "not_found"])
    })
  )
})
