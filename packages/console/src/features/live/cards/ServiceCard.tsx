import { useMutation } from "@tanstack/react-query"
import { memo, useRef } from "react"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { JobState } from "../../../fleet/JobState.tsx"
import { formatLatency } from "../../../format/numbers.ts"
import { serviceNow } from "../../../format/ticking.ts"
import { formatDuration } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Ago } from "../../../kit/Ago.tsx"
import { State } from "../../../kit/State.tsx"
import { useNear } from "../../../live/useSlot.ts"
import { fleet } from "../../../session/client.ts"
import { CommandForm } from "../parameters/CommandForm.tsx"
import { liveWords } from "../words.ts"
import { JobOutcome } from "./JobOutcome.tsx"
import { JobProgress } from "./JobProgress.tsx"
import { LiveCard } from "./LiveCard.tsx"
import { type CommandCardProps, useCommandForm } from "./useCommandForm.ts"
import { isOpen, useServiceJob, useWho, useWorking } from "./useJob.ts"

/** A service: what it needs, who calls it now, and what it answered last. */
export const ServiceCard = memo((props: CommandCardProps) => {
  const { blocked, exposure, robotId } = props
  const t = useWords(liveWords)
  const states = useWords(fleetWords)
  const { slug } = exposure
  const box = useRef<HTMLDivElement>(null)
  const form = useCommandForm(props)
  const { job } = useServiceJob(robotId, slug, useNear(box))
  const call = useMutation({
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      const began = performance.now()
      const result = await fleet.robot(robotId).service(slug).call(values)
      return { result, tookMs: performance.now() - began, atMs: serviceNow() }
    }
  })
  const own = call.data
  // What was called after the own answer came was called by somebody else.
  const isOwnNewest = own !== undefined && (job === undefined || Date.parse(job.started_at) <= own.atMs)
  useWorking(robotId, slug, isOpen(job))
  const who = useWho(robotId, job, false)
  return (
    <LiveCard
      robotId={robotId}
      exposure={exposure}
      box={box}
      read={() =>
        isOwnNewest ? t.answered(formatLatency(own.tookMs)) : job === undefined ? t.notCalled : states[job.state]
      }
    >
      {job !== undefined && isOpen(job) && !call.isPending ? (
        <JobProgress
          job={{ ...job, feedback: null, progress: null }}
          sent={undefined}
          who={who}
          askedMs={undefined}
          error={null}
          blocked={blocked}
        />
      ) : (
        <>
          <CommandForm
            {...form}
            action={t.call(slug)}
            isBusy={call.isPending}
            error={call.error}
            onRun={(values) => call.mutate(values)}
            aside={
              isOwnNewest ? (
                <span role="status">
                  <State tone="ok" shape="check">
                    {t.answered(formatLatency(own.tookMs))}
                  </State>{" "}
                  <Ago atMs={own.atMs} />
                </span>
              ) : job === undefined || call.isPending ? (
                t.notCalled
              ) : (
                <span>
                  <JobState is={job.state} />{" "}
                  {formatDuration(Math.max(0, Date.parse(job.updated_at) - Date.parse(job.started_at)))}
                </span>
              )
            }
          />
          {isOwnNewest ? (
            <JobOutcome job={{ slug, error: null, result: own.result }} means={null} />
          ) : job === undefined || call.isPending ? null : (
            <JobOutcome job={job} means={job.state === "lost" ? states.lostMeans : null} />
          )}
        </>
      )}
    </LiveCard>
  )
})
