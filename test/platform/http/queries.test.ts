import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { makeSurface, operations } from "../../abuse/operations.ts"
import { abuseApp } from "../../abuse/world.ts"
import { publish, source } from "../../robots/jobs/world.ts"
import { call, invalid, refusal } from "../../support/wire.ts"

/** Pages, OAuth endpoints and what a provider's redirect passes through ignore what they do not know. */
const isOpen = (path: string) => !path.startsWith("/api/") || path.startsWith("/api/client/oidc/")

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a query", (it) => {
  it.effect(
    "a query with a key that the route does not know is refused where the route has a query, and ignored elsewhere",
    () =>
      Effect.gen(function* () {
        const surface = yield* makeSurface
        yield* publish(surface.owner.caller, surface.robot.id, source)
        let strict = 0
        for (const operation of operations) {
          const known = operation.path.replace("datapoints/{slug}", "datapoints/bridge_state")
          const path = surface.pathOf(known.replace("cameras/{slug}", "cameras/front"))
          const ask = (query: string) => call(operation.method, path + query, { headers: surface.headersOf(operation) })
          if (operation.query.length > 0 && !isOpen(operation.path)) {
            strict++
            const where = `${operation.method} ${operation.path}`
            const needed: Readonly<Record<string, string>> = {
              "/api/apps/{id}/roles/{roleId}/explain": `robot_id=${surface.robot.id}&slug=battery&`,
              "/api/client/providers": `app_identifier=${surface.app.identifier}&`,
              "/api/org/jobs/summary": "since_ms=0&",
              "/api/org/usage": "from_day=2026-11-01&to_day=2026-11-02&",
              "/api/org/latency": "from_ms=0&to_ms=1&"
            }
            // No invoice is there whose XML could be asked for.
            if (operation.path === "/api/billing/invoices/{id}/xml") continue
            const answer = yield* ask(`?${needed[operation.path] ?? ""}unknown_key=1`)
            assert.deepStrictEqual(refusal(answer), invalid("unknown_key", "unknown"), where)
          } else if (operation.query.length === 0 && operation.method === "GET" && !isOpen(operation.path)) {
            const plain = yield* ask("")
            assert.strictEqual((yield* ask("?unknown_key=1&unknown_key=2")).status, plain.status, operation.path)
          }
        }
        assert.isAbove(strict, 6)
      })
  )
})
