import { FleetError, type JobRun, type RouteAnswer, type RouteInput } from "@fleet/sdk"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { serviceNow } from "../../format/ticking.ts"
import { fleet } from "../../session/client.ts"
import { askAgainMs } from "./askAgain.ts"

type ApiQuery = NonNullable<RouteInput<"jobs.orgRuns">["query"]>

const pageSize = 50

/** Runs of all robots, or of one, newest first, a page at a time. Only a cursor of null is the end. */
export const runsQuery = (query: ApiQuery, robotId: string | undefined, key: string) =>
  infiniteQueryOptions({
    queryKey: ["jobs.runs", robotId ?? "all", key],
    queryFn: ({ pageParam, signal }): Promise<RouteAnswer<"jobs.orgRuns">> =>
      fleet.request("jobs.orgRuns", {
        query: {
          ...query,
          limit: pageSize,
          ...(robotId === undefined ? {} : { robot_id: robotId }),
          ...(pageParam === null ? {} : { before_seq: pageParam })
        },
        signal
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: 30_000
  })

/** What the service answers of a run that it does not have: no such run, no such robot, or no id at all. */
const isGone = (error: unknown) => FleetError.is(error) && (error.status === 404 || error.code === "invalid_uuid")

const midnight = (nowMs: number): number => {
  const day = new Date(nowMs)
  day.setHours(0, 0, 0, 0)
  return day.getTime()
}

/** How many jobs began and failed since the day did, here. */
export const jobsTodayQuery = queryOptions({
  queryKey: ["jobs.today"],
  queryFn: ({ signal }) => fleet.request("jobs.orgSummary", { query: { since_ms: midnight(serviceNow()) }, signal }),
  refetchInterval: 30_000
})

/** One run; null where the service has none. It is asked for again only while it has not ended. */
export const runQuery = (robotId: string, runId: string) =>
  queryOptions({
    queryKey: ["jobs.run", robotId, runId],
    queryFn: async ({ signal }): Promise<JobRun | null> => {
      try {
        return await fleet.request("jobs.run", { params: { id: robotId, runId }, signal })
      } catch (error) {
        if (isGone(error)) return null
        throw error
      }
    },
    refetchInterval: ({ state }) => (state.error === null ? askAgainMs(state.data) : false),
    refetchOnWindowFocus: ({ state }) => state.data !== null
  })

/** Asks the robot to end a job. Answers each goal's own code; it is sent once. */
export const cancelJob = (run: Pick<JobRun, "robot_id" | "slug" | "id">) =>
  fleet.request("jobs.cancel", { params: { id: run.robot_id, slug: run.slug }, body: { job_id: run.id } })
