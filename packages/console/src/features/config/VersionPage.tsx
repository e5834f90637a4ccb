import "./config.css"
import { FleetError } from "@fleet/sdk"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useState } from "react"
import { robotQuery } from "../../fleet/queries.ts"
import { useWords } from "../../i18n/words.ts"
import { Button, buttonClass } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { ArrowLeft, FileText, RotateCcw } from "../../kit/icons.ts"
import { Moment } from "../../kit/Moment.tsx"
import { Part } from "../../kit/Part.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { SelectField } from "../../kit/SelectField.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { Tag } from "../../kit/Tag.tsx"
import { publishersQuery, restore, versionQuery, versionsQuery } from "./data.ts"
import { useDraft } from "./useDraft.ts"
import { PlainText } from "./views/PlainText.tsx"
import { words } from "./words.ts"

const CompareHost = lazy(() => import("./views/CompareHost.tsx"))

const route = getRouteApi("/console/robots/$robotId/config/versions/$version")

/** A version that was published: its text, how it differs from another, and the way back to it. */
export const VersionPage = (): ReactNode => {
  const t = useWords(words)
  const { robotId, version: written } = route.useParams()
  const version = Number(written)
  const { against } = route.useSearch()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { draft, view } = useDraft(robotId)
  const isNumber = Number.isSafeInteger(version) && version > 0
  const shown = useQuery({ ...versionQuery(robotId, version), enabled: isNumber, retry: false })
  const versions = useQuery(versionsQuery(robotId))
  const people = useQuery(publishersQuery(robotId))
  const robot = useQuery(robotQuery(robotId))
  const other = Number(against ?? 0)
  const compared = useQuery({ ...versionQuery(robotId, other), enabled: other > 0 })
  const [error, setError] = useState<unknown>(null)
  const restoring = useMutation({
    mutationFn: () => restore(robotId, version),
    onSuccess: async () => {
      await draft.changedOutside()
      await queries.invalidateQueries({ queryKey: robotQuery(robotId).queryKey })
      await navigate({ to: "/robots/$robotId/config", params: { robotId }, search: {} })
    },
    onError: setError
  })
  const isGone = !isNumber || (FleetError.is(shown.error) && shown.error.status === 404)
  if (isGone)
    return (
      <main id="content" className="page">
        <Empty
          icon={FileText}
          title={t.noSuchVersion}
          act={
            <Link to="/robots/$robotId/config" params={{ robotId }} search={{}} className={buttonClass({})}>
              {t.backToDraft}
            </Link>
          }
        />
      </main>
    )
  const who = people.data?.get(version)
  return (
    <main id="content" className="config-version">
      <div className="config-version-head">
        <Link
          to="/robots/$robotId/config"
          params={{ robotId }}
          search={{}}
          className={buttonClass({ kind: "quiet", size: "small" })}
        >
          <ArrowLeft size={16} aria-hidden />
          {t.backToDraft}
        </Link>
        <h2>{t.version(version)}</h2>
        {robot.data?.config.published_version === version ? <Tag tone="ok">{t.publishedNow}</Tag> : null}
        {shown.data === undefined ? null : (
          <span className="config-facts">
            <Moment atMs={Date.parse(shown.data.published_at)} />
            {who === undefined ? null : (
              <>
                {` ${t.publishedBy} `}
                <Foreign>{who}</Foreign>
              </>
            )}
          </span>
        )}
        <span className="config-bar-end">
          <SelectField
            label={t.compareWith}
            labelHidden
            value={against ?? ""}
            onChange={(value) =>
              void navigate({
                to: "/robots/$robotId/config/versions/$version",
                params: { robotId, version: written },
                search: value === "" ? {} : { against: value }
              })
            }
            options={[
              { value: "", text: `${t.compareWith} …` },
              ...(versions.data ?? [])
                .filter((each) => each.version !== version)
                .map((each) => ({ value: String(each.version), text: t.version(each.version) }))
            ]}
          />
          <Button
            icon={RotateCcw}
            busy={restoring.isPending}
            blocked={view.phase === "ready" && !view.fresh ? t.restoreBlocked : undefined}
            onPress={() => restoring.mutate()}
          >
            {t.restore}
          </Button>
        </span>
      </div>
      {error === null ? null : <Problem error={error} onRetry={() => restoring.mutate()} />}
      {shown.error !== null ? (
        <Problem error={shown.error} onRetry={() => void shown.refetch()} />
      ) : shown.data === undefined || (other > 0 && compared.data === undefined && compared.error === null) ? (
        <Skeleton height={8} />
      ) : compared.data !== undefined && other > 0 ? (
        <Part name={t.compareWith}>
          <Suspense fallback={<Skeleton height={8} />}>
            <CompareHost
              before={compared.data.source}
              after={shown.data.source}
              beforeName={t.version(other)}
              afterName={t.version(version)}
            />
          </Suspense>
        </Part>
      ) : (
        <>
          {compared.error === null ? null : <Problem error={compared.error} />}
          <PlainText text={shown.data.source} label={t.versionOf(version)} />
        </>
      )}
    </main>
  )
}
