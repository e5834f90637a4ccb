import "./config.css"
import { getRouteApi } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useWords } from "../../i18n/words.ts"
import { Part } from "../../kit/Part.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { ConfigurationOf } from "./ConfigurationOf.tsx"
import { useDraft } from "./useDraft.ts"
import { words } from "./words.ts"

const route = getRouteApi("/console/robots/$robotId/config")

/** The page of a robot's configuration. */
export const ConfigPage = (): ReactNode => {
  const { robotId } = route.useParams()
  // A page of its own for each robot: nothing of one text is ever shown over another.
  return <Configuration key={robotId} robotId={robotId} />
}

const Configuration = ({ robotId }: { readonly robotId: string }): ReactNode => {
  const t = useWords(words)
  const { draft, view } = useDraft(robotId)
  if (view.phase === "ready") return <ConfigurationOf robotId={robotId} />
  return (
    <main id="content" className="page">
      {view.phase === "failed" ? (
        <Part name={t.title}>
          <p>{t.loadFailed}</p>
          <Problem error={view.error} onRetry={() => void draft.open()} />
        </Part>
      ) : (
        <Skeleton height={8} />
      )}
    </main>
  )
}
