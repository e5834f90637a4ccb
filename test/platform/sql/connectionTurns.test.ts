import { assert, describe, it } from "@effect/vitest"
import { shareConnections } from "@fleet/server/platform/sql/shareConnections"
import { Context, Effect, Fiber } from "effect"
import type { SqlClient } from "effect/sql"
import { behind, yieldBudgets, yieldingAfter } from "../../support/yields.ts"

const client = Object.assign(() => undefined, {
  transactionService: Context.Service<"transaction", object>("@fleet/test/Transaction"),
  withTransaction: <A, E, R>(work: Effect.Effect<A, E, R>) => work
}) as unknown as SqlClient.SqlClient

const each = yieldBudgets.flatMap((budget) => Array.from({ length: 20 }, (_, steps) => ({ budget, steps })))

describe("turns for connections", () => {
  it.live("a slot that is given back while another asks for one is not slept through", () =>
    Effect.forEach(each, ({ budget, steps }) => {
      const sql = shareConnections(client, 1, () => "")
      return Effect.gen(function* () {
        const first = yield* Effect.forkChild(sql.withTransaction(Effect.yieldNow))
        const second = yield* Effect.forkChild(behind(steps, sql.withTransaction(Effect.void)))
        yield* Fiber.join(first)
        yield* Fiber.join(second)
      }).pipe(yieldingAfter(budget), Effect.timeout("10 seconds"))
    })
  )

  it.live("a slot is free again however its holder, or who waited for it, was interrupted", () =>
    Effect.forEach(each, ({ budget, steps }) => {
      const sql = shareConnections(client, 1, () => "")
      return Effect.gen(function* () {
        const fibers = [
          yield* Effect.forkChild(sql.withTransaction(behind(steps, Effect.yieldNow))),
          yield* Effect.forkChild(behind(steps, sql.withTransaction(Effect.yieldNow)))
        ]
        for (let turn = 0; turn < steps % 4; turn++) yield* Effect.yieldNow
        yield* Fiber.interruptAll(fibers)
        assert.strictEqual(yield* sql.withTransaction(Effect.succeed("free")), "free")
      }).pipe(yieldingAfter(budget), Effect.timeout("10 seconds"))
    })
  )

  it.effect("a tenant whose transactions wait for a lock leaves a quarter of the connections to others", () =>
    Effect.gen(function* () {
      const Tenant = Context.Reference<string>("@fleet/test/Tenant", { defaultValue: () => "" })
      const sql = shareConnections(client, 8, (context) => Context.get(context, Tenant))
      const as = (who: string) => Effect.provideService(Tenant, who)
      let begun = 0
      const locked = sql.withTransaction(
        Effect.andThen(
          Effect.sync(() => begun++),
          Effect.never
        )
      )
      const waiting = yield* Effect.forEach(Array.from({ length: 20 }), () =>
        Effect.forkChild(as("busy")(locked), { startImmediately: true })
      )
      assert.strictEqual(begun, 6)
      assert.strictEqual(yield* as("quiet")(sql.withTransaction(Effect.succeed("served"))), "served")
      yield* Fiber.interruptAll(waiting)
    })
  )
})
