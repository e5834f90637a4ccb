import { Context, Effect, type Fiber, type Tracer } from "effect"
import type { SqlClient, Statement as Sql } from "effect/sql"
import type { Lane } from "./FairSlots.ts"
import { makeFairSlots } from "./makeFairSlots.ts"

/** Which work statements belong to. Background work has no caller that waits: sweeps, mails, exports. */
export const DatabaseLane = Context.Reference<Lane>("@fleet/server/DatabaseLane", { defaultValue: () => "foreground" })

/** Work whose statements pass after those of requests and commands. */
export const inBackground = Effect.provideService(DatabaseLane, "background")

/** The tenant of a fibre's statements, from its context: tenants that wait for a connection get one in turn. */
export const StatementTenant = Context.Reference<(context: Context.Context<never>) => string>(
  "@fleet/server/StatementTenant",
  { defaultValue: () => () => "" }
)

const evaluate = "~effect/Effect/evaluate"
type Evaluated = Tracer.EffectPrimitive<Effect.Effect<unknown, unknown, unknown>>
type Statement = Sql.Statement<unknown> & { [evaluate]: Evaluated[typeof evaluate] }

/**
 * The same client, whose statements and transactions wait for its connections in fair order (see FairSlots): by turns
 * between tenants, and not in the order they came. One tenant holds at most three quarters of them, since whatever waits for
 * a lock holds one. A statement of a transaction has its connection already.
 */
export const shareConnections = (
  sql: SqlClient.SqlClient,
  connections: number,
  tenantOf: (context: Context.Context<never>) => string
): SqlClient.SqlClient => {
  const withSlot = makeFairSlots(connections, connections - (connections >> 2))

  const inLane = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiber((fiber: Fiber.Fiber<unknown, unknown>) => {
      if (Context.getOrUndefined(fiber.context, sql.transactionService) !== undefined) return work
      const lane = Context.get(fiber.context, DatabaseLane)
      return withSlot(lane, tenantOf(fiber.context as Context.Context<never>))(work)
    })

  const shared = (statement: Statement): Statement => {
    const execute = statement[evaluate]
    statement[evaluate] = function (this: Evaluated, fiber: Fiber.Fiber<any, any>) {
      return inLane(Effect.suspend(() => execute.call(this, fiber)))
    }
    return statement
  }
  const withTransaction = <R, E, A>(work: Effect.Effect<A, E, R>) => inLane(sql.withTransaction(work))

  return new Proxy(sql, {
    apply: (target, self, args: Parameters<SqlClient.SqlClient>) => {
      const made = Reflect.apply(target, self, args)
      return Array.isArray(args[0]) ? shared(made as unknown as Statement) : made
    },
    get: (target, name, receiver) =>
      name === "withTransaction" ? withTransaction : Reflect.get(target, name, receiver)
  })
}
