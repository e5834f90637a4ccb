import "./Jobs.css"
import type { JobRun } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { fleetWords } from "../../fleet/fleetWords.ts"
import { JobState } from "../../fleet/JobState.tsx"
import { useRobotNames } from "../../fleet/useRobotNames.ts"
import { formatDuration } from "../../format/times.ts"
import { useWords } from "../../i18n/words.ts"
import { buttonClass } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { Moment } from "../../kit/Moment.tsx"
import { Note } from "../../kit/Note.tsx"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { Tree } from "../../kit/Tree.tsx"
import { runQuery } from "./data.ts"
import { RunningJob } from "./views/RunningJob.tsx"
import { words } from "./words.ts"

const route = getRouteApi("/console/jobs/$robotId/$runId")

const Facts = ({ robotName, run }: { readonly run: JobRun; readonly robotName: string }) => {
  const t = useWords(words)
  return (
    <dl className="jobs-facts">
      <dt>{t.robot}</dt>
      <dd>
        <Link to="/robots/$robotId" params={{ robotId: run.robot_id }} className="jobs-link">
          <Foreign>{robotName}</Foreign>
        </Link>
      </dd>
      <dt>{t.started}</dt>
      <dd>
        <Moment atMs={Date.parse(run.started_at)} />
      </dd>
      <dt>{t.ended}</dt>
      <dd>{run.ended_at === null ? t.notEnded : <Moment atMs={Date.parse(run.ended_at)} />}</dd>
      <dt>{t.duration}</dt>
      <dd>{run.duration_ms === null ? "–" : formatDuration(run.duration_ms)}</dd>
      <dt>{t.who}</dt>
      <dd>{run.actor === null ? t.external : <Foreign>{run.actor.name ?? run.actor.label}</Foreign>}</dd>
    </dl>
  )
}

const Run = ({ robotName, run }: { readonly run: JobRun; readonly robotName: string }) => {
  const t = useWords(words)
  const states = useWords(fleetWords)
  const isOpen = run.state === "running" || run.state === "unknown"
  return (
    <>
      <div className="jobs-running">
        <PageHeading>
          <Foreign>{run.slug}</Foreign>
        </PageHeading>
        <p>
          <JobState is={run.state} />
        </p>
        {run.state === "unknown" ? <Note tone="unsure">{states.unknownMeans}</Note> : null}
        {run.state === "lost" ? <Note tone="unsure">{states.lostMeans}</Note> : null}
      </div>
      <div className="jobs-page">
        {isOpen ? <RunningJob run={run} robotName={robotName} /> : null}
        <Card title={t.times}>
          <Facts run={run} robotName={robotName} />
        </Card>
        {run.error === null ? null : (
          <Card title={t.error} kind={<code>{run.error.code}</code>}>
            <p>
              <Foreign>{run.error.message}</Foreign>
            </p>
            {run.error.details === undefined ? null : <Tree name={t.error} value={run.error.details} />}
          </Card>
        )}
        <Card title={t.result}>
          {run.result === null || run.result === undefined ? (
            <p className="text-2">{t.noResult}</p>
          ) : (
            <Tree name={t.result} value={run.result} />
          )}
        </Card>
        {run.feedback === null || run.feedback === undefined || isOpen ? null : (
          <Card title={t.feedback}>
            <Tree name={t.feedback} value={run.feedback} />
          </Card>
        )}
      </div>
    </>
  )
}

/** One run: when, by whom, and how it ended. */
export const JobPage = (): ReactNode => {
  const t = useWords(words)
  const { robotId, runId } = route.useParams()
  const nameOf = useRobotNames()
  const { data, error, refetch } = useQuery(runQuery(robotId, runId))
  return (
    <Page
      crumbs={[{ text: t.title, to: "/jobs" }, { text: data?.slug ?? runId.slice(0, 8) }]}
      acts={
        <Link to="/robots/$robotId" params={{ robotId }} hash={data?.slug ?? ""} className={buttonClass({})}>
          {t.runAgain}
        </Link>
      }
    >
      {error !== null ? (
        <>
          <PageHeading hidden>{t.title}</PageHeading>
          <Problem error={error} onRetry={() => void refetch()} />
        </>
      ) : data === undefined ? (
        <Skeleton height={8} />
      ) : data === null ? (
        <>
          <PageHeading hidden>{t.gone}</PageHeading>
          <Empty title={t.gone}>{t.goneHint}</Empty>
        </>
      ) : (
        <Run run={data} robotName={nameOf(robotId)} />
      )}
    </Page>
  )
}
