import { FleetError, type JobRun, type RouteAnswer, type RouteInput } from "@fleet/sdk"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { askNow } from "../../format/ticking.ts"
import { startOfDay } from "../../format/zones.ts"
import { fleet } from "../../session/client.ts"
import { askAgainMs } from "./askAgain.ts"

type ApiQuery = NonNullable<RouteInput<"jobs.orgRuns">["query"]>

/** How many runs are read first, and how many with each further page. */
const firstPage = 50
const furtherPages = 200
/** As many pages as the history holds: all of them are read again every half minute. What is older has an address of its own. */
const mostPages = 11

/**
 * Runs of all robots, or of one, newest first, a page at a time. Only a cursor of null is the end. `queryAt` says what is
 * asked for at a moment of the service's clock.
 */
export const runsQuery = (queryAt: (nowMs: number) => ApiQuery, robotId: string | undefined) =>
  infiniteQueryOptions({
    // What is filtered on the page asks for nothing else.
    queryKey: ["jobs.runs", robotId ?? "all", queryAt(0)],
    queryFn: ({ pageParam, signal }): Promise<RouteAnswer<"jobs.orgRuns">> =>
      askNow((now) =>
        fleet.request("jobs.orgRuns", {
          query: {
            ...queryAt(now),
            limit: pageParam === null ? firstPage : furtherPages,
            ...(robotId === undefined ? {} : { robot_id: robotId }),
            ...(pageParam === null ? {} : { before_seq: pageParam })
          },
          signal
        })
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page, pages) => (pages.length < mostPages ? (page.next_cursor ?? undefined) : undefined),
    refetchInterval: 30_000,
    // A list of an earlier filter may be long.
    gcTime: 30_000
  })

/** What the service answers of a run that it does not have: no such run, no such robot, or no id at all. */
const isGone = (error: unknown) => FleetError.is(error) && (error.status === 404 || error.code === "invalid_uuid")

/** How many jobs began and failed since the day did, here. */
export const jobsTodayQuery = queryOptions({
  queryKey: ["jobs.today"],
  queryFn: ({ signal }) =>
    askNow((now) => fleet.request("jobs.orgSummary", { query: { since_ms: startOfDay(now) }, signal })),
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
