import type { JobRun, RouteAnswer, RouteInput } from "@fleet/sdk"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { fleet } from "../../session/client.ts"

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

/** One run. The service lists runs by robot: it is looked for from the newest on. */
export const runQuery = (robotId: string, runId: string) =>
  queryOptions({
    queryKey: ["jobs.run", robotId, runId],
    queryFn: async ({ signal }): Promise<JobRun | null> => {
      let before: number | null = null
      do {
        const page: RouteAnswer<"jobs.orgRuns"> = await fleet.request("jobs.orgRuns", {
          query: { robot_id: robotId, limit: 200, ...(before === null ? {} : { before_seq: before }) },
          signal
        })
        const found = page.runs.find((run) => run.id === runId)
        if (found !== undefined) return found
        before = page.next_cursor
      } while (before !== null)
      return null
    },
    refetchInterval: ({ state }) => (state.data?.ended_at === null ? 2000 : false)
  })

/** Asks the robot to end a job. Answers each goal's own code; it is sent once. */
export const cancelJob = (run: Pick<JobRun, "robot_id" | "slug" | "id">) =>
  fleet.request("jobs.cancel", { params: { id: run.robot_id, slug: run.slug }, body: { job_id: run.id } })
