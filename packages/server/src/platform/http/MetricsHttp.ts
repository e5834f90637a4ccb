import { NotFound } from "@fleet/domain/Errors"
import { Effect, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { timingSafeEqual } from "node:crypto"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { Settings } from "../settings/Settings.ts"
import { Counters } from "../telemetry/Counters.ts"
import { durations, measured, observe } from "../telemetry/durations.ts"
import { openMetrics, openMetricsType } from "../telemetry/openMetrics.ts"
import { makeReadings } from "../telemetry/readings.ts"
import { refuse } from "./Envelope.ts"
import { UnreadAnswers } from "./UnreadAnswers.ts"
import { Upgrades } from "./Upgrades.ts"

const matches = (given: string, wanted: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const delayEveryMs = 50

/** Measures the event loop's delay until the scope closes. */
const measureDelay = Effect.acquireRelease(
  Effect.sync(() => {
    const delay = monitorEventLoopDelay({ resolution: 20 })
    delay.enable()
    let due = performance.now() + delayEveryMs
    const timer = setInterval(() => {
      const now = performance.now()
      observe(durations.eventLoopDelay, Math.max(0, now - due) / 1000)
      due = now + delayEveryMs
    }, delayEveryMs).unref()
    return { delay, timer }
  }),
  ({ delay, timer }) =>
    Effect.sync(() => {
      delay.disable()
      clearInterval(timer)
    })
)

/** GET /metrics, for the operator's bearer; to anybody else it is not there. */
export const MetricsHttp = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const counters = yield* Counters
    const { answersCut, requestsTurnedAway } = yield* Upgrades
    const unread = yield* UnreadAnswers
    const { operatorToken } = yield* Settings
    // Without an operator it has no reader.
    if (Option.isNone(operatorToken)) return
    const wanted = Redacted.value(operatorToken.value)
    const { delay } = yield* measureDelay
    const read = makeReadings(() => {
      const { heapUsed, rss } = process.memoryUsage()
      const { system, user } = process.cpuUsage()
      const event_loop_delay_p99_seconds = delay.percentile(99) / 1e9
      delay.reset()
      const { inAll, ofAddress } = requestsTurnedAway()
      return {
        ...counters,
        event_loop_delay_p99_seconds,
        requests_turned_away_total: inAll,
        requests_of_address_turned_away_total: ofAddress,
        answers_turned_away_total: unread.bytes.refused,
        answers_cut_total: answersCut(),
        answers_unread_bytes: unread.bytes.bytes,
        process_resident_memory_bytes: rss,
        process_heap_used_bytes: heapUsed,
        process_cpu_seconds_total: (user + system) / 1e6,
        process_uptime_seconds: process.uptime()
      }
    })

    yield* router.add(
      "GET",
      "/metrics",
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const given = headers["authorization"]?.replace(/^Bearer /i, "") ?? ""
        if (!matches(given, wanted)) return refuse(new NotFound())
        return HttpServerResponse.text(openMetrics([...measured(), ...read()]), { contentType: openMetricsType })
      })
    )
  })
)
