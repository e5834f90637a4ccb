import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"
import { serviceNow } from "../../format/ticking.ts"

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
