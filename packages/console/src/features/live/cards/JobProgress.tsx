import type { JobUpdate } from "@fleet/sdk"
import { JobState } from "../../../fleet/JobState.tsx"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { formatPercent } from "../../../format/numbers.ts"
import { useNow } from "../../../format/ticking.ts"
import { formatAge, formatClock, formatDuration } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Glyph } from "../../../kit/Glyph.tsx"
import { X } from "../../../kit/icons.ts"
import { Meter } from "../../../kit/Meter.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Tree } from "../../../kit/Tree.tsx"
import { liveWords } from "../words.ts"

/** A job that has not ended: how far it is, who began it, and how to end it. */
export const JobProgress = ({
  askedMs,
  blocked,
  error,
  isCancelling = false,
  job,
  onCancel,
  sent,
  who
}: {
  readonly job: JobUpdate
  /** This page started it: when, and how long the answer took. */
  readonly sent: { readonly atMs: number; readonly acceptedMs?: number } | undefined
  readonly who: string | undefined
  /** When its end was asked for. */
  readonly askedMs: number | undefined
  readonly error: unknown
  /** Absent where it cannot be cancelled. */
  readonly onCancel?: () => void
  readonly isCancelling?: boolean
  readonly blocked: string | undefined
}) => {
  const t = useWords(liveWords)
  const states = useWords(fleetWords)
  const now = useNow()
  const { feedback, progress, slug } = job
  return (
    <div className="job-progress">
      <div className="job-line">
        <JobState is={job.state} />
        {progress === null ? null : <span className="tabular">{formatPercent(progress)}</span>}
        {who === undefined ? null : (
          <span className="job-who">
            <Foreign>{who}</Foreign>
          </span>
        )}
      </div>
      {progress === null ? null : (
        <Meter name={t.progressOf(slug)} value={progress} max={1} text={formatPercent(progress)} />
      )}
      {job.state === "unknown" ? <p className="live-card-quiet">{states.unknownMeans}</p> : null}
      <ol className="job-steps">
        {sent === undefined ? null : (
          <li>
            <Glyph shape="check" /> {t.sent}
          </li>
        )}
        {sent?.acceptedMs === undefined ? null : (
          <li>
            <Glyph shape="check" /> {t.accepted(sent.acceptedMs)}
          </li>
        )}
        <li className="job-current">
          <Glyph shape="arc" /> {t.runningFor(formatDuration(Math.max(0, now - Date.parse(job.started_at))))}
        </li>
      </ol>
      <div className="command-acts">
        {onCancel === undefined ? null : (
          <Button kind="danger" icon={X} busy={isCancelling} blocked={blocked} onPress={onCancel}>
            {t.cancel(slug)}
          </Button>
        )}
        <span className="command-aside">{t.busyUntil}</span>
      </div>
      {askedMs === undefined ? null : (
        <p role="status" className="job-asked">
          {t.cancelAsked(formatClock(askedMs))}
        </p>
      )}
      {error === null || error === undefined ? null : <Problem error={error} />}
      {feedback === null || feedback === undefined ? null : (
        <>
          <p className="live-card-quiet">{t.feedback(formatAge(Math.max(0, now - Date.parse(job.updated_at))))}</p>
          <div className="job-feedback">
            <Tree name={t.feedbackOf(slug)} value={feedback} openTo={1} />
          </div>
        </>
      )}
    </div>
  )
}
