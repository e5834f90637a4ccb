import "./Jobs.css"
import type { JobRun } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { JobState } from "../../fleet/JobState.tsx"
import { useRobotNames } from "../../fleet/useRobotNames.ts"
import { useWords } from "../../i18n/words.ts"
import { buttonClass } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { Icon } from "../../kit/Icon.tsx"
import { ListChecks, Play } from "../../kit/icons.ts"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { ReadProblem } from "../../kit/ReadProblem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { Tree } from "../../kit/Tree.tsx"
import { visible } from "../../kit/visible.ts"
import { formOf, startedWith, takeUp } from "../../robot/typedCommands.ts"
import { runQuery } from "./data.ts"
import { Course } from "./views/Course.tsx"
import { RunningJob } from "./views/RunningJob.tsx"
import { words } from "./words.ts"

const route = getRouteApi("/console/jobs/$robotId/$runId")

/** What it was started with, as far as this tab knows. */
const Parameters = ({ runId }: { readonly runId: string }) => {
  const t = useWords(words)
  const typed = startedWith(runId)
  const given = Object.entries(typed ?? {}).filter(([, value]) => value !== undefined && value !== "")
  return (
    <Card title={t.parameters}>
      {given.length === 0 ? null : <Tree name={t.parameters} value={Object.fromEntries(given)} />}
      <p className="text-2">
        {typed === undefined ? t.parametersUnknown : given.length === 0 ? t.parametersNone : t.parametersHere}
      </p>
    </Card>
  )
}

const Run = ({ robotName, run }: { readonly run: JobRun; readonly robotName: string }) => {
  const t = useWords(words)
  const isOpen = run.state === "running" || run.state === "unknown"
  return (
    <>
      <div className="jobs-title">
        <PageHeading>
          <Foreign>{run.slug}</Foreign>
        </PageHeading>
        <p>
          <JobState is={run.state} />
          <Link to="/robots/$robotId" params={{ robotId: run.robot_id }} className="jobs-link">
            <Foreign>{robotName}</Foreign>
          </Link>
        </p>
      </div>
      <div className="jobs-page">
        {isOpen ? <RunningJob run={run} robotName={robotName} isAlone /> : null}
        <Card title={t.times}>
          <Course run={run} />
        </Card>
        {run.error === null ? null : (
          <Card title={t.error} kind={<code>{visible(run.error.code)}</code>}>
            <p>
              <Foreign>{run.error.message}</Foreign>
            </p>
            {run.error.details === undefined ? null : <Tree name={t.error} value={run.error.details} />}
          </Card>
        )}
        {isOpen ? null : (
          <Card title={t.result}>
            {run.result === null || run.result === undefined ? (
              <p className="text-2">{t.noResult}</p>
            ) : (
              <Tree name={t.result} value={run.result} />
            )}
          </Card>
        )}
        <Parameters runId={run.id} />
      </div>
    </>
  )
}

/** One run: when, by whom, and how it ended. */
export const JobPage = (): ReactNode => {
  const t = useWords(words)
  const { robotId, runId } = route.useParams()
  const nameOf = useRobotNames()
  const read = useQuery(runQuery(robotId, runId))
  const { data } = read
  return (
    <Page
      crumbs={[{ text: t.title, to: "/jobs" }, { text: data?.slug ?? runId.slice(0, 8) }]}
      acts={
        data == null ? null : (
          <Link
            to="/robots/$robotId"
            params={{ robotId }}
            search={{ card: data.slug }}
            className={buttonClass({})}
            onClick={() => takeUp(runId, formOf(robotId, data.slug))}
          >
            <Icon of={Play} />
            <span>{t.runAgain}</span>
          </Link>
        )
      }
    >
      <ReadProblem of={read} />
      {data === undefined ? (
        <>
          <PageHeading hidden>{t.title}</PageHeading>
          {read.error === null ? <Skeleton height={8} /> : null}
        </>
      ) : data === null ? (
        <>
          <PageHeading hidden>{t.gone}</PageHeading>
          <Empty
            icon={ListChecks}
            title={t.gone}
            act={
              <Link to="/jobs" className={buttonClass({})}>
                {t.allJobs}
              </Link>
            }
          >
            {t.goneHint}
          </Empty>
        </>
      ) : (
        <Run run={data} robotName={nameOf(robotId)} />
      )}
    </Page>
  )
}
