import { Effect, Option, Redacted } from "effect"
import { TestDatabase } from "./Database.ts"
import { testApp } from "./TestApp.ts"
import { call } from "./wire.ts"

const operator = "the operator of the tests"

/** The app with an operator, who may read /metrics. */
export const OperatedApp = testApp({ operatorToken: Option.some(Redacted.make(operator)) }, TestDatabase)

/** What /metrics says now, by the name without `fleet_`. */
export const metrics = Effect.map(call("GET", "/metrics", { as: operator }), ({ body }): Record<string, number> =>
  Object.fromEntries(
    Array.from(String(body).matchAll(/^fleet_(\S+) (\S+)$/gm), ([, name, value]) => [name!, Number(value)])
  )
)
