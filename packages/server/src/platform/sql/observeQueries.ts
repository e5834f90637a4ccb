import { Context, Effect, type Fiber, type Tracer } from "effect"
import type { SqlClient, Statement as Sql } from "effect/sql"
import { durations, observe } from "../telemetry/durations.ts"

/** From how many milliseconds on a statement is logged as slow; 0 is never. */
export const SlowQueryMs = Context.Reference<number>("@fleet/server/SlowQueryMs", { defaultValue: () => 0 })

/** Characters of a statement in a log line. */
const shown = 500

const evaluate = "~effect/Effect/evaluate"
type Evaluated = Tracer.EffectPrimitive<Effect.Effect<unknown, unknown, unknown>>
type Statement = Sql.Statement<unknown> & { [evaluate]: Evaluated[typeof evaluate] }

/** As it was written, with $1 and so on for its values. */
const textOf = (statement: Statement) => {
  const [text] = statement.compile()
  const line = text.replaceAll(/\s+/g, " ").trim()
  return line.length > shown ? `${line.slice(0, shown)}…` : line
}

/** The same client, which measures its statements and logs the slow ones without their values. */
export const observeQueries = (sql: SqlClient.SqlClient, slowMs: number): SqlClient.SqlClient => {
  const ended = (statement: Statement, begun: number) => {
    const ms = performance.now() - begun
    observe(durations.query, ms / 1000)
    if (slowMs === 0 || ms < slowMs) return Effect.void
    return Effect.logWarning("slow query").pipe(
      Effect.annotateLogs({ duration_ms: Math.round(ms), statement: textOf(statement) })
    )
  }
  const observed = (statement: Statement): Statement => {
    const execute = statement[evaluate]
    statement[evaluate] = function (this: Evaluated, fiber: Fiber.Fiber<any, any>) {
      const begun = performance.now()
      return Effect.onExit(execute.call(this, fiber), () => ended(statement, begun))
    }
    return statement
  }
  return new Proxy(sql, {
    // A call with a template makes a statement; one with a name makes an identifier.
    apply: (target, self, args: Parameters<SqlClient.SqlClient>) => {
      const made = Reflect.apply(target, self, args)
      return Array.isArray(args[0]) ? observed(made as unknown as Statement) : made
    }
  })
}
