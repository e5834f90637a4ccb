import { useQuery } from "@tanstack/react-query"
import { countOpenJobs, type FleetRobot } from "../../fleet/robotState.ts"
import { formatCount } from "../../format/numbers.ts"
import { useWords } from "../../i18n/words.ts"
import { Card } from "../../kit/Card.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { State } from "../../kit/State.tsx"
import { jobsTodayQuery } from "./data.ts"
import { sumOfHours } from "./dayRuns.ts"
import { HourBars } from "./views/HourBars.tsx"
import { More } from "./views/More.tsx"
import { words } from "./words.ts"

/** What runs now is counted from the fleet, as everywhere; what began today is what the bars add up to. */
export const JobsCard = ({ fleet }: { readonly fleet: ReadonlyArray<FleetRobot> }) => {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(jobsTodayQuery)
  const open = countOpenJobs(fleet)
  const sum = sumOfHours(data?.hours ?? [])
  return (
    <Card title={t.jobs} aside={<More to="/jobs" text={t.allJobs} />}>
      {error !== null && data === undefined ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={8} />
      ) : sum.started === 0 && open.running + open.unknown === 0 ? (
        <Empty title={t.noJobs} />
      ) : (
        <>
          <p className="overview-figure">
            <strong>{formatCount(sum.started)}</strong>
            <span>{data.isCut ? t.startedCut : t.startedSince}</span>
          </p>
          <HourBars hours={data.hours} />
          <p className="overview-legend">
            <State tone="run" shape="arc" quiet>
              {t.runningCount(open.running)}
            </State>
            {open.unknown > 0 ? (
              <State tone="unsure" shape="diamond" quiet>
                {t.unknownCount(open.unknown)}
              </State>
            ) : null}
            <State tone={sum.failed > 0 ? "bad" : "idle"} shape="cross" quiet>
              {t.failedCount(sum.failed)}
            </State>
          </p>
        </>
      )}
    </Card>
  )
}
