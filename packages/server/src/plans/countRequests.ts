import { Effect, Layer } from "effect"
import { RequestCount } from "../platform/http/RequestCount.ts"
import { UsageCounters } from "./UsageCounters.ts"

/** Requests of REST and MCP are use of the org, whatever their answer but 429 and faults of the server. */
export const countRequests = Layer.effect(
  RequestCount,
  Effect.map(UsageCounters, (counters) =>
    RequestCount.of({
      answered: (caller, status) => {
        if (status === 429 || status >= 500) return
        counters.add(caller.orgId, caller.kind === "developer" ? null : caller.appId, "api_calls", 1)
      }
    })
  )
)
