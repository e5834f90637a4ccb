import "./Jobs.css"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRobotNames } from "../../fleet/useRobotNames.ts"
import { useWords } from "../../i18n/words.ts"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Part } from "../../kit/Part.tsx"
import { OpenJobs } from "./OpenJobs.tsx"
import { RunHistory } from "./RunHistory.tsx"
import { words } from "./words.ts"

const route = getRouteApi("/console/jobs")

/** Jobs of all robots. */
export const JobsPage = (): ReactNode => {
  const t = useWords(words)
  const { q } = route.useSearch()
  const navigate = useNavigate()
  const nameOf = useRobotNames()
  return (
    <Page crumbs={[{ text: t.title }]}>
      <PageHeading hidden>{t.title}</PageHeading>
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
