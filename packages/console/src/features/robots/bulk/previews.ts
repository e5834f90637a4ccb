import type { RouteAnswer } from "@fleet/sdk"
import { useEffect, useState } from "react"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { fleet } from "../../../session/client.ts"
import { totalOf } from "./acts.ts"

type Preview = RouteAnswer<"robots.deletionPreview">

const atOnce = 4

/** What goes along with each of these robots, read a few at a time. */
export const usePreviews = (robots: ReadonlyArray<FleetRobot>) => {
  const [found, setFound] = useState<{ readonly previews: ReadonlyArray<Preview>; readonly failed: number }>({
    previews: [],
    failed: 0
  })
  useEffect(() => {
    const leave = new AbortController()
    const waiting = robots.map(({ robot }) => robot.id)
    const previews: Array<Preview> = []
    let failed = 0
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        try {
          previews.push(await fleet.request("robots.deletionPreview", { params: { id }, signal: leave.signal }))
        } catch {
          failed += 1
        }
        if (leave.signal.aborted) return
        setFound({ previews: [...previews], failed })
      }
    }
    for (let worker = 0; worker < atOnce; worker++) void work()
    return () => leave.abort()
  }, [robots])
  const read = found.previews.length + found.failed
  return { total: totalOf(found.previews), failed: found.failed, read, isReading: read < robots.length }
}
