import "./Jobs.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { openJobsQuery } from "../../fleet/queries.ts"
import { useRobotNames } from "../../fleet/useRobotNames.ts"
import { useWords } from "../../i18n/words.ts"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Part } from "../../kit/Part.tsx"
import { jobsTodayQuery } from "./data.ts"
import { OpenJobs } from "./OpenJobs.tsx"
import { RunHistory } from "./RunHistory.tsx"
import { words } from "./words.ts"

/** How many jobs run, and how today went so far. */
const Lead = () => {
  const t = useWords(words)
  const { data: open } = useQuery(openJobsQuery)
  const { data: today } = useQuery(jobsTodayQuery)
  const unknown = open?.filter(({ state }) => state === "unknown").length ?? 0
  return (
    <div className="display">
      <PageHeading hidden={open === undefined}>
        {open === undefined ? t.title : t.runs(open.length - unknown, unknown)}
      </PageHeading>
      {today === undefined ? null : <p className="text-2">{t.today(today.started, today.failed)}</p>}
    </div>
  )
}

const route = getRouteApi("/console/jobs")

/** Jobs of all robots. */
export const JobsPage = (): ReactNode => {
  const t = useWords(words)
  const { q } = route.useSearch()
  const navigate = useNavigate()
  const nameOf = useRobotNames()
  return (
    <Page crumbs={[{ text: t.title }]}>
      <Lead />
      <Part name={t.running}>
        <OpenJobs nameOf={nameOf} />
      </Part>
      <Part name={t.history}>
        <RunHistory
          query={q ?? ""}
          onQuery={(next) =>
            void navigate({ to: "/jobs", search: next === undefined ? {} : { q: next }, replace: true })
          }
          nameOf={nameOf}
        />
      </Part>
    </Page>
  )
}
