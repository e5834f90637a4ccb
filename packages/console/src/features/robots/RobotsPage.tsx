import "./RobotsPage.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useRef, useState } from "react"
import { useCommands } from "../../commands/commands.ts"
import { useFleetRobots } from "../../fleet/queries.ts"
import { type FleetRobot, needsAttention } from "../../fleet/robotState.ts"
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
import { QueryField } from "../../kit/QueryField.tsx"
import { Segmented } from "../../kit/Segmented.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { slotsOf } from "../../live/slotsOf.ts"
import { fleet as client } from "../../session/client.ts"
import { latencyQuery } from "../../fleet/useLatencies.ts"
import { nearestKey, parseQuery, type Term } from "../../query/query.ts"
import { filterRobots, type LiveValue, robotKeys } from "./robotsFilter.ts"
import { useAppNames } from "./useAppNames.ts"
import { columnsOf } from "./columns.ts"
import { keptOf, nothingSelected } from "./selection.ts"
import { sortingOf, sortRobots } from "./sortRobots.ts"
import { Columns } from "./views/Columns.tsx"
import { RobotsTable } from "./views/RobotsTable.tsx"
import { words } from "./words.ts"

const bulk = { isNeeded: false }
const BulkBar = lazy(() => import("./bulk/BulkBar.tsx"))

const route = getRouteApi("/console/robots")

const views = ["all", "online", "attention", "awaiting"] as const
type View = (typeof views)[number]

const inView: Readonly<Record<View, (robot: FleetRobot) => boolean>> = {
  all: () => true,
  online: ({ robot }) => robot.bridge_state.online,
  attention: ({ state }) => needsAttention.has(state),
  awaiting: ({ state }) => state === "awaiting"
}

const unknownKeyOf = (terms: ReadonlyArray<Term>): string | undefined => {
  for (const term of terms)
    if (term.kind === "field" && !(robotKeys as ReadonlyArray<string>).includes(term.key)) return term.key
  return undefined
}

/** The newest value that the page has of a slug, where it can be compared. */
const liveValue: LiveValue = (robotId, slug) => {
  const { release, slot } = slotsOf(client).hold(robotId, slug)
  release()
  const { value } = slot
  return typeof value === "number" || typeof value === "string" || typeof value === "boolean" ? value : undefined
}

const List = ({ fleet }: { readonly fleet: ReadonlyArray<FleetRobot> }) => {
  const t = useWords(words)
  const navigate = useNavigate()
  const search = route.useSearch()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(search.q ?? "")
  const [lastSearched, setLastSearched] = useState(search.q)
  if (search.q !== lastSearched) {
    // The address changed by itself: back, forward, or a link.
    setLastSearched(search.q)
    if ((search.q ?? "") !== typed.trim()) setTyped(search.q ?? "")
  }
  const query = useDeferredValue(typed)
  const view = views.find((name) => name === search.view) ?? "all"
  const terms = useMemo(() => parseQuery(query), [query])
  const columns = useMemo(() => columnsOf(search.cols), [search.cols])
  const apps = useAppNames()
  useQuery(latencyQuery)
  const unknown = unknownKeyOf(terms)
  // A value that a filter asks for may be another one a second later.
  const tick = useNow()
  const asked = unknown === undefined ? 0 : tick
  const { rows, unjudged } = useMemo(() => {
    void asked
    const found = filterRobots(fleet.filter(inView[view]), terms, { live: liveValue, apps: apps.of })
    return { ...found, rows: sortRobots(found.rows, sortingOf(search.sort)) }
  }, [fleet, view, terms, search.sort, asked, apps])
  const [chosen, setChosen] = useState(nothingSelected)
  const selection = useMemo(() => {
    const ids = new Set(fleet.map(({ robot }) => robot.id))
    return keptOf(chosen, (id) => ids.has(id))
  }, [fleet, chosen])
  // It stays once it was needed, also when the page is left: an act may still be under way.
  bulk.isNeeded ||= selection.ids.size > 0
  const near = unknown === undefined ? undefined : nearestKey(unknown, robotKeys)
  const change = (text: string) => {
    setTyped(text)
    void navigate({
      to: "/robots",
      search: { ...search, q: text.trim() === "" ? undefined! : text.trim() },
      replace: true
    })
  }
  useCommands([
    { id: "robots-filter", text: t.focusFilter, keys: "/", group: "view", run: () => field.current?.focus() }
  ])
  const texts = { all: t.viewAll, online: t.viewOnline, attention: t.viewAttention, awaiting: t.viewAwaiting }
  return (
    <>
      <div className="robots-bar">
        <Segmented<View>
          name={t.views}
          value={view}
          onChange={(next) => void navigate({ to: "/robots", search: { ...search, view: next }, replace: true })}
          options={views.map((name) => ({ value: name, text: texts[name], count: fleet.filter(inView[name]).length }))}
        />
        <QueryField
          ref={field}
          name={t.filter}
          placeholder={t.filterHint}
          value={typed}
          onChange={change}
          suggestions={[...robotKeys, ...columns].map((key) => `${key}:`)}
          problem={
            unknown === undefined
              ? undefined
              : near === undefined
                ? t.unknownKeyAlone(unknown)
                : t.unknownKey(unknown, near)
          }
        />
        <Columns
          columns={columns}
          onChange={(next) =>
            void navigate({ to: "/robots", search: { ...search, cols: next.join(",") || undefined! }, replace: true })
          }
        />
      </div>
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
        />
      )}
      {bulk.isNeeded ? (
        <Suspense fallback={null}>
          <BulkBar
            robots={fleet.filter(({ robot }) => selection.ids.has(robot.id))}
            hidden={selection.ids.size - rows.filter(({ robot }) => selection.ids.has(robot.id)).length}
            apps={apps.byRobot}
            onClear={() => setChosen(nothingSelected)}
          />
        </Suspense>
      ) : null}
      <footer className="robots-foot">
        <strong>{t.rowsOf(rows.length, fleet.length)}</strong>
        {unjudged > 0 ? <span>{t.unjudged(unjudged)}</span> : null}
        <span className="robots-keys">
          <Kbd>J</Kbd>
          <Kbd>K</Kbd> {t.move} <Kbd>↵</Kbd> {t.open} <Kbd>X</Kbd> {t.select}
        </span>
      </footer>
    </>
  )
}

/** One robot among a thousand. */
export const RobotsPage = (): ReactNode => {
  const t = useWords(words)
  const { fleetRobots, robots } = useFleetRobots()
  const connect = (
    <Link to="/robots/new" className={buttonClass({ kind: "primary" })}>
      <Icon of={Plus} />
      {t.connect}
    </Link>
  )
  return (
    <Page crumbs={[{ text: t.title }]} acts={connect} flush>
      <PageHeading hidden>{`${t.title} ${formatCount(fleetRobots?.length ?? 0)}`}</PageHeading>
      {fleetRobots !== undefined ? (
        fleetRobots.length === 0 ? (
          <Empty icon={Bot} title={t.first} act={connect}>
            {t.firstHint}
          </Empty>
        ) : (
          <List fleet={fleetRobots} />
        )
      ) : robots.error === null ? (
        <Skeleton height={2} lines={8} />
      ) : (
        <Problem error={robots.error} onRetry={() => void robots.refetch()} />
      )}
    </Page>
  )
}
