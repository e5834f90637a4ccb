import type { JobRun } from "@fleet/sdk"
import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { fleetWords } from "../../../fleet/fleetWords.ts"
import { JobState } from "../../../fleet/JobState.tsx"
import { formatPercent } from "../../../format/numbers.ts"
import { clockOffset, useNow } from "../../../format/ticking.ts"
import { formatClock, formatDuration } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button, buttonClass } from "../../../kit/Button.tsx"
import { Card } from "../../../kit/Card.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Meter } from "../../../kit/Meter.tsx"
import { Note } from "../../../kit/Note.tsx"
import { Tree } from "../../../kit/Tree.tsx"
import { cancelJob } from "../data.ts"
import { words } from "../words.ts"
import { CancelAnswer } from "./CancelAnswer.tsx"

/** A job that has not ended, with how to end it. */
export const RunningJob = ({
  isAlone = false,
  robotName,
  run
}: {
  readonly run: JobRun
  readonly robotName: string
  /** On its own page: what the page says stands there once. */
  readonly isAlone?: boolean
}) => {
  const t = useWords(words)
  const states = useWords(fleetWords)
  const queries = useQueryClient()
  const now = useNow()
  const cancel = useMutation({
    mutationFn: () => cancelJob(run),
    onSettled: () => Promise.all(["jobs.open", "jobs.run"].map((key) => queries.invalidateQueries({ queryKey: [key] })))
  })
  return (
    <Card
      title={isAlone ? t.now : run.slug}
      foreign={!isAlone}
      level={isAlone ? 2 : 3}
      kind={
        isAlone ? (
          run.kind === "action" ? (
            t.kindAction
          ) : (
            t.kindService
          )
        ) : (
          <>
            {t.on}{" "}
            <Link to="/robots/$robotId" params={{ robotId: run.robot_id }} className="jobs-link">
              <Foreign>{robotName}</Foreign>
            </Link>
          </>
        )
      }
      aside={formatDuration(now - Date.parse(run.started_at))}
      footer={
        <>
          <Button
            size="small"
            kind="danger"
            busy={cancel.isPending}
            blocked={run.kind === "service" ? t.serviceCancel : undefined}
            onPress={() => {
              cancel.mutate()
            }}
          >
            {t.cancel(run.slug)}
          </Button>
          {isAlone ? null : (
            <span className="jobs-who">
              {run.actor === null ? t.external : <Foreign>{run.actor.name ?? run.actor.label}</Foreign>}
            </span>
          )}
          {isAlone ? null : (
            <Link
              to="/jobs/$robotId/$runId"
              params={{ robotId: run.robot_id, runId: run.id }}
              className={buttonClass({ size: "small", kind: "quiet" })}
            >
              {t.open}
            </Link>
          )}
        </>
      }
    >
      <div className="jobs-running">
        <p>
          <JobState is={run.state} />{" "}
          {run.progress === null ? null : run.state === "unknown" ? (
            <span className="text-2">{t.lastProgress(formatPercent(run.progress))}</span>
          ) : (
            <strong>{formatPercent(run.progress)}</strong>
          )}
        </p>
        {run.progress === null ? null : (
          <Meter value={run.progress} max={1} name={run.slug} text={formatPercent(run.progress)} />
        )}
        {run.state === "unknown" && !isAlone ? <Note tone="unsure">{states.unknownMeans}</Note> : null}
        {run.feedback === null || run.feedback === undefined ? null : (
          <Tree name={t.feedback} value={run.feedback} openTo={1} />
        )}
        {cancel.isPending ? <Note live>{t.cancelAsked(formatClock(cancel.submittedAt + clockOffset()))}</Note> : null}
        <CancelAnswer job={cancel.data?.job} error={cancel.error} />
      </div>
    </Card>
  )
}
