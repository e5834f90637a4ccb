import { queryOptions } from "@tanstack/react-query"
import { askNow } from "../../format/ticking.ts"
import { fleet } from "../../session/client.ts"

/** The document of a published version: it never changes. */
export const documentQuery = (robotId: string, version: number | null) =>
  queryOptions({
    queryKey: ["config.version", robotId, version],
    enabled: version !== null,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      fleet.request("config.version", { params: { id: robotId, version: String(version) }, signal })
  })

export const camerasQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["cameras.list", robotId],
    queryFn: async ({ signal }) => (await fleet.request("cameras.list", { params: { id: robotId }, signal })).cameras
  })

export const alertsQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["alerts.list", robotId],
    queryFn: async ({ signal }) => (await fleet.request("alerts.list", { params: { id: robotId }, signal })).alerts
  })

/** What was recorded of a number in the last `windowMs`, oldest first. */
export const recordedQuery = (robotId: string, slug: string, windowMs: number, isRecorded: boolean) =>
  queryOptions({
    queryKey: ["datapoints.recent", robotId, slug, windowMs],
    enabled: isRecorded,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const { points } = await askNow((to) =>
        fleet
          .robot(robotId)
          .datapoint(slug)
          .history({ from: new Date(to - windowMs), to: new Date(to), limit: 1000, signal })
      )
      return points.flatMap(({ at, value }) => (typeof value === "number" ? [{ timeMs: at.getTime(), value }] : []))
    }
  })
