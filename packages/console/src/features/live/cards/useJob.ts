import { FleetError, type JobUpdate } from "@fleet/sdk"
import { useEffect, useState } from "react"
import { fleet } from "../../../session/client.ts"

/** Feedback alone renders at most so often, in milliseconds. */
const feedbackMs = 250

/** The newest job of an action and each change of it; feedback four times a second at most. */
export const useJob = (robotId: string, slug: string, isWanted: boolean) => {
  const [job, setJob] = useState<JobUpdate>()
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (!isWanted) return
    let shown: JobUpdate | undefined
    let shownMs = -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = (update: JobUpdate) => {
      clearTimeout(timer)
      shown = update
      shownMs = performance.now()
      setJob(update)
    }
    const updates = fleet.robot(robotId).action(slug).subscribe()
    updates.on(
      (update) => {
        const isNews = update.id !== shown?.id || update.state !== shown.state
        const waitMs = shownMs + feedbackMs - performance.now()
        if (isNews || waitMs <= 0) return show(update)
        clearTimeout(timer)
        timer = setTimeout(() => show(update), waitMs)
      },
      (failure) => setError(FleetError.is(failure) && failure.code === "limit_reached" ? null : failure)
    )
    return () => {
      clearTimeout(timer)
      updates.close()
    }
  }, [robotId, slug, isWanted])
  return { job, error }
}
