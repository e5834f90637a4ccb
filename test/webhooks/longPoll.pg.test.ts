import { assert, it, layer } from "@effect/vitest"
import { Bus } from "@fleet/server/platform/bus/Bus"
import { WebhookEvents } from "@fleet/server/webhooks/WebhookEvents"
import { WebhookListeners } from "@fleet/server/webhooks/WebhookListeners"
import { Effect, Exit, Fiber, Layer, Scope } from "effect"
import { HttpServer } from "effect/http"
import { SqlClient } from "effect/sql"
import { eventually } from "../robots/jobs/world.ts"
import { makeRobot } from "../support/people.ts"
import { gapOf } from "../support/gapOf.ts"
import { call, refusal } from "../support/wire.ts"
import { anOrg, path, WebhooksApp } from "./world.ts"

/** An open listener; `fetch` waits for messages, and `waits` until the service has begun to. */
const aListener = Effect.gen(function* () {
  const org = yield* anOrg
  const { as } = org
  const { robot } = yield* makeRobot(org.owner.caller)
  const { body } = yield* call("POST", `${path}/listeners`, { as })
  const route = `${path}/listeners/${body.listener_id}`
  const fetch = (wait_s: number) => call("POST", `${route}/messages`, { as, body: { results: [], wait_s } })
  const { emit } = yield* WebhookEvents
  const tell = emit([{ type: "job.ended", orgId: org.orgId, robotId: robot.id, atMs: 0, data: () => 1 }])
  const sql = yield* SqlClient.SqlClient
  // A fetch moves the end by its wait before it waits.
  const waits = eventually(
    sql<{ until: Date }>`SELECT listener_until AS until FROM webhooks WHERE id = ${body.listener_id}`,
    ([row]) => row!.until.getTime() > Date.parse(body.expires_at) + 10_000
  )
  return { as, fetch, org, route, tell, waits }
})

layer(WebhooksApp, { excludeTestServices: true, timeout: "60 seconds" })("a fetch of messages that waits", (it) => {
  it.effect("a fetch ends as soon as a message is there, and holds no connection until then", () =>
    Effect.gen(function* () {
      const { fetch, tell, waits } = yield* aListener
      const began = Date.now()
      const fetching = yield* Effect.forkChild(fetch(20))
      // The embedded database is one session: what is asked meanwhile would wait for a transaction.
      yield* waits
      yield* tell
      const { body, status } = yield* Fiber.join(fetching)
      assert.strictEqual(status, 200)
      assert.lengthOf(body.messages, 1)
      assert.isBelow(Date.now() - began, 10_000)
    })
  )

  it.effect("a fetch ends without messages after its wait, at once without a wait", () =>
    Effect.gen(function* () {
      const { fetch } = yield* aListener
      for (const wait of [0, 1]) {
        const began = Date.now()
        const { body, status } = yield* fetch(wait)
        assert.deepStrictEqual([status, body], [200, { messages: [] }])
        assert.isAtLeast(Date.now() - began, wait * 1000 - 5)
      }
    })
  )

  it.effect("a fetch ends with its listener", () =>
    Effect.gen(function* () {
      const { as, fetch, route, waits } = yield* aListener
      const fetching = yield* Effect.forkChild(fetch(20))
      yield* waits
      yield* call("DELETE", route, { as })
      assert.deepStrictEqual(refusal(yield* Fiber.join(fetching)), [404, "not_found"])
    })
  )

  it.effect("a fetch ends with the developer's session, at once and without what came with the end", () =>
    Effect.gen(function* () {
      const { fetch, org, waits } = yield* aListener
      const fetching = yield* Effect.forkChild(fetch(20))
      yield* waits
      const began = Date.now()
      const { refreshToken } = org.owner
      // Another session of the org is nothing to it.
      yield* call("POST", "/api/auth/logout", { body: { refresh_token: org.developer.refreshToken } })
      assert.isUndefined(fetching.pollUnsafe())
      assert.strictEqual(
        (yield* call("POST", "/api/auth/logout", { body: { refresh_token: refreshToken } })).status,
        204
      )
      assert.deepStrictEqual(refusal(yield* Fiber.join(fetching)), [401, "token_revoked"])
      assert.isBelow(Date.now() - began, 10_000)
    })
  )

  it.effect("a fetch does not begin to wait for a session that ended since its credential was proven", () =>
    Effect.gen(function* () {
      const { fetch, org } = yield* aListener
      const listeners = yield* WebhookListeners
      const served = listeners.fetch
      const services = yield* Effect.context<HttpServer.HttpServer>()
      const logout = call("POST", "/api/auth/logout", { body: { refresh_token: org.owner.refreshToken } })
      const ending: typeof served = (...asked) =>
        Effect.andThen(Effect.provideContext(logout, services), served(...asked))
      Object.assign(listeners, { fetch: ending })
      yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(listeners, { fetch: served })))
      const began = Date.now()
      assert.deepStrictEqual(refusal(yield* fetch(20)), [401, "token_revoked"])
      assert.isBelow(Date.now() - began, 10_000)
    }).pipe(Effect.scoped)
  )

  it.effect(
    "a fetch ends without messages where facts may have been missed, so that its credential is proven anew",
    () =>
      Effect.gen(function* () {
        const { fetch, waits } = yield* aListener
        const fetching = yield* Effect.forkChild(fetch(20))
        yield* waits
        const began = Date.now()
        gapOf(yield* Bus)
        const { body, status } = yield* Fiber.join(fetching)
        assert.deepStrictEqual([status, body], [200, { messages: [] }])
        assert.isBelow(Date.now() - began, 10_000)
      })
  )
})

it.live(
  "a fetch ends without messages when its server stops, before the server ends what is open",
  () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const services = yield* Layer.buildWithScope(WebhooksApp, scope)
      const { fetch, waits } = yield* Effect.provideContext(aListener, services)
      const timed = Effect.map(fetch(20), (answer) => ({ ...answer, at: Date.now() }))
      const fetching = yield* Effect.forkChild(Effect.provideContext(timed, services))
      yield* Effect.provideContext(waits, services)
      const began = Date.now()
      yield* Scope.close(scope, Exit.void)
      const { at, body, status } = yield* Fiber.join(fetching)
      assert.deepStrictEqual([status, body], [200, { messages: [] }])
      // What is open is ended after five seconds.
      assert.isBelow(at - began, 4_000)
    }),
  60_000
)
