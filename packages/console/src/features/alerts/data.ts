import type { OrgAlert, RouteAnswer } from "@fleet/sdk"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"

/** All alerts of the organisation, those that moved last first, a page at a time. */
export const allAlertsQuery = infiniteQueryOptions({
  queryKey: ["alerts.all"],
  queryFn: ({ pageParam, signal }): Promise<RouteAnswer<"alerts.orgAlerts">> =>
    fleet.request("alerts.orgAlerts", {
      query: { limit: 200, ...(pageParam === null ? {} : { before: pageParam }) },
      signal
    }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor ?? undefined,
  refetchInterval: 30_000
})

export const robotAlertsQuery = (robotId: string, robotName: string) =>
  queryOptions({
    queryKey: ["alerts.all", robotId],
    queryFn: async ({ signal }): Promise<ReadonlyArray<OrgAlert>> => {
      const { alerts } = await fleet.request("alerts.list", { params: { id: robotId }, signal })
      return alerts.map((alert) => ({ ...alert, robot_name: robotName }))
    },
    refetchInterval: 30_000
  })

export const alertHistoryQuery = (robotId: string) =>
  infiniteQueryOptions({
    queryKey: ["alerts.history", robotId],
    queryFn: ({ pageParam, signal }): Promise<RouteAnswer<"alerts.history">> =>
      fleet.request("alerts.history", {
        params: { id: robotId },
        query: { limit: 50, ...(pageParam === null ? {} : { before_seq: pageParam }) },
        signal
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor ?? undefined
  })

/** The slugs of a robot's own datapoints; whether one is recorded is known when it is tried. */
export const recordedQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["alerts.recorded", robotId],
    queryFn: async ({ signal }) =>
      (await fleet.request("datapoints.list", { params: { id: robotId }, signal })).datapoints
        .filter(({ builtin }) => !builtin)
        .map(({ slug }) => slug),
    staleTime: 60_000
  })

export interface Attempt {
  readonly slug: string
  readonly fireAt: number
  readonly resolveAt: number
  readonly spanMs: number
}

/** When a condition would have fired, and the values it was tried on. */
export const tryOnPast = async (robotId: string, { fireAt, resolveAt, slug, spanMs }: Attempt) => {
  const to = new Date()
  const from = new Date(to.getTime() - spanMs)
  const range = { from: from.toISOString(), to: to.toISOString() }
  const params = { id: robotId }
  const [preview, history] = await Promise.all([
    fleet.request("alerts.preview", {
      params,
      body: { slug, condition: { fire_at: fireAt, resolve_at: resolveAt }, ...range }
    }),
    fleet
      .robot(robotId)
      .datapoint(slug)
      .history({ ...range, window: spanMs > 86_400_000 ? "1h" : spanMs > 3_600_000 ? "5m" : "30s", agg: "avg" })
  ])
  return { preview, points: history.points, from: from.getTime(), to: to.getTime() }
}
