import "./Job.css"
import { FleetError, type Job, type JobUpdate } from "@fleet/sdk"
import { useMutation } from "@tanstack/react-query"
import { memo, useRef, useState } from "react"
import { clockOffset, serviceNow } from "../../../format/ticking.ts"
import { JobState } from "../../../fleet/JobState.tsx"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { formatDuration, formatMoment } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { useNear } from "../../../live/useSlot.ts"
import { formOf, keepStarted, typedIn } from "../../../robot/typedCommands.ts"
import { fleet } from "../../../session/client.ts"
import { CommandForm } from "../parameters/CommandForm.tsx"
import { liveWords } from "../words.ts"
import { JobOutcome } from "./JobOutcome.tsx"
import { JobProgress } from "./JobProgress.tsx"
import { LiveCard } from "./LiveCard.tsx"
import { type CommandCardProps, useCommandForm } from "./useCommandForm.ts"
import { isOpen, useJob, useWho, useWorking } from "./useJob.ts"

/** The newest of what the socket and the answers say of the job. */
const newest = (live: JobUpdate | undefined, answered: Job | undefined): JobUpdate | undefined => {
  if (answered === undefined) return live
  const own = { ...answered, feedback: null, progress: null }
  if (live === undefined) return own
  if (live.id === answered.id) return live.seq >= answered.seq ? live : own
  return live.started_at >= answered.started_at ? live : own
}

/** An action: what it needs, and its job from the press to the end. */
export const ActionCard = memo((props: CommandCardProps) => {
  const { blocked, exposure, robotId } = props
  const t = useWords(liveWords)
  const states = useWords(fleetWords)
  const { slug } = exposure
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  const { error, job: live } = useJob(robotId, slug, isNear)
  const [sent, setSent] = useState<{ readonly atMs: number; readonly acceptedMs?: number; readonly jobId?: string }>()
  const start = useMutation({
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      const atMs = serviceNow()
      const typed = typedIn(formOf(robotId, slug))
      setSent({ atMs })
      const { job } = await fleet.robot(robotId).action(slug).start(values)
      keepStarted(job.id, typed, values)
      setSent({ atMs, acceptedMs: serviceNow() - atMs, jobId: job.id })
      return job
    }
  })
  const cancel = useMutation({
    mutationFn: (jobId: string) =>
      fleet.request("jobs.cancel", { params: { id: robotId, slug }, body: { job_id: jobId } })
  })
  const job = newest(live, start.data)
  useWorking(robotId, slug, isOpen(job))
  const isMine = sent?.jobId !== undefined && sent.jobId === job?.id
  const form = useCommandForm(props)
  const who = useWho(robotId, job, isMine)
  // Somebody else was faster: their job is on the card by then.
  const isBusy = FleetError.is(start.error) && start.error.code === "busy" && isOpen(job)
  return (
    <LiveCard
      robotId={robotId}
      exposure={exposure}
      box={box}
      read={() => (job === undefined ? t.neverRun : states[job.state])}
    >
      {job !== undefined && isOpen(job) ? (
        <JobProgress
          job={job}
          sent={isMine ? sent : undefined}
          who={who}
          askedMs={cancel.variables === job.id ? cancel.submittedAt + clockOffset() : undefined}
          error={cancel.error ?? (isBusy ? start.error : null)}
          onCancel={() => cancel.mutate(job.id)}
          isCancelling={cancel.isPending}
          blocked={blocked}
        />
      ) : (
        <>
          <CommandForm
            {...form}
            action={t.run(slug)}
            kind="primary"
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
          {job === undefined ? null : <JobOutcome job={job} means={job.state === "lost" ? states.lostMeans : null} />}
        </>
      )}
    </LiveCard>
  )
})
