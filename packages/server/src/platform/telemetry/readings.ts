import { Context, Metric } from "effect"
import { counted } from "./Counters.ts"

/** What is read of the process at a scrape, by the name after `fleet_`. */
export const readings = {
  event_loop_delay_p99_seconds: "The 99th percentile of the event loop's delay since the last read.",
  requests_turned_away_total: "HTTP requests that were answered 503 because as many were being answered as may be.",
  requests_of_address_turned_away_total:
    "HTTP requests that were answered 503 because as many of their address were being answered as may be of one.",
  answers_turned_away_total:
    "Answers that were 503 because their caller, its organisation or all had as many bytes under way as may be.",
  answers_cut_total: "Answers that were cut because their reader took nothing of them.",
  answers_unread_bytes: "Bytes of large answers that are under way to their readers now.",
  process_resident_memory_bytes: "Memory of the process.",
  process_heap_used_bytes: "Memory of the process that JavaScript uses.",
  process_cpu_seconds_total: "Processor time of the process, in user and system mode.",
  process_uptime_seconds: "How long the process runs."
} as const

const descriptions = { ...counted, ...readings }
export type Readings = Readonly<Record<keyof typeof descriptions, number>>

/** Counters and gauges that are plain numbers elsewhere, read when a snapshot is taken. */
export const makeReadings = (read: () => Readings): (() => ReadonlyArray<Metric.Metric.Snapshot>) => {
  const context = Context.make(Metric.MetricRegistry, new Map())
  let now: Readings
  const nothing = () => undefined
  for (const [key, description] of Object.entries(descriptions)) {
    const name = key as keyof Readings
    const options = { description }
    const hooks = { update: nothing, modify: nothing }
    if (name.endsWith("_total")) {
      const counter = Metric.counter(`fleet_${name}`, options)
      Metric.registerUnsafe(counter, context, { ...hooks, get: () => ({ count: now[name], incremental: true }) })
    } else {
      const gauge = Metric.gauge(`fleet_${name}`, options)
      Metric.registerUnsafe(gauge, context, { ...hooks, get: () => ({ value: now[name] }) })
    }
  }
  return () => {
    now = read()
    return Metric.snapshotUnsafe(context)
  }
}
