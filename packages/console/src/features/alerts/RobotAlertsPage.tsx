import "./Alerts.css"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useRobotNames } from "../../fleet/useRobotNames.ts"
import { useWords } from "../../i18n/words.ts"
import { Button, buttonClass } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { Bell } from "../../kit/icons.ts"
import { Moment } from "../../kit/Moment.tsx"
import { Part } from "../../kit/Part.tsx"
import { ReadProblem } from "../../kit/ReadProblem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { State } from "../../kit/State.tsx"
import { alertValueText } from "./conditionText.ts"
import { alertHistoryQuery, robotAlertsQuery } from "./data.ts"
import { TryOnPast } from "./TryOnPast.tsx"
import { useContexts } from "./useContexts.ts"
import { AlertTable } from "./views/AlertTable.tsx"
import { words } from "./words.ts"

const route = getRouteApi("/console/robots/$robotId/alerts")

const History = ({ robotId }: { readonly robotId: string }) => {
  const t = useWords(words)
  const history = useInfiniteQuery(alertHistoryQuery(robotId))
  const moves = history.data?.pages.flatMap((page) => page.transitions)
  return (
    <Card title={t.history}>
      <ReadProblem of={history} />
      {moves === undefined ? (
        history.error === null ? (
          <Skeleton lines={3} />
        ) : null
      ) : moves.length === 0 ? (
        <p className="text-2">{t.noHistory}</p>
      ) : (
        <ol className="alerts-moves">
          {moves.map((move) => (
            <li key={move.seq}>
              <Moment atMs={move.at_ms} />
              <State
                tone={move.state === "firing" ? "warn" : "ok"}
                shape={move.state === "firing" ? "triangle" : "check"}
              >
                <Foreign>{move.name}</Foreign> {move.state === "firing" ? t.fired : t.resolved}
              </State>
              <span className="text-2">
                <Foreign>{alertValueText(move.value)}</Foreign>
              </span>
            </li>
          ))}
        </ol>
      )}
      {history.hasNextPage ? (
        <Button size="small" busy={history.isFetchingNextPage} onPress={() => void history.fetchNextPage()}>
          {t.loadMore}
        </Button>
      ) : null}
    </Card>
  )
}

/** What is watched of one robot, what fired, and what would have. */
export const RobotAlertsPage = (): ReactNode => {
  const t = useWords(words)
  const { robotId } = route.useParams()
  const { slug } = route.useSearch()
  const nameOf = useRobotNames()
  const list = useQuery(robotAlertsQuery(robotId, nameOf(robotId)))
  const { data } = list
  const contexts = useContexts(data ?? [])
  return (
    <main id="content" className="page">
      <section className="alerts-section">
        <h2>{t.all}</h2>
        <ReadProblem of={list} />
        {data === undefined ? (
          list.error === null ? (
            <Skeleton lines={4} />
          ) : null
        ) : data.length === 0 ? (
          <Empty
            icon={Bell}
            title={t.none}
            act={
              <Link to="/robots/$robotId/config" params={{ robotId }} className={buttonClass({})}>
                {t.configure}
              </Link>
            }
          >
            {t.noneHint}
          </Empty>
        ) : (
          <Part name={t.all}>
            <AlertTable alerts={data} contexts={contexts} caption={t.all} withRecent withRobot={false} />
          </Part>
        )}
      </section>
      <Part name={t.newAlert}>
        <TryOnPast robotId={robotId} slug={slug} />
      </Part>
      <Part name={t.history}>
        <History robotId={robotId} />
      </Part>
    </main>
  )
}
