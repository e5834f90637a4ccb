import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useMemo } from "react"
import { parseQuery } from "../../query/query.ts"
import { runsQuery } from "./data.ts"
import { jobsQueryOf, olderThan } from "./jobsQuery.ts"

/** So many rows fill a screen: where the filter of this page leaves fewer, further pages are read by themselves. */
const enough = 30

/** The runs of a query, as far as they are read. */
export const useRuns = (query: string, robotId: string | undefined, nameOf: (robotId: string) => string) => {
  const terms = useMemo(() => parseQuery(query), [query])
  const split = useMemo(() => jobsQueryOf(terms, 0), [terms])
  const runs = useInfiniteQuery(runsQuery((nowMs) => jobsQueryOf(terms, nowMs).api, robotId))
  const { data, error, fetchNextPage, hasNextPage, isFetching } = runs
  const read = useMemo(() => data?.pages.flatMap((page) => page.runs) ?? [], [data])
  const shown = read.filter((run) => split.passes(run, nameOf(run.robot_id)))
  const isShort = split.isFilteredHere && shown.length < enough && hasNextPage && !isFetching && error === null
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  const last = read.at(-1)
  const isFull = !hasNextPage && last !== undefined && data?.pages.at(-1)?.next_cursor !== null
  return {
    runs,
    split,
    read: read.length,
    shown,
    /** The query of what is older than this list holds; undefined where it holds all or may read further. */
    older: isFull ? olderThan(query, Date.parse(last.started_at)) : undefined,
    isLooking: isFetching && split.isFilteredHere && shown.length < enough
  }
}
