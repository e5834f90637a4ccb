import { FleetError, type Job, type JobUpdate } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { setWorking } from "../../../robot/motion.ts"
import { fleet } from "../../../session/client.ts"
import { useReturns } from "../../../session/useSession.ts"
import { liveWords } from "../words.ts"

/** Feedback alone renders at most so often, in milliseconds. */
const feedbackMs = 250

/** The newest job of an action and each change of it; feedback four times a second at most. */
export const useJob = (robotId: string, slug: string, isWanted: boolean) => {
  const [job, setJob] = useState<JobUpdate>()
  const [error, setError] = useState<unknown>(null)
  const returns = useReturns()
  useEffect(() => {
    if (!isWanted) return
    setError(null)
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
  }, [robotId, slug, isWanted, returns])
  return { job, error }
}

/** The newest call of a service by any caller, and each change of it. */
export const useServiceJob = (robotId: string, slug: string, isWanted: boolean) => {
  const [job, setJob] = useState<JobUpdate>()
  useEffect(() => {
    if (!isWanted) return
    const calls = fleet.robot(robotId).service(slug).subscribe()
    calls.on(setJob, () => undefined)
    return () => calls.close()
  }, [robotId, slug, isWanted])
  return { job }
}

/** Whether a job has not ended, as far as anybody knows. */
export const isOpen = (job: Pick<Job, "state"> | undefined): boolean =>
  job?.state === "running" || job?.state === "unknown"

/** Tells the button that stops whether the robot works on something. */
export const useWorking = (robotId: string, slug: string, isWorking: boolean): void =>
  useEffect(() => {
    setWorking(robotId, slug, isWorking)
    return () => setWorking(robotId, slug, false)
  }, [robotId, slug, isWorking])

/** Who began a job that has not ended; undefined where it is unknown. */
export const useWho = (robotId: string, job: Job | undefined, isMine: boolean): string | undefined => {
  const t = useWords(liveWords)
  const { data: run } = useQuery({
    queryKey: ["jobs.history", robotId, job?.slug, "newest", job?.id],
    enabled: isOpen(job) && !isMine,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { slug: job!.slug, limit: 1 }
      return (await fleet.request("jobs.history", { params: { id: robotId }, query, signal })).runs[0]
    }
  })
  if (isMine) return t.byYou
  const actor = run?.id === job?.id ? run?.actor : undefined
  return actor == null ? undefined : t.by(actor.name ?? actor.label)
}
