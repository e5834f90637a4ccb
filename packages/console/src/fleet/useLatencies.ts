import { queryOptions } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { askNow } from "../format/ticking.ts"
import { fleet } from "../session/client.ts"
import { Latencies } from "./latencies.ts"
import { robotsQuery } from "./queries.ts"

const latencies = new Latencies()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

fleet.auth.onChange((_, session) => {
  if (session !== null) return
  latencies.clear()
  tell()
})

/** The latency of all bridges over the last minutes. Where one of the answers fails, nothing is counted as known. */
export const latencyQuery = queryOptions({
  queryKey: ["orgReports.latency"],
  queryFn: async ({ client, signal }) => {
    const robots = client.getQueryData(robotsQuery.queryKey)?.length ?? 0
    const now = await askNow(async (at) => {
      for (const window of latencies.missing(at, robots))
        latencies.take(await fleet.request("orgReports.latency", { query: window, signal }))
      return at
    })
    latencies.settle(now, robots)
    tell()
    const { from_ms: from, to_ms: to } = latencies.window
    return { from, to, points: latencies.medians() }
  },
  refetchInterval: 60_000,
  staleTime: 30_000
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Something about a robot's last minutes, as text: it renders when that is another one. */
export const useLatencyText = (
  robotId: string,
  minutes: number,
  textOf: (values: ReadonlyArray<number | null>) => string
): string => useSyncExternalStore(subscribe, () => textOf(latencies.of(robotId, minutes)))
