import { queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"
import { DayRuns } from "./dayRuns.ts"
import { askNow } from "../../format/ticking.ts"
import { startOfDay } from "../../format/zones.ts"

const today = new DayRuns()

/** The runs that began today, by the hour. Where there are too many to read, the newest. */
export const jobsTodayQuery = queryOptions({
  queryKey: ["overview.jobsToday"],
  queryFn: ({ signal }) =>
    askNow(async (now) => {
      await today.read(startOfDay(now), (before) =>
        fleet.request("jobs.orgRuns", {
          query: { from_ms: startOfDay(now), limit: 200, ...(before === undefined ? {} : { before_seq: before }) },
          signal
        })
      )
      return { hours: today.hours(now), isCut: today.isCut }
    }),
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
