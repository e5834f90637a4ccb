import "./OverviewPage.css"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense } from "react"
import { countStates, type FleetRobot } from "../../fleet/robotState.ts"
import { useFleetRobots } from "../../fleet/queries.ts"
import { latencyQuery } from "../../fleet/useLatencies.ts"
import { formatBytes, formatCount, formatLatency } from "../../format/numbers.ts"
import { useWords } from "../../i18n/words.ts"
import { buttonClass } from "../../kit/Button.tsx"
import { Card } from "../../kit/Card.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Icon } from "../../kit/Icon.tsx"
import { Bot, ChevronRight, Plus } from "../../kit/icons.ts"
import { LineChart } from "../../kit/LineChart.tsx"
import { Meter } from "../../kit/Meter.tsx"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Part } from "../../kit/Part.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { Tag } from "../../kit/Tag.tsx"
import { attentionOf, robotsNeeding } from "./attention.ts"
import { quotasQuery, recentQuery } from "./data.ts"
import { JobsCard } from "./JobsCard.tsx"
import { AttentionList } from "./views/AttentionList.tsx"
import { EventList } from "./views/EventList.tsx"
import { FleetMarks } from "./views/FleetMarks.tsx"
import { More } from "./views/More.tsx"
import { words } from "./words.ts"

const Setup = lazy(() => import("./Setup.tsx"))

/** As many things as stand on the page; the rest is in the list of robots. */
const mostShown = 8

const Lead = ({ fleet, needing }: { readonly fleet: ReadonlyArray<FleetRobot>; readonly needing: number }) => {
  const t = useWords(words)
  const counts = countStates(fleet)
  const well = counts.online + counts.busy
  const parts = [
    ...(well > 0 ? [t.onlineWell(well)] : []),
    ...(counts.offline > 0 ? [t.offline(counts.offline)] : []),
    ...(counts.awaiting > 0 ? [t.awaiting(counts.awaiting)] : [])
  ]
  return (
    <div className="display">
      <PageHeading>
        {needing > 0
          ? t.needYou(needing)
          : well === fleet.length
            ? t.allWell(well)
            : well > 0
              ? t.nothing
              : t.noneOnline}
      </PageHeading>
      <p className="text-2">{parts.join(" · ")}</p>
    </div>
  )
}

const Attention = ({ fleet }: { readonly fleet: ReadonlyArray<FleetRobot> }) => {
  const t = useWords(words)
  const items = attentionOf(fleet)
  if (items.length === 0) return null
  return (
    <section className="overview-section" aria-label={t.attention}>
      <header>
        <h2>{t.attention}</h2>
        <Tag>{formatCount(items.length)}</Tag>
      </header>
      <AttentionList items={items.slice(0, mostShown)} />
      {items.length > mostShown ? (
        <Link to="/robots" search={{ view: "attention" }} className="overview-link">
          {t.attentionMore(items.length - mostShown)}
          <Icon of={ChevronRight} size={14} />
        </Link>
      ) : null}
    </section>
  )
}

/** A number, and its unit smaller. */
const Figure = ({ text }: { readonly text: string }) => {
  const [value, unit] = text.split("\u202f")
  return (
    <>
      {value}
      {unit === undefined ? null : <small>{`\u202f${unit}`}</small>}
    </>
  )
}

const LatencyCard = () => {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(latencyQuery)
  const now = data?.points.findLast((point) => point.value !== null)?.value ?? null
  const minutes = data === undefined ? undefined : Math.round((data.to - data.from) / 60_000)
  return (
    <Card title={t.latency} aside={minutes === undefined ? undefined : t.lastMinutes(minutes)}>
      {error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={8} />
      ) : now === null ? (
        <Empty title={t.noLatency(minutes ?? 0)} />
      ) : (
        <div className="overview-chart">
          <p className="overview-figure">
            <strong>
              <Figure text={formatLatency(now)} />
            </strong>
            <span>{t.median}</span>
          </p>
          <LineChart {...data} unit="" name={t.latencyName(formatLatency(now), minutes ?? 0)} />
        </div>
      )}
    </Card>
  )
}

const ActivityCard = () => {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(recentQuery)
  return (
    <Card title={t.activity} aside={<More to="/activity" text={t.allActivity} />} flush>
      {error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton lines={4} />
      ) : data.length === 0 ? (
        <Empty title={t.quiet}>{t.quietHint}</Empty>
      ) : (
        <EventList events={data} />
      )}
    </Card>
  )
}

const LimitsCard = () => {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(quotasQuery)
  const rows = data && [
    { name: t.limitRobots, used: data.usage.max_robots, limit: data.quotas.max_robots, format: formatCount },
    {
      name: t.limitRetention,
      used: data.usage.max_retention_bytes,
      limit: data.quotas.max_retention_bytes,
      format: formatBytes
    },
    {
      name: t.limitWrites,
      used: data.usage.max_retention_writes_per_minute,
      limit: data.quotas.max_retention_writes_per_minute,
      format: formatCount
    },
    {
      name: t.limitSockets,
      used: data.usage.max_realtime_connections,
      limit: data.quotas.max_realtime_connections,
      format: formatCount
    }
  ]
  return (
    <Card title={t.limits}>
      {error !== null ? (
        <Problem error={error} onRetry={() => void refetch()} />
      ) : rows === undefined ? (
        <Skeleton lines={4} />
      ) : (
        <ul className="overview-limits">
          {rows.map(({ format, limit, name, used }) => (
            <li key={name}>
              <p>
                {name}
                <span>{t.of(format(used), format(limit))}</span>
              </p>
              <Meter
                name={name}
                value={used}
                max={limit}
                text={t.of(format(used), format(limit))}
                tone={used >= limit ? "bad" : used >= 0.8 * limit ? "warn" : "run"}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Whether anything is wrong, and where to click. */
export const OverviewPage = (): ReactNode => {
  const t = useWords(words)
  const { fleetRobots, robots } = useFleetRobots()
  const connect = (
    <Link to="/robots/new" className={buttonClass({ kind: "primary" })}>
      <Icon of={Plus} />
      {t.connect}
    </Link>
  )
  // The list comes after what it says is read: where there is a fleet to look at, it moves nothing of that.
  const isNew = fleetRobots?.every(({ robot }) => robot.config.published_version === null) ?? false
  const setup = (place: "top" | "foot") => (
    <Part name={t.setup}>
      <Suspense fallback={null}>
        <Setup fleet={fleetRobots ?? []} place={place} />
      </Suspense>
    </Part>
  )
  return (
    <Page crumbs={[{ text: t.title }]} acts={fleetRobots?.length === 0 ? undefined : connect}>
      {robots.error !== null && fleetRobots === undefined ? (
        <>
          <PageHeading>{t.title}</PageHeading>
          <Problem error={robots.error} onRetry={() => void robots.refetch()} />
        </>
      ) : fleetRobots === undefined ? (
        <>
          <PageHeading hidden>{t.title}</PageHeading>
          <div className="overview-loading">
            <Skeleton height={2} />
          </div>
          <Skeleton height={8} />
          <div className="overview-cards">
            {["fleet", "latency", "jobs"].map((part) => (
              <Skeleton key={part} height={8} />
            ))}
          </div>
        </>
      ) : fleetRobots.length === 0 ? (
        <>
          <PageHeading hidden>{t.title}</PageHeading>
          <Empty icon={Bot} title={t.first} act={connect}>
            {t.firstHint}
          </Empty>
          {setup("top")}
        </>
      ) : (
        <>
          <Lead fleet={fleetRobots} needing={robotsNeeding(attentionOf(fleetRobots))} />
          <Part name={t.attention}>
            <Attention fleet={fleetRobots} />
          </Part>
          {isNew ? setup("top") : null}
          <div className="overview-cards">
            <Part name={t.fleet}>
              <Card
                title={t.fleet}
                kind={t.fleetKind(fleetRobots.length)}
                aside={<More to="/robots" text={t.allRobots} />}
              >
                <FleetMarks fleet={fleetRobots} />
              </Card>
            </Part>
            <Part name={t.latency}>
              <LatencyCard />
            </Part>
            <Part name={t.jobs}>
              <JobsCard fleet={fleetRobots} />
            </Part>
            <div className="overview-wide">
              <Part name={t.activity}>
                <ActivityCard />
              </Part>
            </div>
            <Part name={t.limits}>
              <LimitsCard />
            </Part>
          </div>
          {isNew ? null : setup("top")}
          {setup("foot")}
        </>
      )}
    </Page>
  )
}
