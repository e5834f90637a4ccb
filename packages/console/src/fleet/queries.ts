import { type QueryClient, queryOptions, useQueries } from "@tanstack/react-query"
import { useMemo } from "react"
import { fleet } from "../session/client.ts"
import { type FleetLists, type FleetRobot, fleetOf } from "./robotState.ts"

/** Lists are read again by events; this is for what an event did not say. */
const every = 30_000

export const robotsQuery = queryOptions({
  queryKey: ["robots.list"],
  queryFn: async ({ signal }) => (await fleet.request("robots.list", { signal })).robots,
  refetchInterval: every
})

export const robotQuery = (robotId: string) =>
  queryOptions({
    queryKey: ["robots.get", robotId],
    queryFn: ({ signal }) => fleet.request("robots.get", { params: { id: robotId }, signal }),
    refetchInterval: every
  })

export const firingQuery = queryOptions({
  queryKey: ["alerts.firing"],
  queryFn: ({ signal }) => fleet.alerts.firing({ signal }),
  refetchInterval: every
})

export const healthQuery = queryOptions({
  queryKey: ["orgReports.health"],
  queryFn: ({ signal }) => fleet.health.list({ signal }),
  refetchInterval: every
})

/** Jobs that have not ended, of all robots: those that run and those that are unknown. */
export const openJobsQuery = queryOptions({
  queryKey: ["jobs.open"],
  queryFn: async ({ signal }) => {
    const pages = await Promise.all(
      (["running", "unknown"] as const).map((state) =>
        fleet.request("jobs.orgRuns", { query: { state, limit: 200 }, signal })
      )
    )
    return pages.flatMap((page) => page.runs)
  },
  refetchInterval: every
})

/** The apps of the organisation, each with the robots that it reaches. */
export const appsQuery = queryOptions({
  queryKey: ["apps.list"],
  queryFn: async ({ signal }) => (await fleet.request("apps.list", { signal })).apps,
  refetchInterval: 2 * every,
  staleTime: every
})

export const meQuery = queryOptions({
  queryKey: ["auth.me"],
  queryFn: ({ signal }) => fleet.request("auth.me", { signal }),
  staleTime: 60_000
})

export const planQuery = queryOptions({
  queryKey: ["org.plan"],
  queryFn: ({ signal }) => fleet.request("org.plan", { signal }),
  staleTime: 60_000
})

/** Asks for what every page begins with, before anything is on the screen. What fails is asked for again by the page. */
export const fetchFirst = (queries: QueryClient): void => {
  void queries.prefetchQuery(robotsQuery)
  void queries.prefetchQuery(firingQuery)
  void queries.prefetchQuery(openJobsQuery)
  void queries.prefetchQuery(healthQuery)
  void queries.prefetchQuery(meQuery)
}

const none: ReadonlyArray<never> = []
let made: { readonly of: FleetLists; readonly fleet: ReadonlyArray<FleetRobot> } | undefined

/** The fleet of these lists. The navigation and the page ask for the same one, which is made once. */
const keptFleetOf = (lists: FleetLists): ReadonlyArray<FleetRobot> => {
  const isMade =
    made !== undefined &&
    (["robots", "alerts", "jobs", "health"] as const).every((name) => made!.of[name] === lists[name])
  if (!isMade) made = { of: lists, fleet: fleetOf(lists) }
  return made!.fleet
}

/** Everything that decides what a robot's state is. The robots come first; the rest adds to them as it arrives. */
export const useFleetRobots = () => {
  const [robots, alerts, jobs, health] = useQueries({
    queries: [robotsQuery, firingQuery, openJobsQuery, healthQuery]
  })
  const fleetRobots = useMemo(
    () =>
      robots.data === undefined
        ? undefined
        : keptFleetOf({
            robots: robots.data,
            alerts: alerts.data ?? none,
            jobs: jobs.data ?? none,
            health: health.data ?? none
          }),
    [robots.data, alerts.data, jobs.data, health.data]
  )
  return {
    fleetRobots,
    robots,
    alerts,
    jobs,
    health,
    isComplete: [alerts, jobs, health].every((query) => query.isSuccess)
  }
}
