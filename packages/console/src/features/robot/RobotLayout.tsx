import "./RobotLayout.css"
import { FleetError } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, Outlet, useNavigate, useRouterState } from "@tanstack/react-router"
import { type ReactNode, useEffect, useMemo } from "react"
import { type Command, useCommands } from "../../commands/commands.ts"
import { forgetListed, walkOf } from "../../fleet/listed.ts"
import { robotQuery, useFleetRobots } from "../../fleet/queries.ts"
import { RobotState } from "../../fleet/RobotState.tsx"
import { type FleetRobot, isDraftAhead } from "../../fleet/robotState.ts"
import { formatLatency } from "../../format/numbers.ts"
import { useWords } from "../../i18n/words.ts"
import { Button, buttonClass } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Foreign } from "../../kit/Foreign.tsx"
import { Bot, ChevronDown, ChevronUp } from "../../kit/icons.ts"
import { Note } from "../../kit/Note.tsx"
import { Page, PageHead, PageHeading, usePageTitle } from "../../kit/Page.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { Tabs } from "../../kit/Tabs.tsx"
import { Tag } from "../../kit/Tag.tsx"
import { StopButton } from "../../robot/StopButton.tsx"
import { Viewers } from "../../robot/Viewers.tsx"
import { words } from "./words.ts"
import { byText } from "../../format/order.ts"

const route = getRouteApi("/console/robots/$robotId")

/** The robots before and after this one, of the list that one came from or by name, and how to go there on the same tab. */
const usePlace = (fleet: ReadonlyArray<FleetRobot> | undefined, robotId: string) => {
  const navigate = useNavigate()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const sorted = useMemo(
    () => walkOf(fleet?.toSorted((a, b) => byText(a.robot.name, b.robot.name)) ?? [], robotId),
    [fleet, robotId]
  )
  useEffect(() => forgetListed, [])
  const at = sorted.findIndex(({ robot }) => robot.id === robotId)
  // What lies deeper than the tab belongs to this robot alone.
  const tab = pathname.split("/")[3] ?? ""
  const goTo = (step: number) => {
    const next = sorted[at + step]
    if (next === undefined) return
    void navigate({ to: `/robots/${next.robot.id}${tab === "" ? "" : `/${tab}`}` as "/" })
  }
  return {
    at,
    count: sorted.length,
    fleetRobot: sorted[at],
    goTo,
    tab,
    hasPrevious: at > 0,
    hasNext: at >= 0 && at < sorted.length - 1
  }
}

const ConfigTags = ({ robotId }: { readonly robotId: string }) => {
  const t = useWords(words)
  const { data } = useQuery(robotQuery(robotId))
  if (data === undefined) return null
  const { applied_ok, applied_version, published_version } = data.config
  return (
    <>
      {published_version === null ? null : applied_version === published_version ? (
        applied_ok === false ? (
          <Tag tone="warn">{t.notApplied(published_version)}</Tag>
        ) : (
          <Tag>{t.running(published_version)}</Tag>
        )
      ) : (
        <Tag>{t.published(published_version)}</Tag>
      )}
      {isDraftAhead(data.config) ? <Tag tone="warn">{t.draftAhead}</Tag> : null}
    </>
  )
}

/** Where a robot stands that cannot be seen yet. */
const Standing = ({ of: { robot, state } }: { readonly of: FleetRobot }) => {
  const t = useWords(words)
  const { data } = useQuery(robotQuery(robot.id))
  if (state !== "awaiting" && state !== "refused") return null
  const refusal = data?.last_hello_error
  return (
    <section className="robot-note" aria-label={t.standing}>
      <Note
        tone={state === "refused" ? "warn" : "idle"}
        acts={
          <Link
            to="/robots/$robotId/setup/$step"
            params={{ robotId: robot.id, step: "bridge" }}
            className={buttonClass({ size: "small", kind: "primary" })}
          >
            {t.setUp}
          </Link>
        }
      >
        <strong>
          <Foreign>{robot.name}</Foreign>
        </strong>{" "}
        {state === "refused" || refusal ? (
          <>
            {t.refused} <Foreign>{refusal?.message ?? robot.protocol_status}</Foreign>
          </>
        ) : (
          `${t.waits} ${t.waitsHint}`
        )}
      </Note>
    </section>
  )
}

const Gone = () => {
  const t = useWords(words)
  return (
    <Page crumbs={[{ text: t.robots, to: "/robots" }, { text: t.gone }]}>
      <PageHeading hidden>{t.gone}</PageHeading>
      <Empty
        icon={Bot}
        title={t.gone}
        act={
          <Link to="/robots" className={buttonClass({})}>
            {t.robots}
          </Link>
        }
      >
        {t.goneHint}
      </Empty>
    </Page>
  )
}

/** What stands over each page of a robot: who it is, how it is, and how to stop it. */
export const RobotLayout = (): ReactNode => {
  const t = useWords(words)
  const { robotId } = route.useParams()
  const { fleetRobots, robots } = useFleetRobots()
  const detail = useQuery(robotQuery(robotId))
  const { at, count, fleetRobot, goTo, hasNext, hasPrevious, tab } = usePlace(fleetRobots, robotId)
  const name = fleetRobot?.robot.name ?? detail.data?.name ?? ""
  const isGone =
    FleetError.is(detail.error) && (detail.error.code === "not_found" || detail.error.code === "invalid_uuid")
  // The layout's title stands over that of the page below it.
  const part = { config: t.configuration, jobs: t.jobs, alerts: t.alerts }[tab]
  usePageTitle(...(isGone ? [t.gone, t.robots] : part === undefined ? [name, t.robots] : [part, name, t.robots]))
  const navigate = useNavigate()
  const tabs = [
    { part: "", text: t.goLive, keys: "g l" },
    { part: "/config", text: t.goConfiguration, keys: "g c" },
    { part: "/jobs", text: t.goJobs },
    { part: "/alerts", text: t.goAlerts }
  ]
  useCommands([
    ...tabs.map(({ part: to, ...tab }): Command => ({
      ...tab,
      id: `robot-tab-${to}`,
      group: "robot",
      run: () => void navigate({ to: `/robots/${robotId}${to}` as "/" })
    })),
    { id: "robot-next", text: t.next, keys: "j", group: "robot", run: () => goTo(1) },
    { id: "robot-previous", text: t.previous, keys: "k", group: "robot", run: () => goTo(-1) },
    {
      id: "robot-copy-id",
      text: t.copyId,
      group: "robot",
      run: () => void navigator.clipboard.writeText(robotId)
    }
  ])

  if (detail.error !== null && detail.data === undefined) {
    if (isGone) return <Gone />
    return (
      <Page crumbs={[{ text: t.robots, to: "/robots" }, { text: name === "" ? t.identity : name }]}>
        <PageHeading>{name === "" ? t.identity : <Foreign>{name}</Foreign>}</PageHeading>
        <Problem error={detail.error} onRetry={() => void detail.refetch()} />
      </Page>
    )
  }
  const facts = [
    ...(detail.data?.bridge_state.online === true && detail.data.bridge_state.latency_ms !== null
      ? [formatLatency(detail.data.bridge_state.latency_ms)]
      : []),
    ...(detail.data?.protocol_version == null ? [] : [t.protocol(detail.data.protocol_version)]),
    ...(detail.data?.bridge_version == null ? [] : [t.bridge(detail.data.bridge_version)])
  ]
  const root = `/robots/${robotId}`
  return (
    <>
      <div className="robot-head">
        <PageHead
          crumbs={[{ text: t.robots, to: "/robots" }, { text: name }]}
          acts={
            count > 1 ? (
              <>
                <span className="robot-place">{at < 0 ? "" : t.place(at + 1, count)}</span>
                <Button
                  kind="quiet"
                  icon={ChevronUp}
                  iconOnly
                  keys="K"
                  blocked={hasPrevious ? undefined : t.place(1, count)}
                  onPress={() => goTo(-1)}
                >
                  {t.previous}
                </Button>
                <Button
                  kind="quiet"
                  icon={ChevronDown}
                  iconOnly
                  keys="J"
                  blocked={hasNext ? undefined : t.place(count, count)}
                  onPress={() => goTo(1)}
                >
                  {t.next}
                </Button>
              </>
            ) : undefined
          }
        />
        <div className="robot-identity" role="region" aria-label={t.identity}>
          <PageHeading>{name === "" ? t.identity : <Foreign>{name}</Foreign>}</PageHeading>
          {fleetRobot === undefined ? null : <RobotState of={fleetRobot} />}
          <span className="robot-facts">{facts.join(" · ")}</span>
          <ConfigTags robotId={robotId} />
          <div className="robot-identity-end">
            <Viewers robotId={robotId} />
            <StopButton robotId={robotId} hasJobs={(fleetRobot?.jobs.length ?? 0) > 0} />
          </div>
        </div>
        <Tabs
          name={t.parts}
          tabs={[
            { to: root, text: t.live, exact: true },
            { to: `${root}/config`, text: t.configuration },
            { to: `${root}/jobs`, text: t.jobs, count: fleetRobot?.jobs.length },
            { to: `${root}/alerts`, text: t.alerts, count: fleetRobot?.alerts.length }
          ]}
        />
      </div>
      {fleetRobot === undefined ? null : <Standing of={fleetRobot} />}
      {robots.isPending && detail.isPending ? <Skeleton height={8} /> : <Outlet />}
    </>
  )
}
