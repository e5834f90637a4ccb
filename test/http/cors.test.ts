import { assert, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/Settings"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { makeEveryone, unique } from "../support/people.ts"
import { TestApp } from "../support/TestApp.ts"
import { type Answer, call } from "../support/wire.ts"

const listing = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const everyone = yield* makeEveryone
  const origin = `https://${unique()}.example`
  yield* sql`UPDATE apps SET allowed_origins = ARRAY[${origin}::text] WHERE id = ${everyone.app.id}`
  return { ...everyone, origin }
})

const allowed = ({ headers }: Answer) => headers.get("access-control-allow-origin")
const preflight = (path: string, origin: string) =>
  call("OPTIONS", path, { headers: { origin, "access-control-request-method": "POST" } })

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("an origin", (it) => {
  it.effect("of the console is answered on every route, refusals and unknown ones included", () =>
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

  it.effect("of the caller's app is answered on the routes its credential reaches, and no other app's", () =>
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

  it.effect("of any app is answered while the caller is not known", () =>
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

  it.effect("asks first, and is told what it may send for ten minutes", () =>
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
