import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { call } from "../support/wire.ts"
import { makeSurface } from "./operations.ts"
import { abuseApp } from "./world.ts"

layer(abuseApp(), { excludeTestServices: true, timeout: "60 seconds" })("a path or a query", (it) => {
  it.effect("a path or a query is compared letter by letter: a wildcard finds nothing", () =>
    Effect.gen(function* () {
      const { owner } = yield* makeSurface
      const events = Effect.fnUntraced(function* (query: string) {
        const { body, status } = yield* call("GET", `/api/audit?${query}`, { as: owner.token })
        return status === 200 ? (body.events ?? body.items ?? body).length : null
      })
      const all = yield* events("limit=100")
      assert.isAbove(all, 0)
      for (const name of ["action", "action_prefix", "target_kind", "target_id", "actor_id"]) {
        for (const value of ["%", "_", "%25", "app%", "ap_", "\\", "*", ".*"]) {
          const found = yield* events(`${name}=${encodeURIComponent(value)}`)
          assert.isTrue(found === null || found === 0, `${name}=${value} found ${found}`)
        }
      }
    })
  )
})
