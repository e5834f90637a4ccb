import { assert, describe, it, layer } from "@effect/vitest"
import { Settings } from "@fleet/server/platform/settings/Settings"
import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { request } from "node:http"
import { makeSurface, operations } from "../../abuse/operations.ts"
import { publish, source } from "../../robots/jobs/world.ts"
import { grant, makeEveryone } from "../../support/people.ts"
import { TestApp } from "../../support/TestApp.ts"

type Headers = Readonly<Record<string, string>>

interface Told {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
  /** Whether the router answered; the two write their header lines in another order. */
  readonly routed: boolean
}

const ask = Effect.fnUntraced(function* (method: string, path: string, headers: Headers) {
  const { hostname, port } = new URL(yield* HttpServer.addressFormattedWith(Effect.succeed))
  return yield* Effect.callback<Told>((resume) => {
    const asked = request({ hostname, port, method, path, headers }, (answer) => {
      let body = ""
      answer.setEncoding("utf8").on("data", (part: string) => (body += part))
      answer.on("end", () => {
        const { date, "x-request-id": id, ...said } = answer.headers
        assert.match(String(id), /^[0-9a-f-]{36}$/)
        assert.isDefined(date)
        resume(
          Effect.succeed({ status: answer.statusCode, headers: said, body, routed: answer.rawHeaders[0] !== "vary" })
        )
      })
    })
    asked.on("error", (error) => resume(Effect.die(error)))
    asked.end()
  })
})

/** What does not depend on when it was asked. */
const lasting = (text: string) => text.replaceAll(/"(timestamp_ms|retry_after_ms)":\d+/g, '"$1":0')

/** Asks once as it is, and once with a header that leaves the request to the router. */
const both = Effect.fnUntraced(function* (method: string, path: string, headers: Headers = {}) {
  const [direct, routed] = yield* Effect.all(
    [ask(method, path, headers), ask(method, path, { ...headers, "content-length": "0" })],
    { concurrency: 2 }
  )
  const where = `${method} ${path} ${JSON.stringify(headers)}`
  assert.isTrue(routed.routed, where)
  assert.strictEqual(direct.status, routed.status, where)
  assert.strictEqual(lasting(direct.body), lasting(routed.body), where)
  assert.deepStrictEqual(direct.headers, routed.headers, where)
  return direct
})

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Holds up every look-up of a server key until it is let go. */
const heldUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [held, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const holding = yield* sql`LOCK TABLE server_keys IN ACCESS EXCLUSIVE MODE`.pipe(
    Effect.andThen(Deferred.succeed(held, undefined)),
    Effect.andThen(Deferred.await(go)),
    sql.withTransaction,
    Effect.forkChild
  )
  yield* Deferred.await(held)
  return Effect.andThen(Deferred.succeed(go, undefined), Fiber.join(holding))
})

describe("a read without the router that is under way", () => {
  it.live(
    "is answered when the server stops, and hurts nobody when its caller hangs up",
    () =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const stopping = yield* Effect.gen(function* () {
          const { key, robot } = yield* makeEveryone
          const path = `/api/robots/${robot.id}/datapoints/bridge_state`
          const letGo = yield* heldUp
          const gone = yield* Effect.forkChild(ask("GET", path, bearer(key.token)), { startImmediately: true })
          const late = yield* Effect.forkChild(ask("GET", path, bearer(key.token)), { startImmediately: true })
          // Both have arrived: the server answers another connection's request that came after them.
          assert.strictEqual((yield* ask("GET", "/healthz", {})).status, 200)
          yield* Fiber.interrupt(gone)
          const stopped = yield* Effect.forkChild(Scope.close(scope, Exit.void), { startImmediately: true })
          yield* letGo
          assert.strictEqual((yield* Fiber.join(late)).status, 200)
          return stopped
        }).pipe(Effect.provide(yield* Layer.buildWithScope(TestApp, scope)))
        yield* Fiber.join(stopping)
      }),
    60_000
  )
})

layer(TestApp, { excludeTestServices: true, timeout: "60 seconds" })("reads without the router", (it) => {
  it.effect("answer every route of the API as the router does", () =>
    Effect.gen(function* () {
      const { headersOf, key, owner, pathOf, robot, user } = yield* makeSurface
      yield* publish(owner.caller, robot.id, source)
      const direct = new Set<string>()
      for (const operation of operations.filter(({ method }) => method === "GET")) {
        const own = headersOf(operation)
        const bearers = operation.isBearer ? [owner, user, key].map(({ token }) => bearer(token)) : []
        yield* Effect.forEach(
          [own, ...bearers, {}],
          Effect.fnUntraced(function* (headers) {
            const { routed, status } = yield* both("GET", pathOf(operation.path), headers)
            if (!routed) direct.add(operation.path)
            if (!routed && headers === own) assert.notStrictEqual(status, 500, operation.path)
          }),
          { concurrency: 5 }
        )
        if (operation.query.length > 0) {
          for (const query of ["?", "?limit=0", "?odd=1", "?from=now-1h&to=now", "?cursor=%FF", "?limit=1&limit=2"]) {
            yield* both("GET", pathOf(operation.path) + query, own)
          }
        }
      }
      const read = operations.filter(({ isBearer, method }) => method === "GET" && isBearer)
      // Exports, files and stills stream their answers, and a draft has a header of its own.
      const history = "/api/robots/{id}/datapoints/{slug}/history"
      const files = [
        "assets/missing",
        "assets/{assetId}",
        "urdf",
        "cameras/{slug}/snapshot",
        "recordings/{recordingId}/file"
      ].map((path) => `/api/robots/{id}/${path}`)
      const routed = ["/api/audit/export", `${history}/export`, "/api/robots/{id}/config/draft", ...files]
      const expected = read.map(({ path }) => path).filter((path) => !routed.includes(path))
      assert.deepStrictEqual([...direct].sort(), expected.sort())
    })
  )

  it.effect("answer every credential as the router does", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { app, developer, key, observe, owner, robot, user } = yield* makeEveryone
      const stranger = yield* makeEveryone
      yield* publish(owner.caller, robot.id, source)
      const at = (slug: string, id: string = robot.id) => `/api/robots/${id}/datapoints/${slug}`
      const paths = [at("bridge_state"), at("battery"), at("gone"), at("bridge_state", stranger.robot.id)]
      const compare = Effect.fnUntraced(function* () {
        const asked = [developer, key, user, stranger.user].flatMap(({ token }) =>
          paths.map((path) => both("GET", path, bearer(token)))
        )
        yield* Effect.all(asked, { concurrency: 4 })
      })
      yield* compare()
      for (const authorization of [
        `bearer ${key.token}`,
        `BEARER   ${key.token}`,
        `Bearer  ${key.token} `,
        `Bearer\t${key.token}`,
        `Bearer${key.token}`,
        `Basic ${key.token}`,
        `Bearer`,
        `Bearer `,
        `Bearer ${key.token},`,
        `Bearer ${key.token} ${key.token}`,
        `Bearer ${user.token.slice(0, -2)}`,
        `Bearer ${user.token.toUpperCase()}`
      ]) {
        yield* both("GET", paths[0]!, { authorization })
      }
      yield* grant(owner.caller, app, observe.id, { [robot.id]: ["battery", "bridge_state"] })
      yield* compare()
      yield* sql`UPDATE app_users SET status = 'blocked' WHERE id = ${user.user.id}`
      yield* compare()
      yield* sql`UPDATE session_families SET ended_at = now() WHERE subject_id = ${developer.caller.id}`
      yield* compare()
      yield* sql`UPDATE orgs SET locked_at = now() WHERE id = ${app.org_id}`
      yield* compare()
    })
  )

  it.effect("answer odd methods and paths as the router does", () =>
    Effect.gen(function* () {
      const { key, robot } = yield* makeEveryone
      const { token } = key
      const path = `/api/robots/${robot.id}/datapoints/bridge_state`
      const odd = [
        path,
        `${path}/`,
        `${path}//`,
        `/${path}`,
        path.replace("/datapoints", "//datapoints"),
        path.replace("/datapoints", "%2Fdatapoints"),
        path.replace("bridge", "brid%67e"),
        path.replace("bridge_state", "bridge%2Fstate"),
        path.replace("bridge_state", "%"),
        path.replace("bridge_state", "%E0%A4%A"),
        path.replace("bridge_state", "%00"),
        path.replace("bridge_state", "x".repeat(600)),
        path.replace("bridge_state", ""),
        path.replace("api", "API"),
        path.replace("datapoints", "Datapoints"),
        path.replace(robot.id, robot.id.toUpperCase()),
        path.replace(robot.id, robot.id.slice(1)),
        path.replace(robot.id, `${robot.id}%20`),
        `${path}?`,
        `${path}?a=%00`,
        `${path}?a=%FF&b`,
        `${path};a=b`,
        `${path}/history;from=now`,
        `${path}/../bridge_state`,
        `/api/robots/${robot.id}/datapoints/history`,
        "/api/robots/jobs/history",
        "/api",
        "/"
      ]
      for (const each of odd) yield* both("GET", each, bearer(token))
      for (const method of ["HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PROPFIND"]) {
        assert.isTrue((yield* both(method, path, bearer(token))).routed, method)
      }
      assert.isFalse((yield* both("GET", path, { ...bearer(token), accept: "text/html", cookie: "a=b" })).routed)
    })
  )

  it.effect("tell browsers which origins may read them as the router does", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { consoleOrigin } = yield* Settings
      const { app, developer, key, robot, user } = yield* makeEveryone
      const listed = "https://listed.example"
      yield* sql`UPDATE apps SET allowed_origins = ARRAY[${listed}::text] WHERE id = ${app.id}`
      let allowed = 0
      for (const origin of [consoleOrigin, listed, "https://unlisted.example", "null"]) {
        for (const token of [user.token, key.token, developer.token, "unreadable"]) {
          for (const path of [`/api/robots/${robot.id}/datapoints/bridge_state`, "/api/apps", "/api/client/robots"]) {
            const { headers, routed } = yield* both("GET", path, { ...bearer(token), origin })
            assert.isFalse(routed)
            if ("access-control-allow-origin" in headers) allowed++
          }
        }
      }
      assert.isAtLeast(allowed, 15)
    })
  )
})
