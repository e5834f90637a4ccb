import type { OrgEvent, RouteInput } from "@fleet/sdk"
import { type InfiniteData, infiniteQueryOptions } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { askNow } from "../../format/ticking.ts"
import { fleet } from "../../session/client.ts"
import { useReturns } from "../../session/useSession.ts"
import { type AuditPage, joinNewest } from "./joinNewest.ts"
import { noEvents, takeEvent } from "./live.ts"

type AuditPages = InfiniteData<AuditPage, number | null>

type ApiQuery = NonNullable<RouteInput<"audit.list">["query"]>

/** Entries are asked for in pages of so many. */
const pageSize = 100

/** A page that was read before, by what it was asked for with. */
const pageOf = (read: AuditPages | undefined, param: number | null): AuditPage | undefined =>
  read?.pages[read.pageParams.indexOf(param)]

/** The audit, newest first, a page at a time. `queryAt` says what is asked for at a moment of the service's clock. */
export const auditQuery = (queryAt: (nowMs: number) => ApiQuery, key: string) => {
  const queryKey = ["activity.audit", key]
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ client, pageParam, signal }): Promise<AuditPage> => {
      // What began at a time that moves on is read anew.
      const read = queryAt(0).from_ms === undefined ? client.getQueryData<AuditPages>(queryKey) : undefined
      const before = pageOf(read, pageParam)
      if (before !== undefined && pageParam !== null) return before
      const page = await askNow((now) =>
        fleet.request("audit.list", {
          query: { ...queryAt(now), limit: pageSize, ...(pageParam === null ? {} : { before_seq: pageParam }) },
          signal
        })
      )
      return pageParam === null ? joinNewest(page, before) : page
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: 15_000
  })
}

/** Values are not activity: they are on the robots' pages. */
const shown = (event: OrgEvent) => event.kind !== "datapoint"

/** What has happened since the page was opened, and how many events did not come. */
export const useLiveEvents = () => {
  const [known, setKnown] = useState(noEvents)
  const [missed, setMissed] = useState<number | null>(0)
  const returns = useReturns()
  useEffect(() => {
    const subscription = fleet.events.subscribe({
      onGap: (gap) => setMissed((count) => (gap.dropped === null || count === null ? null : count + gap.dropped))
    })
    const stop = subscription.on(
      (event) => {
        if (shown(event)) setKnown((before) => takeEvent(before, event))
      },
      () => {}
    )
    return () => {
      stop()
      subscription.close()
    }
  }, [returns])
  return { ...known, missed }
}

/** The audit as the service writes it, put into a file. */
export const exportAudit = async (query: ApiQuery): Promise<void> => {
  const { before_seq: _, limit: __, ...rest } = query
  const text = await fleet.request("audit.export", { query: rest })
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([String(text)], { type: "text/csv" }))
  link.download = "audit.csv"
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
