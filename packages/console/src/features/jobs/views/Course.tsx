import type { JobRun } from "@fleet/sdk"
import type { ReactNode } from "react"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { JobState } from "../../../fleet/JobState.tsx"
import { formatPercent } from "../../../format/numbers.ts"
import { formatDuration } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Moment } from "../../../kit/Moment.tsx"
import { State } from "../../../kit/State.tsx"
import { words } from "../words.ts"

const Step = ({ aside, children }: { readonly children: ReactNode; readonly aside: ReactNode }) => (
  <li>
    {children}
    <span className="jobs-course-aside">{aside}</span>
  </li>
)

/** A run from its start to where it is now, and what it waits for. */
export const Course = ({ run }: { readonly run: JobRun }) => {
  const t = useWords(words)
  const states = useWords(fleetWords)
  const { actor, duration_ms, ended_at, progress, started_at, state } = run
  return (
    <ol className="jobs-course" aria-label={t.times}>
      <Step aside={<Moment atMs={Date.parse(started_at)} />}>
        <State tone="ok" shape="check" quiet>
          {actor === null ? (
            t.startedThere
          ) : (
            <>
              {t.startedBy} <Foreign>{actor.name ?? actor.label}</Foreign>
            </>
          )}
        </State>
      </Step>
      <Step
        aside={
          ended_at === null ? (
            progress === null ? null : state === "unknown" ? (
              t.lastProgress(formatPercent(progress))
            ) : (
              formatPercent(progress)
            )
          ) : (
            <>
              <Moment atMs={Date.parse(ended_at)} />
              {duration_ms === null ? null : ` · ${formatDuration(duration_ms)}`}
            </>
          )
        }
      >
        <JobState is={state} />
      </Step>
      {state === "unknown" ? (
        <Step aside={null}>
          <State tone="idle" shape="dashed" quiet>
            {t.waitsForRobot}
          </State>
        </Step>
      ) : null}
      {state === "running" ? (
        <Step aside={null}>
          <State tone="idle" shape="dashed" quiet>
            {t.waitsForEnd}
          </State>
        </Step>
      ) : null}
      {state === "unknown" || state === "lost" ? (
        <li className="jobs-course-note">{state === "unknown" ? states.unknownMeans : states.lostMeans}</li>
      ) : null}
    </ol>
  )
}
