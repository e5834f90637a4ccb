import "./Alerts.css"
import type { OrgAlert } from "@fleet/sdk"
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { useCommands } from "../../commands/commands.ts"
import { useWords } from "../../i18n/words.ts"
import { Button, buttonClass } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Bell, Filter } from "../../kit/icons.ts"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Part } from "../../kit/Part.tsx"
import { ReadProblem } from "../../kit/ReadProblem.tsx"
import { QueryField } from "../../kit/QueryField.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { parseQuery } from "../../query/query.ts"
import { alertKeys, filterAlerts } from "./alertsFilter.ts"
import { allAlertsQuery } from "./data.ts"
import { useContexts } from "./useContexts.ts"
import { AlertTable } from "./views/AlertTable.tsx"
import { words } from "./words.ts"

const route = getRouteApi("/console/alerts")

const isFiring = (alert: OrgAlert) => alert.enabled && alert.state === "firing"

/** What fires, and everything that is watched. */
export const AlertsPage = (): ReactNode => {
  const t = useWords(words)
  const navigate = useNavigate()
  const { q } = route.useSearch()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q ?? "")
  // A link on this page names another query.
  useEffect(() => setTyped((before) => (before.trim() === (q ?? "") ? before : (q ?? ""))), [q])
  const list = useInfiniteQuery(allAlertsQuery)
  const alerts = list.data?.pages.flatMap((page) => page.alerts)
  useCommands([{ id: "alerts-filter", text: t.filter, keys: "/", group: "view", run: () => field.current?.focus() }])
  const change = (text: string) => {
    setTyped(text)
    const next = text.trim()
    void navigate({ to: "/alerts", search: next === "" ? {} : { q: next }, replace: true })
  }
  const terms = parseQuery(typed)
  const firing = alerts?.filter(isFiring) ?? []
  // Without a filter, what fires stands above alone.
  const isWhole = terms.length === 0
  const shown = isWhole ? (alerts ?? []).filter((alert) => !isFiring(alert)) : filterAlerts(alerts ?? [], terms)
  const contexts = useContexts(firing)
  return (
    <Page crumbs={[{ text: t.title }]}>
      <div className="display">
        <PageHeading hidden={alerts === undefined || alerts.length === 0}>
          {alerts === undefined || alerts.length === 0
            ? t.title
            : firing.length === 0
              ? t.good
              : t.firingSentence(firing.length)}
        </PageHeading>
        {alerts === undefined || alerts.length === 0 ? null : (
          <p className="text-2">
            {list.hasNextPage
              ? t.readSoFar(alerts.length)
              : t.goodHint(alerts.length, new Set(alerts.map((alert) => alert.robot_id)).size)}
          </p>
        )}
      </div>
      <ReadProblem of={list} />
      {alerts === undefined ? (
        list.error === null ? (
          <Skeleton height={2} lines={6} />
        ) : null
      ) : alerts.length === 0 ? (
        <Empty
          icon={Bell}
          title={t.none}
          act={
            <Link to="/robots" className={buttonClass({})}>
              {t.chooseRobot}
            </Link>
          }
        >
          {t.noneHint}
        </Empty>
      ) : (
        <>
          {firing.length === 0 ? null : (
            <section className="alerts-section">
              <h2>{t.firing}</h2>
              <Part name={t.firing}>
                <AlertTable alerts={firing} contexts={contexts} caption={t.firing} withRecent withRobot />
              </Part>
            </section>
          )}
          <section className="alerts-section">
            <h2>{isWhole && firing.length > 0 ? t.others : t.all}</h2>
            <QueryField
              ref={field}
              name={t.filter}
              placeholder={t.filterHint}
              value={typed}
              onChange={change}
              suggestions={alertKeys.map((key) => `${key}:`)}
            />
            {shown.length === 0 && isWhole ? (
              <p className="text-2">{t.noOthers}</p>
            ) : shown.length === 0 ? (
              <Empty icon={Filter} title={t.noMatch} act={<Button onPress={() => change("")}>{t.clear}</Button>} />
            ) : (
              <Part name={t.all}>
                <AlertTable alerts={shown} contexts={contexts} caption={t.all} isFolded={isWhole} withRobot />
              </Part>
            )}
            {list.hasNextPage ? (
              <p>
                <Button size="small" busy={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
                  {t.loadMore}
                </Button>
              </p>
            ) : null}
          </section>
        </>
      )}
    </Page>
  )
}
