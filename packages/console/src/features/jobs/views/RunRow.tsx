import type { JobRun } from "@fleet/sdk"
import { Link } from "@tanstack/react-router"
import { memo } from "react"
import { JobState } from "../../../fleet/JobState.tsx"
import { formatDuration } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { Foreign } from "../../../kit/Foreign.tsx"
import { visible } from "../../../kit/visible.ts"
import { Moment } from "../../../kit/Moment.tsx"
import { words } from "../words.ts"

/** As much of a result as stands in a row. */
const shownResult = 80

const resultOf = ({ error, result }: JobRun): string => {
  if (error !== null) return error.message
  return result === null || result === undefined ? "" : JSON.stringify(result)
}

/** A run in the history. */
export const RunRow = memo(
  ({
    index,
    robotName,
    run,
    withRobot
  }: {
    readonly run: JobRun
    /** Its place among all rows, from 0. */
    readonly index: number
    readonly robotName: string
    readonly withRobot: boolean
  }) => {
    const t = useWords(words)
    const result = resultOf(run)
    return (
      <tr aria-rowindex={index + 2} data-row={run.id}>
        <td>
          <JobState is={run.state} />
        </td>
        {withRobot ? (
          <td>
            <Link to="/robots/$robotId" params={{ robotId: run.robot_id }}>
              <Foreign>{robotName}</Foreign>
            </Link>
          </td>
        ) : null}
        <td>
          <Link to="/jobs/$robotId/$runId" params={{ robotId: run.robot_id, runId: run.id }} className="table-name">
            <Foreign>{run.slug}</Foreign>
          </Link>
        </td>
        <td>
          <Moment atMs={Date.parse(run.started_at)} />
        </td>
        <td className="table-end jobs-wide">{run.duration_ms === null ? "–" : formatDuration(run.duration_ms)}</td>
        <td className="jobs-wide">
          {run.actor === null ? (
            <span className="text-3">{t.external}</span>
          ) : (
            <Foreign>{run.actor.name ?? run.actor.label}</Foreign>
          )}
        </td>
        <td className="jobs-wide text-2" title={visible(result.slice(0, 400))}>
          <Foreign>{result.length > shownResult ? `${result.slice(0, shownResult)}…` : result}</Foreign>
        </td>
      </tr>
    )
  }
)
