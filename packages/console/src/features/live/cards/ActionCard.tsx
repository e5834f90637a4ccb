import "./CommandCard.css"
import { type DescribedExposure, FleetError, type Job, type JobUpdate } from "@fleet/sdk"
import { useMutation, useQuery } from "@tanstack/react-query"
import { memo, useEffect, useMemo, useRef, useState } from "react"
import { JobState } from "../../../fleet/JobState.tsx"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { formatDuration, formatMoment } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Card } from "../../../kit/Card.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Part } from "../../../kit/Part.tsx"
import { useNear } from "../../../live/useSlot.ts"
import { setWorking } from "../../../robot/motion.ts"
import { fleet } from "../../../session/client.ts"
import type { CommandEntry } from "../liveDocument.ts"
import { CommandForm } from "../parameters/CommandForm.tsx"
import { parametersOf } from "../parameters/Parameter.ts"
import { liveWords } from "../words.ts"
import { JobOutcome } from "./JobOutcome.tsx"
import { JobProgress } from "./JobProgress.tsx"
import { useJob } from "./useJob.ts"

export interface CommandCardProps {
  readonly robotId: string
  readonly exposure: DescribedExposure
  readonly entry: CommandEntry
  /** Why the robot takes no command now. */
  readonly blocked: string | undefined
}

const isOpen = (job: Job | undefined): boolean => job?.state === "running" || job?.state === "unknown"

/** The newest of what the socket and the answers say of the job. */
const newest = (live: JobUpdate | undefined, answered: Job | undefined): JobUpdate | undefined => {
  if (answered === undefined) return live
  const own = { ...answered, feedback: null, progress: null }
  if (live === undefined) return own
  if (live.id === answered.id) return live.seq >= answered.seq ? live : own
  return live.started_at >= answered.started_at ? live : own
}

/** An action: what it needs, and its job from the press to the end. */
export const ActionCard = memo(({ blocked, entry, exposure, robotId }: CommandCardProps) => {
  const t = useWords(liveWords)
  const states = useWords(fleetWords)
  const { slug } = exposure
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  const { error, job: live } = useJob(robotId, slug, isNear)
  const [sent, setSent] = useState<{ readonly atMs: number; readonly acceptedMs?: number; readonly jobId?: string }>()
  const start = useMutation({
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      const atMs = Date.now()
      setSent({ atMs })
      const { job } = await fleet.robot(robotId).action(slug).start(values)
      setSent({ atMs, acceptedMs: Date.now() - atMs, jobId: job.id })
      return job
    }
  })
  const cancel = useMutation({
    mutationFn: (jobId: string) =>
      fleet.request("jobs.cancel", { params: { id: robotId, slug }, body: { job_id: jobId } })
  })
  const job = newest(live, start.data)
  const isWorking = isOpen(job)
  useEffect(() => {
    setWorking(robotId, slug, isWorking)
    return () => setWorking(robotId, slug, false)
  }, [robotId, slug, isWorking])
  const isMine = sent?.jobId !== undefined && sent.jobId === job?.id
  const holder = useQuery({
    queryKey: ["jobs.history", robotId, slug, "newest", job?.id],
    enabled: isOpen(job) && !isMine,
    staleTime: Infinity,
    queryFn: async ({ signal }) =>
      (await fleet.request("jobs.history", { params: { id: robotId }, query: { slug, limit: 1 }, signal })).runs[0]
  })
  const parameters = useMemo(
    () => parametersOf(exposure.input_schema, entry.parameters),
    [exposure.input_schema, entry.parameters]
  )
  const actor = holder.data?.id === job?.id ? holder.data?.actor : undefined
  const who = isMine ? t.byYou : actor == null ? undefined : t.by(actor.name ?? actor.label)
  // Somebody else was faster: their job is on the card by then.
  const isBusy = FleetError.is(start.error) && start.error.code === "busy" && isOpen(job)
  return (
    <div ref={box} className="live-card" data-slug={slug}>
      <Card title={slug} foreign kind={t.action}>
        <Part name={slug}>
          {exposure.description === null ? null : (
            <p className="live-card-about">
              <Foreign>{exposure.description}</Foreign>
            </p>
          )}
          {job !== undefined && isOpen(job) ? (
            <JobProgress
              job={job}
              sent={isMine ? sent : undefined}
              who={who}
              askedMs={cancel.variables === job.id ? cancel.submittedAt : undefined}
              error={cancel.error ?? (isBusy ? start.error : null)}
              onCancel={() => cancel.mutate(job.id)}
              isCancelling={cancel.isPending}
              blocked={blocked}
            />
          ) : (
            <>
              <CommandForm
                id={`${robotId} ${slug}`}
                parameters={parameters}
                message={entry.message}
                action={t.run(slug)}
                kind="primary"
                blocked={blocked}
                isBusy={start.isPending}
                error={start.error ?? error}
                onRun={(values) => start.mutate(values)}
                aside={
                  job === undefined ? (
                    t.neverRun
                  ) : (
                    <span title={formatMoment(Date.parse(job.updated_at))}>
                      <JobState is={job.state} />{" "}
                      {formatDuration(Math.max(0, Date.parse(job.updated_at) - Date.parse(job.started_at)))}
                    </span>
                  )
                }
              />
              {job === undefined ? null : (
                <JobOutcome job={job} means={job.state === "lost" ? states.lostMeans : null} />
              )}
            </>
          )}
        </Part>
      </Card>
    </div>
  )
})
