import { useQuery } from "@tanstack/react-query"
import { lazy, type ReactNode, Suspense } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { History } from "../../../kit/icons.ts"
import { Part } from "../../../kit/Part.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Segmented } from "../../../kit/Segmented.tsx"
import { Skeleton } from "../../../kit/Skeleton.tsx"
import { versionQuery } from "../data.ts"
import { words } from "../words.ts"

const CompareHost = lazy(() => import("./CompareHost.tsx"))

const Difference = ({
  against,
  robotId,
  text
}: {
  readonly against: number
  readonly robotId: string
  readonly text: string
}) => {
  const t = useWords(words)
  const compared = useQuery({ ...versionQuery(robotId, against), enabled: against > 0, retry: false })
  if (compared.error !== null) return <Problem error={compared.error} onRetry={() => void compared.refetch()} />
  if (compared.data === undefined) return <Skeleton height={8} />
  return (
    <Part name={t.diff(against)}>
      <Suspense fallback={<Skeleton height={8} />}>
        <CompareHost before={compared.data.source} after={text} beforeName={t.version(against)} afterName={t.draft} />
      </Suspense>
    </Part>
  )
}

/** The text of the draft, or how it differs from a version. */
export const TextSection = ({
  against,
  canCompare,
  children,
  facts,
  isDiff,
  onVersions,
  onView,
  robotId,
  text
}: {
  readonly robotId: string
  readonly text: string
  readonly against: number
  readonly canCompare: boolean
  readonly isDiff: boolean
  readonly facts: string
  readonly onView: (view: "text" | "diff") => void
  readonly onVersions: () => void
  /** The editor. */
  readonly children: ReactNode
}) => {
  const t = useWords(words)
  return (
    <section className="config-text" aria-label={t.text}>
      <header>
        <Segmented
          name={t.views}
          value={isDiff ? "diff" : "text"}
          onChange={onView}
          options={[
            { value: "text", text: t.text },
            ...(canCompare ? [{ value: "diff" as const, text: against > 0 ? t.diff(against) : t.diffNone }] : [])
          ]}
        />
        <span className="config-facts">{facts}</span>
        <span className="config-text-acts">
          <Button size="small" kind="quiet" icon={History} onPress={onVersions}>
            {t.versions}
          </Button>
        </span>
      </header>
      {isDiff ? <Difference against={against} robotId={robotId} text={text} /> : children}
    </section>
  )
}
