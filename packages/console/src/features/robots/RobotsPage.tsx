import "./RobotsPage.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState
} from "react"
import { useCommands } from "../../commands/commands.ts"
import { useSingleKeys } from "../../commands/singleKeys.ts"
import { keepListed } from "../../fleet/listed.ts"
import { meQuery, useFleetRobots } from "../../fleet/queries.ts"
import type { FleetRobot } from "../../fleet/robotState.ts"
import { latencyQuery } from "../../fleet/useLatencies.ts"
import { useNow } from "../../format/ticking.ts"
import { formatCount } from "../../format/numbers.ts"
import { useWords } from "../../i18n/words.ts"
import { Button, buttonClass } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Icon } from "../../kit/Icon.tsx"
import { Bot, Filter, Plus } from "../../kit/icons.ts"
import { Kbd } from "../../kit/Kbd.tsx"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { slotsOf } from "../../live/slotsOf.ts"
import { nearestKey, parseQuery } from "../../query/query.ts"
import { fleet as client } from "../../session/client.ts"
import { columnsOf } from "./columns.ts"
import { filterRobots, type LiveValue, robotKeys } from "./robotsFilter.ts"
import { inView, isView, slugKeyOf } from "./robotViews.ts"
import { keptOf, nothingSelected } from "./selection.ts"
import { sortingOf, sortRobots } from "./sortRobots.ts"
import { useAppNames } from "./useAppNames.ts"
import { RobotsBar } from "./views/RobotsBar.tsx"
import { RobotsTable } from "./views/RobotsTable.tsx"
import { words } from "./words.ts"

/** Once the bar was needed it stays, also when the page is left: an act may still be under way. */
const bulk = { isNeeded: false }
const BulkBar = lazy(() => import("./bulk/BulkBar.tsx"))
const Peek = lazy(() => import("./peek/Peek.tsx"))

const route = getRouteApi("/console/robots")

/** The newest value that the page has of a slug, where it can be compared. */
const liveValue: LiveValue = (robotId, slug) => {
  const { release, slot } = slotsOf(client).hold(robotId, slug)
  release()
  const { value } = slot
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? value : undefined
}

/** The rows of a filter. One that asks for values is judged again each second. */
const useRows = (fleet: ReadonlyArray<FleetRobot>, typed: string) => {
  const { sort, view } = route.useSearch()
  const query = useDeferredValue(typed)
  const terms = useMemo(() => parseQuery(query), [query])
  const apps = useAppNames()
  const slugKey = slugKeyOf(terms)
  const isOfValues = slugKey !== undefined
  const tick = useNow(isOfValues)
  const asked = isOfValues ? tick : 0
  const found = useMemo(() => {
    void asked
    const beside = { live: liveValue, apps: apps.of }
    const { rows, unjudged } = filterRobots(fleet.filter(inView[isView(view) ? view : "all"]), terms, beside)
    return { rows: sortRobots(rows, sortingOf(sort)), unjudged }
  }, [fleet, view, terms, sort, asked, apps])
  return { ...found, apps, slugKey }
}

const List = ({ fleet, isPartial }: { readonly fleet: ReadonlyArray<FleetRobot>; readonly isPartial: boolean }) => {
  const t = useWords(words)
  const navigate = useNavigate()
  const search = route.useSearch()
  const field = useRef<HTMLInputElement>(null)
  const { data: me } = useQuery(meQuery)
  useQuery(latencyQuery)
  const [typed, setTyped] = useState(search.q ?? "")
  const [lastSearched, setLastSearched] = useState(search.q)
  if (search.q !== lastSearched) {
    // The address changed by itself: back, forward, or a link.
    setLastSearched(search.q)
    if ((search.q ?? "") !== typed.trim()) setTyped(search.q ?? "")
  }
  const columns = useMemo(() => columnsOf(search.cols), [search.cols])
  const { apps, rows, slugKey, unjudged } = useRows(fleet, typed)
  useEffect(() => keepListed(rows.map(({ robot }) => robot.id)), [rows])
  const [chosen, setChosen] = useState(nothingSelected)
  const selection = useMemo(() => {
    const ids = new Set(fleet.map(({ robot }) => robot.id))
    return keptOf(chosen, (id) => ids.has(id))
  }, [fleet, chosen])
  bulk.isNeeded ||= selection.ids.size > 0
  const isSelected = ({ robot }: FleetRobot) => selection.ids.has(robot.id)
  const change = (text: string) => {
    setTyped(text)
    void navigate({
      to: "/robots",
      search: { ...search, q: text.trim() === "" ? undefined! : text.trim() },
      replace: true
    })
  }
  const onPeek = useCallback(
    (robotId: string | undefined) =>
      void navigate({
        from: "/robots",
        to: "/robots",
        search: (before) => ({ ...before, peek: robotId! }),
        replace: true,
        resetScroll: false
      }),
    [navigate]
  )
  const hasSingleKeys = useSingleKeys()
  useCommands([
    { id: "robots-filter", text: t.focusFilter, keys: "/", group: "view", run: () => field.current?.focus() }
  ])
  const near = slugKey === undefined ? undefined : nearestKey(slugKey, robotKeys)
  const problem =
    slugKey === undefined || columns.includes(slugKey)
      ? undefined
      : near === undefined
        ? t.unknownKeyAlone(slugKey)
        : t.unknownKey(slugKey, near)
  return (
    <div className="robots" data-peek={search.peek === undefined ? undefined : ""}>
      <RobotsBar
        fleet={fleet}
        columns={columns}
        search={search}
        orgId={me?.org.id}
        typed={typed}
        onType={change}
        field={field}
        problem={problem}
      />
      <div className="robots-list">
        {rows.length === 0 ? (
          <Empty icon={Filter} title={t.noMatch} act={<Button onPress={() => change("")}>{t.clear}</Button>}>
            {typed === "" ? null : t.noMatchHint(typed)}
          </Empty>
        ) : (
          <RobotsTable
            rows={rows}
            apps={apps.byRobot}
            columns={columns}
            selection={selection}
            onSelect={setChosen}
            sort={search.sort}
            peek={search.peek}
            onPeek={onPeek}
          />
        )}
        <footer className="robots-foot">
          <strong>{t.rowsOf(rows.length, fleet.length)}</strong>
          {unjudged > 0 ? <span>{t.unjudged(unjudged)}</span> : null}
          {isPartial ? <span className="robots-partial">{t.partial}</span> : null}
          {apps.error === null ? null : <span className="robots-partial">{t.noApps}</span>}
          {hasSingleKeys ? (
            <span className="robots-keys" aria-hidden>
              <Kbd>J</Kbd>
              <Kbd>K</Kbd> {t.move} <Kbd>↵</Kbd> {t.open} <Kbd>␣</Kbd> {t.peekKey} <Kbd>X</Kbd> {t.select}
            </span>
          ) : null}
        </footer>
        {bulk.isNeeded ? (
          <Suspense fallback={null}>
            <BulkBar
              robots={fleet.filter(isSelected)}
              hidden={selection.ids.size - rows.filter(isSelected).length}
              apps={apps.byRobot}
              isEscapeTaken={search.peek !== undefined}
              onClear={() => setChosen(nothingSelected)}
            />
          </Suspense>
        ) : null}
      </div>
      {search.peek === undefined ? null : (
        <Suspense fallback={<aside className="robots-wait" />}>
          <Peek
            robot={fleet.find(({ robot }) => robot.id === search.peek)}
            apps={apps.byRobot.get(search.peek) ?? []}
            isOutside={!rows.some(({ robot }) => robot.id === search.peek)}
            onClose={() => onPeek(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** One robot among a thousand. */
export const RobotsPage = (): ReactNode => {
  const t = useWords(words)
  const { alerts, fleetRobots, health, jobs, robots } = useFleetRobots()
  const connect = (
    <Link to="/robots/new" className={buttonClass({ kind: "primary" })}>
      <Icon of={Plus} />
      {t.connect}
    </Link>
  )
  return (
    <Page crumbs={[{ text: t.title }]} acts={fleetRobots?.length === 0 ? undefined : connect} flush>
      <PageHeading hidden>{`${t.title} ${formatCount(fleetRobots?.length ?? 0)}`}</PageHeading>
      {fleetRobots !== undefined ? (
        fleetRobots.length === 0 ? (
          <Empty icon={Bot} title={t.first} act={connect}>
            {t.firstHint}
          </Empty>
        ) : (
          <List fleet={fleetRobots} isPartial={[alerts, health, jobs].some(({ data, error }) => !data && error)} />
        )
      ) : robots.error === null ? (
        <div className="robots-loading">
          <Skeleton height={1} lines={12} />
        </div>
      ) : (
        <div className="robots-loading">
          <Problem error={robots.error} onRetry={() => void robots.refetch()} />
        </div>
      )}
    </Page>
  )
}
