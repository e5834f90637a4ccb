import { assert, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { operations } from "../../abuse/operations.ts"
import { makeEveryone, password, unique } from "../../support/people.ts"
import { TestApp, testApp } from "../../support/TestApp.ts"
import { type Answer, call } from "../../support/wire.ts"

const listing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const everyone = yield* makeEveryone
  const origin = `https://${unique()}.example`
  yield* sql`UPDATE apps SET allowed_origins = ARRAY[${origin}::text] WHERE id = ${everyone.app.id}`
  return { ...everyone, origin }
})

const allowed = ({ headers }: Answer) => headers.get("access-control-allow-origin")
const namesOf = (body: { readonly properties?: object } | null): object => body?.properties ?? {}
const preflight = (path: string, origin: string) =>
  call("OPTIONS", path, { headers: { origin, "access-control-request-method": "POST" } })

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an origin", (it) => {
  it.effect("an origin of the console is answered on every route, refusals and unknown ones included", () =>
    Effect.gen(function* () {
      const { consoleOrigin: origin } = yield* Settings
      for (const path of ["/api/apps", "/api/client/me", "/nowhere", "/healthz"]) {
        const answer = yield* call("GET", path, { headers: { origin } })
        assert.strictEqual(allowed(answer), origin)
        assert.strictEqual(answer.headers.get("vary"), "Origin")
        assert.isNull(answer.headers.get("access-control-allow-credentials"))
        assert.include(
          answer.headers.get("access-control-expose-headers"),
          "etag, deprecation, sunset, x-platform-age-ms"
        )
        assert.strictEqual(allowed(yield* preflight(path, origin)), origin)
      }
    })
  )

  it.effect("an origin of the caller's app is answered on the routes its credential reaches, and no other app's", () =>
    Effect.gen(function* () {
      const { key, origin, robot, user } = yield* listing
      const other = yield* listing
      for (const as of [user.token, key.token]) {
        for (const path of ["/api/client/me", `/api/robots/${robot.id}/datapoints/bridge_state`]) {
          assert.strictEqual(allowed(yield* call("GET", path, { as, headers: { origin } })), origin)
          assert.isNull(allowed(yield* call("GET", path, { as, headers: { origin: other.origin } })))
        }
        assert.isNull(allowed(yield* call("GET", "/api/apps", { as, headers: { origin } })))
      }
    })
  )

  it.effect("an origin of any app is answered while the caller is not known", () =>
    Effect.gen(function* () {
      const { app, developer, origin, robot, user } = yield* listing
      const unlisted = `https://${unique()}.example`
      const login = (from: string) =>
        call("POST", "/api/client/login", {
          body: { app_identifier: app.identifier, email: user.email, password: "wrong" },
          headers: { origin: from }
        })
      assert.strictEqual(allowed(yield* login(origin)), origin)
      assert.isNull(allowed(yield* login(unlisted)))
      for (const path of ["/api/client/me", `/api/robots/${robot.id}/datapoints`]) {
        assert.strictEqual(allowed(yield* call("GET", path, { as: "unreadable", headers: { origin } })), origin)
        assert.isNull(allowed(yield* call("GET", path, { as: "unreadable", headers: { origin: unlisted } })))
        assert.isNull(allowed(yield* call("GET", path, { as: developer.token, headers: { origin } })))
      }
      assert.isNull(allowed(yield* call("GET", "/api/apps", { headers: { origin } })))
    })
  )

  it.effect(
    "an origin of another app is not answered once the body or the query names an app, and refusals are no exception",
    () =>
      Effect.gen(function* () {
        const { consoleOrigin } = yield* Settings
        const one = yield* listing
        const other = yield* listing
        const naming = operations.filter(
          ({ body, path, query }) =>
            path.startsWith("/api/client/") && (query.includes("app_identifier") || "app_identifier" in namesOf(body))
        )
        assert.isAtLeast(naming.length, 7)
        for (const { body, method, path } of naming) {
          const ask = (app_identifier: string, origin: string, more: object = {}) =>
            body === null
              ? call(method, `${path}?${new URLSearchParams({ app_identifier, ...more })}`, { headers: { origin } })
              : call(method, path, { headers: { origin }, body: { app_identifier, ...more } })
          const bodies = [{}, { email: one.user.email, code: "000000", password: "wrong, and long" }, { odd: "\ud800" }]
          for (const more of bodies) {
            const own = yield* ask(one.app.identifier, one.origin, more)
            const where = `${method} ${path} ${JSON.stringify(more)}: ${own.status}`
            assert.strictEqual(allowed(own), one.origin, where)
            assert.isNull(allowed(yield* ask(one.app.identifier, other.origin, more)), where)
            assert.strictEqual(allowed(yield* ask(other.app.identifier, other.origin, more)), other.origin, where)
            assert.strictEqual(allowed(yield* ask(one.app.identifier, consoleOrigin, more)), consoleOrigin, where)
          }
          for (const nobody of ["", "Not a slug", `app_${unique()}`]) {
            const answer = yield* ask(nobody, other.origin)
            assert.strictEqual(allowed(answer), other.origin, `${method} ${path} ${nobody}: ${answer.status}`)
            assert.isNull(allowed(yield* ask(nobody, `https://${unique()}.example`)))
          }
          assert.strictEqual(allowed(yield* preflight(path, other.origin)), other.origin)
        }
      })
  )

  it.effect("an origin of another app is not answered once a token or a challenge tells the app", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const one = yield* listing
      const other = yield* listing
      const post = (path: string, origin: string, body: unknown) =>
        call("POST", `/api/client/${path}`, { headers: { origin }, body })
      const refreshed = yield* post("refresh", one.origin, { refresh_token: one.user.refreshToken })
      assert.strictEqual(allowed(refreshed), one.origin)
      assert.isNull(allowed(yield* post("refresh", other.origin, { refresh_token: refreshed.body.refresh_token })))
      assert.strictEqual(allowed(yield* post("refresh", other.origin, { refresh_token: "nobody's" })), other.origin)

      yield* sql`UPDATE apps SET two_factor = 'required' WHERE id = ${one.app.id}`
      const { challenge } = (yield* post("login", one.origin, {
        app_identifier: one.app.identifier,
        email: one.user.email,
        password
      })).body
      const verify = (origin: string) => post("two-factor/verify", origin, { challenge, code: "000000" })
      assert.strictEqual(allowed(yield* verify(one.origin)), one.origin)
      assert.isNull(allowed(yield* verify(other.origin)))
    })
  )

  it.effect("an origin of another app is not answered where a token that tells the app is refused or ended", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const one = yield* listing
      const other = yield* listing
      const post = (path: string, origin: string, body: unknown) =>
        call("POST", `/api/client/${path}`, { headers: { origin }, body })
      const robots = (origin: string) =>
        call("GET", "/api/client/robots", { headers: { origin, authorization: `Bearer ${one.key.token}` } })
      const spent = { refresh_token: one.user.refreshToken }
      const living = { refresh_token: (yield* post("refresh", one.origin, spent)).body.refresh_token }
      const login = { app_identifier: one.app.identifier, email: one.user.email, password }

      yield* sql`UPDATE orgs SET locked_at = now() WHERE id = ${one.orgId}`
      for (const [may, origin] of [
        [one.origin, one.origin],
        [null, other.origin]
      ] as const) {
        for (const asked of [post("login", origin, login), post("refresh", origin, living), robots(origin)]) {
          const refused = yield* asked
          assert.strictEqual(refused.body.code, "org_locked")
          assert.strictEqual(allowed(refused), may)
        }
      }
      yield* sql`UPDATE orgs SET locked_at = NULL WHERE id = ${one.orgId}`
      assert.isNull(allowed(yield* post("logout", other.origin, living)))
      assert.isNull(allowed(yield* post("refresh", other.origin, spent)))
      assert.strictEqual(allowed(yield* post("refresh", one.origin, spent)), one.origin)
    })
  )

  it.effect("an origin asks first, and is told what it may send for ten minutes", () =>
    Effect.gen(function* () {
      const { origin, robot } = yield* listing
      const answer = yield* preflight("/api/client/login", origin)
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(allowed(answer), origin)
      assert.strictEqual(answer.headers.get("vary"), "Origin")
      assert.strictEqual(answer.headers.get("access-control-max-age"), "600")
      assert.strictEqual(answer.headers.get("access-control-allow-headers"), "authorization, content-type, if-match")
      assert.include(answer.headers.get("access-control-allow-methods"), "PATCH")
      assert.isNull(answer.headers.get("access-control-allow-credentials"))
      assert.strictEqual(allowed(yield* preflight(`/api/robots/${robot.id}/jobs/dock`, origin)), origin)
      for (const [path, from] of [
        ["/api/apps", origin],
        ["/api/client/login", `https://${unique()}.example`],
        ["/api/client/login", "null"]
      ] as const) {
        assert.isNull(allowed(yield* preflight(path, from)))
      }
    })
  )
})

layer(testApp({ demo: true }), { excludeTestServices: true, timeout: "60 seconds" })("origins of the demo", (it) => {
  it.effect("origins of this machine are answered for every app, and no others", () =>
    Effect.gen(function* () {
      const { user } = yield* makeEveryone
      for (const origin of ["http://localhost:5173", "http://127.0.0.1:3000", "http://localhost"]) {
        assert.strictEqual(
          allowed(yield* call("GET", "/api/client/me", { as: user.token, headers: { origin } })),
          origin
        )
        assert.strictEqual(allowed(yield* preflight("/api/client/login", origin)), origin)
        assert.isNull(allowed(yield* call("GET", "/api/apps", { as: user.token, headers: { origin } })))
      }
      for (const origin of ["https://localhost:5173", "http://localhost.example", "http://localhost:5173x", "null"])
        assert.isNull(allowed(yield* call("GET", "/api/client/me", { as: user.token, headers: { origin } })), origin)
    })
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })(
  "origins of this machine without the demo",
  (it) => {
    it.effect("are origins like any others", () =>
      Effect.gen(function* () {
        const { user } = yield* makeEveryone
        const headers = { origin: "http://localhost:5173" }
        assert.isNull(allowed(yield* call("GET", "/api/client/me", { as: user.token, headers })))
      })
    )
  }
)
