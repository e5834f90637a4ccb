import { assert, layer } from "@effect/vitest"
import type { Caller } from "@fleet/domain/Caller"
import { OrgId } from "@fleet/domain/Ids"
import { RequestCaller } from "@fleet/server/platform/http/RequestCaller"
import { requestTenants } from "@fleet/server/platform/http/requestTenants"
import { inBackground } from "@fleet/server/platform/sql/shareConnections"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { onPostgres, TestDatabase } from "../../support/Database.ts"

/** As many as the database of tests has. */
const connections = 4

/** Does it as in a request of some org. */
const asOrg = (orgId: string) =>
  Effect.provideService(RequestCaller, { caller: { orgId: OrgId.make(orgId) } as Caller, app: null })

layer(TestDatabase.pipe(Layer.provide(requestTenants)), { timeout: "60 seconds" })(
  "the connections of a database",
  (it) => {
    it.effect.skipIf(!onPostgres)(
      "the connections of a database are given by turns to the orgs that wait, seldom to sweeps, and a transaction keeps its own",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const order: Array<string> = []
          const fork = <A, E>(work: Effect.Effect<A, E>) => Effect.forkChild(work, { startImmediately: true })
          const ask = (name: string) => Effect.map(sql`SELECT 1`, () => void order.push(name))

          const gates = Array.from({ length: connections }, () => Deferred.makeUnsafe<void>())
          const held = yield* Effect.forEach(gates, (gate) => {
            const begun = Deferred.makeUnsafe<void>()
            const work = sql`SELECT 1`.pipe(
              Effect.andThen(Effect.sync(() => Deferred.doneUnsafe(begun, Exit.void))),
              Effect.andThen(Deferred.await(gate)),
              Effect.andThen(sql`SELECT 1`)
            )
            return Effect.tap(fork(sql.withTransaction(work)), () => Deferred.await(begun))
          })

          const greedy = asOrg(randomUUID())
          const waiting = [yield* fork(inBackground(ask("sweep")))]
          for (let count = 0; count < 10; count++) waiting.push(yield* fork(greedy(ask("greedy"))))
          waiting.push(yield* fork(asOrg(randomUUID())(ask("calm"))))
          const gone = yield* fork(greedy(ask("gone")))
          yield* Fiber.interrupt(gone)

          Deferred.doneUnsafe(gates[0]!, Exit.void)
          for (const fiber of waiting) yield* Fiber.join(fiber)
          assert.deepStrictEqual(order, [
            "greedy",
            "calm",
            ...Array.from({ length: 5 }, () => "greedy"),
            "sweep",
            ...Array.from({ length: 4 }, () => "greedy")
          ])
          for (const gate of gates) Deferred.doneUnsafe(gate, Exit.void)
          for (const fiber of held) yield* Fiber.join(fiber)
          yield* Effect.forEach(Array.from({ length: 20 }), () => ask("after"), { concurrency: "unbounded" })
          assert.lengthOf(order, 12 + 20)
        })
    )
  }
)
