import { FleetError, type OrgAlert, type RouteAnswer } from "@fleet/sdk"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { askNow, serviceNow } from "../../format/ticking.ts"
import { fleet } from "../../session/client.ts"
import type { Condition } from "./condition.ts"

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

/** What a datapoint is now; null where it has not sent a value. It says which conditions suit it. */
export const valueNowQuery = (robotId: string, slug: string | undefined) =>
  queryOptions({
    queryKey: ["alerts.value", robotId, slug],
    enabled: slug !== undefined,
    queryFn: async ({ signal }) => {
      try {
        const { value } = await fleet.request("datapoints.get", { params: { id: robotId, slug: slug! }, signal })
        return { value }
      } catch (error) {
        if (FleetError.is(error) && error.status < 500 && error.status >= 400) return null
        throw error
      }
    },
    staleTime: 30_000
  })

/** The document of a published version: it never changes. */
export const publishedQuery = (robotId: string, version: number | null | undefined) =>
  queryOptions({
    queryKey: ["config.version", robotId, version],
    enabled: version != null,
    staleTime: Infinity,
    queryFn: ({ signal }) =>
      fleet.request("config.version", { params: { id: robotId, version: String(version) }, signal })
  })

const hour = 3_600_000

/** The numbers that were recorded of a datapoint in the last hour, a point a minute at most. */
export const lastHourQuery = (robotId: string, slug: string, isRecorded: boolean) =>
  queryOptions({
    queryKey: ["alerts.lastHour", robotId, slug],
    enabled: isRecorded,
    staleTime: 60_000,
    refetchInterval: 60_000,
    queryFn: ({ signal }) =>
      askNow(async (to) => {
        const from = to - hour
        const { points } = await fleet
          .robot(robotId)
          .datapoint(slug)
          .history({ from: new Date(from), to: new Date(to), window: "1m", agg: "last", signal })
        const numbers = points.flatMap(({ at, value }) =>
          typeof value === "number" ? [{ at: at.getTime(), value }] : []
        )
        return { from, to, points: numbers }
      })
  })

export interface Attempt {
  readonly slug: string
  readonly condition: Condition
  readonly spanMs: number
}

/** As many samples as a chart draws one by one. */
const mostSamples = 2000

/** Of what is too much to draw, what decides: the least where a low value fires, the greatest where a high one does. */
const aggregateFor = ({ fire_at, resolve_at }: Condition) =>
  resolve_at === undefined || typeof fire_at !== "number" ? "last" : fire_at > resolve_at ? "max" : "min"

/** What was recorded, one by one where that is few enough. */
const readRecord = async (robotId: string, { condition, slug, spanMs }: Attempt, range: { from: Date; to: Date }) => {
  const datapoint = fleet.robot(robotId).datapoint(slug)
  const samples = await datapoint.history({ ...range, limit: mostSamples })
  if (!samples.truncated) return { points: samples.points, shows: "samples", stepMs: 0 } as const
  const shows = aggregateFor(condition)
  const [window, stepMs] = spanMs > 24 * hour ? ["10m", 600_000] : spanMs > hour ? ["1m", 60_000] : ["2s", 2000]
  const { points } = await datapoint.history({ ...range, window, agg: shows })
  return { points, shows, stepMs: Number(stepMs) } as const
}

/** When a condition would have fired, and the values it was tried on. */
export const tryOnPast = async (robotId: string, attempt: Attempt) => {
  const { condition, slug, spanMs } = attempt
  const to = serviceNow()
  const from = to - spanMs
  const range = { from: new Date(from), to: new Date(to) }
  const [preview, record] = await Promise.all([
    fleet.request("alerts.preview", {
      params: { id: robotId },
      body: { slug, condition, from: range.from.toISOString(), to: range.to.toISOString() }
    }),
    readRecord(robotId, attempt, range)
  ])
  const points = record.points.flatMap(({ at, value }) => (value === null ? [] : [{ at: at.getTime(), value }]))
  return { ...record, preview, condition, points, from, to }
}
export type Past = Awaited<ReturnType<typeof tryOnPast>>
