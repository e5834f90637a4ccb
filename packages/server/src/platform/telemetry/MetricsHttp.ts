import { NotFound } from "@fleet/domain/Errors"
import { Effect, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { timingSafeEqual } from "node:crypto"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Counters } from "./Counters.ts"
import { Settings } from "../settings/Settings.ts"
import { refuse } from "../http/Envelope.ts"

const contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

const matches = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** OpenMetrics text: a name ending in `_total` is a counter, any other a gauge. */
const exposition = (values: Readonly<Record<string, number>>): string => {
  const lines: Array<string> = []
  for (const [name, value] of Object.entries(values)) {
    const counter = name.endsWith("_total")
    lines.push(`# TYPE fleet_${counter ? name.slice(0, -6) : name} ${counter ? "counter" : "gauge"}`)
    lines.push(`fleet_${name} ${value}`)
  }
  return `${lines.join("\n")}\n# EOF\n`
}

/** GET /metrics, for the operator's bearer; to anybody else it is not there. */
export const MetricsHttp = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const counters = yield* Counters
    const { operatorToken } = yield* Settings
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    yield* Effect.addFinalizer(() => Effect.sync(() => delay.disable()))

    yield* router.add(
      "GET",
      "/metrics",
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const given = headers["authorization"]?.replace(/^Bearer /i, "") ?? ""
        if (Option.isNone(operatorToken) || !matches(given, Redacted.value(operatorToken.value))) {
          return refuse(new NotFound())
        }
        const { heapUsed, rss } = process.memoryUsage()
        const { user, system } = process.cpuUsage()
        const text = exposition({
          ...counters,
          event_loop_delay_p99_seconds: delay.percentile(99) / 1e9,
          process_resident_memory_bytes: rss,
          process_heap_used_bytes: heapUsed,
          process_cpu_seconds_total: (user + system) / 1e6,
          process_uptime_seconds: process.uptime()
        })
        delay.reset()
        return HttpServerResponse.text(text, { contentType })
      })
    )
  })
)
