import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { serviceNow } from "../../format/ticking.ts"
import { robotQuery } from "../../fleet/queries.ts"

/** How long the robot is asked for often after a publish. */
const watchedMs = 60_000

/** What is published, what the robot made of it, and how long it took for a publish of this page. */
export const useApplied = (robotId: string) => {
  const [watchedAt, setWatchedAt] = useState<number | null>(null)
  const [appliedAfterMs, setAppliedAfterMs] = useState<number | null>(null)
  const robot = useQuery({
    ...robotQuery(robotId),
    refetchInterval: (query) => {
      const config = query.state.data?.config
      const waits = config !== undefined && config.published_version !== config.applied_version
      return watchedAt !== null && waits && serviceNow() - watchedAt < watchedMs ? 500 : 10_000
    }
  })
  const config = robot.data?.config
  const isApplied =
    config !== undefined && config.published_version !== null && config.published_version === config.applied_version
  useEffect(() => {
    if (watchedAt === null || !isApplied || config?.published_at == null) return
    const after = serviceNow() - watchedAt
    // The state of before the publish is no answer to it.
    if (Date.parse(config.published_at) < watchedAt - 60_000) return
    setAppliedAfterMs(after)
    setWatchedAt(null)
  }, [watchedAt, isApplied, config])
  return {
    config,
    isOnline: robot.data?.bridge_state.online ?? false,
    appliedAfterMs,
    watch: () => {
      setAppliedAfterMs(null)
      setWatchedAt(serviceNow())
    }
  }
}
