import { assert, describe, layer } from "@effect/vitest"
import { Database } from "@fleet/server/platform/sql/Database"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { inject } from "vitest"
import { eventually } from "../../robots/jobs/world.ts"
import { type DatabaseProxy, databaseProxy } from "../../support/DatabaseProxy.ts"
import { makeEveryone, unique } from "../../support/people.ts"
import { temporaryDatabase } from "../../support/Temporary.ts"
import { testApp } from "../../support/TestApp.ts"
import { call } from "../../support/wire.ts"

const template = inject("databaseTemplate")
if (template.kind === "folder") console.warn("A database that is gone is not tested: this run is on no Postgres.")

class Proxy extends Context.Service<Proxy, DatabaseProxy>()("test/Proxy") {}

/** The service over a Postgres that can be stopped. */
const app = Layer.unwrap(
  Effect.gen(function* () {
    const server = template.kind === "postgres" ? template.server : yield* Effect.die("This run is on no Postgres.")
    const proxy = yield* databaseProxy(yield* temporaryDatabase(server))
    const url = Redacted.make(proxy.url)
    return Layer.merge(
      testApp({ databaseUrl: Option.some(url) }, Layer.orDie(Database.migrated(Database.postgres(url, 5)))),
      Layer.succeed(Proxy, proxy)
    )
  })
)

describe.skipIf(template.kind === "folder")("a database that is gone", () => {
  layer(app, { excludeTestServices: true, timeout: "120 seconds" })("a database that is gone", (it) => {
    it.effect(
      "a database that is gone is 503 with a time to come back, and what was acknowledged is there after it",
      () =>
        Effect.gen(function* () {
          const proxy = yield* Proxy
          const { developer } = yield* makeEveryone
          const as = developer.token
          const create = (name: string) =>
            call("POST", "/api/apps", { as, body: { name, identifier: `app_${unique()}` } })
          const kept = yield* create("kept")
          assert.strictEqual(kept.status, 201)

          proxy.stop()
          for (const ask of [
            call("GET", "/api/apps", { as }),
            create("lost"),
            call("GET", `/api/apps/${kept.body.id}`, { as })
          ]) {
            const { body, headers, status } = yield* ask
            assert.deepStrictEqual([status, body.code], [503, "unavailable"])
            assert.isAtLeast(body.details.retry_after_ms, 1000)
            assert.isAtLeast(Number(headers.get("retry-after")), 1)
          }
          assert.strictEqual((yield* call("GET", "/healthz")).status, 200)

          proxy.open()
          const { body } = yield* eventually(call("GET", "/api/apps", { as }), ({ status }) => status === 200)
          const names = body.apps.map(({ name }: { name: string }) => name)
          assert.include(names, "kept")
          assert.notInclude(names, "lost")
        })
    )
  })
})
