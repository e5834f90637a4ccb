import "./Jobs.css"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRobotNames } from "../../fleet/useRobotNames.ts"
import { useWords } from "../../i18n/words.ts"
import { Part } from "../../kit/Part.tsx"
import { OpenJobs } from "./OpenJobs.tsx"
import { RunHistory } from "./RunHistory.tsx"
import { words } from "./words.ts"

const route = getRouteApi("/console/robots/$robotId/jobs")

/** Jobs of one robot. */
export const RobotJobsPage = (): ReactNode => {
  const t = useWords(words)
  const { robotId } = route.useParams()
  const { q } = route.useSearch()
  const navigate = useNavigate()
  const nameOf = useRobotNames()
  return (
    <main id="content" className="page">
      <Part name={t.running}>
        <OpenJobs nameOf={nameOf} robotId={robotId} />
      </Part>
      <Part name={t.history}>
        <RunHistory
          query={q ?? ""}
          onQuery={(next) =>
            void navigate({
              to: "/robots/$robotId/jobs",
              params: { robotId },
              search: next === undefined ? {} : { q: next },
              replace: true
            })
          }
          nameOf={nameOf}
          robotId={robotId}
        />
      </Part>
    </main>
  )
}
