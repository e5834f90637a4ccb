import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"
import { serviceNow } from "../../format/ticking.ts"
import type { ChartPoint } from "../../kit/LineChart.tsx"

const minute = 60_000
export const latencyWindow = 60 * minute

const medianOf = (values: ReadonlyArray<number>): number | null => {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** The median latency of all robots, minute by minute. */
export const latencyQuery = queryOptions({
  queryKey: ["overview.latency"],
  queryFn: async ({ signal }) => {
    const to = Math.ceil(serviceNow() / minute) * minute
    const from = to - latencyWindow
    const { series } = await fleet.request("orgReports.latency", { query: { from_ms: from, to_ms: to }, signal })
    const byMinute = new Map<number, Array<number>>()
    for (const { buckets } of series)
      for (const bucket of buckets) {
        if (bucket.avg_ms === null) continue
        const at = Date.parse(bucket.bucket_at)
        const known = byMinute.get(at)
        if (known === undefined) byMinute.set(at, [bucket.avg_ms])
        else known.push(bucket.avg_ms)
      }
    const points: Array<ChartPoint> = []
    for (let at = from; at < to; at += minute) points.push({ at, value: medianOf(byMinute.get(at) ?? []) })
    return { from, to, points }
  },
  refetchInterval: minute
})

export const midnight = (now: number): number => {
  const day = new Date(now)
  day.setHours(0, 0, 0, 0)
  return day.getTime()
}

export const jobsTodayQuery = queryOptions({
  queryKey: ["overview.jobsToday"],
  queryFn: ({ signal }) => fleet.request("jobs.orgSummary", { query: { since_ms: midnight(serviceNow()) }, signal }),
  refetchInterval: 30_000
})

export const recentQuery = queryOptions({
  queryKey: ["overview.recent"],
  queryFn: async ({ signal }) => (await fleet.request("audit.list", { query: { limit: 8 }, signal })).events,
  refetchInterval: 15_000
})

export const quotasQuery = queryOptions({
  queryKey: ["org.quotas"],
  queryFn: ({ signal }) => fleet.request("org.quotas", { signal }),
  refetchInterval: 60_000
})
