import { Context, Metric } from "effect"

const boundaries = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const duration = (name: string, description: string) =>
  Metric.histogram(`fleet_${name}_seconds`, { description, boundaries })

/** How long things take, in seconds. */
export const durations = {
  request: duration("http_request_duration", "HTTP requests, from their head to their answer, by method and status."),
  command: duration("realtime_command_duration", "Commands over /realtime, from their frame to their reply."),
  query: duration("database_query_duration", "SQL statements, the wait for a connection included."),
  eventLoopDelay: duration("event_loop_delay", "How much later than asked timers fire, twenty times a second.")
}

/** The registry of the process. */
const process = Context.empty()

/** Synchronous and cheap. */
export const observe = (metric: Metric.Histogram<number>, seconds: number): void =>
  metric.updateUnsafe(seconds, process)

const methods: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])
const byAnswer = new Map<string, Metric.Histogram<number>>()

/** One series for each method and class of status; a method that HTTP does not know is `other`. */
export const observeRequest = (method: string, status: number, seconds: number): void => {
  const named = methods.has(method) ? method : "other"
  const key = `${named} ${Math.floor(status / 100)}xx`
  let series = byAnswer.get(key)
  if (series === undefined) {
    const attributes = { method: named, status: key.slice(-3) }
    byAnswer.set(key, (series = Metric.withAttributes(durations.request, attributes)))
  }
  observe(series, seconds)
}

/** What the process measured, each measure included that has no value yet. */
export const measured = (): ReadonlyArray<Metric.Metric.Snapshot> => {
  for (const each of [durations.command, durations.query, durations.eventLoopDelay]) each.valueUnsafe(process)
  return Metric.snapshotUnsafe(process).filter(({ id }) => id.startsWith("fleet_"))
}
