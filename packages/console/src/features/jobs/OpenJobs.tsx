import { useQuery } from "@tanstack/react-query"
import { openJobsQuery } from "../../fleet/queries.ts"
import { useWords } from "../../i18n/words.ts"
import { ReadProblem } from "../../kit/ReadProblem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { RunningJob } from "./views/RunningJob.tsx"
import { words } from "./words.ts"

/** Jobs that have not ended. */
export const OpenJobs = ({
  nameOf,
  robotId
}: {
  readonly nameOf: (robotId: string) => string
  readonly robotId?: string
}) => {
  const t = useWords(words)
  const read = useQuery({ ...openJobsQuery, refetchInterval: 2000 })
  const open = read.data?.filter((run) => robotId === undefined || run.robot_id === robotId)
  // The page of all jobs says it in its heading.
  if (open?.length === 0 && robotId === undefined && read.error === null) return null
  return (
    <section className="jobs-section" aria-label={t.running}>
      <h2>{t.running}</h2>
      <ReadProblem of={read} />
      {open === undefined ? (
        read.error === null ? (
          <Skeleton height={4} />
        ) : null
      ) : open.length === 0 ? (
        <p className="text-2">{t.nothingRuns}</p>
      ) : (
        <div className="jobs-cards">
          {open.map((run) => (
            <RunningJob key={run.id} run={run} robotName={nameOf(run.robot_id)} />
          ))}
        </div>
      )}
    </section>
  )
}
