import type { OrgEvent } from "@fleet/sdk"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { fleet } from "../session/client.ts"
import { useReturns } from "../session/useSession.ts"

/** What is read again after events of a kind. */
const affected: Readonly<Record<OrgEvent["kind"], ReadonlyArray<string>>> = {
  bridge: ["robots.list", "robots.get"],
  job: ["jobs.open", "jobs.runs", "overview.jobsToday"],
  alert: ["alerts.firing", "alerts.all", "alerts.history"],
  health: ["orgReports.health", "robots.get"],
  audit: ["overview.recent", "activity.audit", "robots.list", "robots.get", "apps.list"],
  datapoint: [],
  recording: []
}

/** How long events are gathered before lists are read again, in milliseconds: a thousand robots may come at once. */
const gatherMs = 400

/** Reads the fleet's lists again when something happens in the organisation. Used once, by the shell. */
export const useFleetEvents = (): void => {
  const queries = useQueryClient()
  const returns = useReturns()
  useEffect(() => {
    const keys = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      for (const key of keys) void queries.invalidateQueries({ queryKey: [key] })
      keys.clear()
    }
    const events = fleet.events.subscribe({ onGap: () => void queries.invalidateQueries() })
    const stop = events.on(
      ({ kind }) => {
        for (const key of affected[kind]) keys.add(key)
        if (keys.size > 0) timer ??= setTimeout(flush, gatherMs)
      },
      () => {}
    )
    return () => {
      stop()
      events.close()
      clearTimeout(timer)
    }
  }, [queries, returns])
}
