import { FleetError, type Job } from "@fleet/sdk"
import { useWords } from "../../../i18n/words.ts"
import { Note } from "../../../kit/Note.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { State } from "../../../kit/State.tsx"
import { visible } from "../../../kit/visible.ts"
import { words } from "../words.ts"

/** What the robot said of each goal, in words. */
const Goals = ({ error }: { readonly error: FleetError<"cancel_rejected"> }) => {
  const t = useWords(words)
  const messages = [t.goal0, t.goal1, t.goal2, t.goal3, t.goalSilent]
  return (
    <ul className="jobs-goals" aria-label={t.goals}>
      {error.details.goals.map(({ goal_id, job_id, return_code }) => (
        <li key={job_id}>
          <State
            tone={return_code === 0 ? "ok" : return_code === null ? "unsure" : "bad"}
            shape={return_code === 0 ? "check" : return_code === null ? "diamond" : "cross"}
          >
            {messages[return_code ?? 4]}
          </State>
          <code>{visible(goal_id.slice(0, 8))}</code>
        </li>
      ))}
    </ul>
  )
}

/** How a cancel was answered. A job is cancelled only once the robot says so. */
export const CancelAnswer = ({
  error,
  job
}: {
  /** The job that it went to: null where nothing ran, undefined before an answer. */
  readonly job: Job | null | undefined
  readonly error: unknown
}) => {
  const t = useWords(words)
  if (error !== null)
    return (
      <>
        <Problem error={error} />
        {FleetError.is(error) && error.is("cancel_rejected") ? <Goals error={error} /> : null}
      </>
    )
  return job === undefined ? null : <Note live>{job === null ? t.cancelReachedNothing : t.cancelDone}</Note>
}
