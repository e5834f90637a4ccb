import "./Activity.css"
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react"
import { useCommands } from "../../commands/commands.ts"
import { planQuery } from "../../fleet/queries.ts"
import { useRobotNames } from "../../fleet/useRobotNames.ts"
import { serviceNow } from "../../format/ticking.ts"
import { useWords } from "../../i18n/words.ts"
import { Button } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Activity, Download, Filter, Pause as PauseIcon, Play } from "../../kit/icons.ts"
import { Note } from "../../kit/Note.tsx"
import { Page, PageHeading } from "../../kit/Page.tsx"
import { Part } from "../../kit/Part.tsx"
import { Problem } from "../../kit/Problem.tsx"
import { ReadProblem } from "../../kit/ReadProblem.tsx"
import { QueryField } from "../../kit/QueryField.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { parseQuery } from "../../query/query.ts"
import { type ActivityQuery, activityKeys, activityQueryOf } from "./activityQuery.ts"
import { auditQuery, exportAudit, useLiveEvents } from "./data.ts"
import { foldRepetition, joinActivity } from "./joined.ts"
import { heldBack, type Pause, pauseAt } from "./live.ts"
import { ActivityLine } from "./views/ActivityLine.tsx"
import { words } from "./words.ts"

const none: ReadonlyArray<never> = []

const route = getRouteApi("/console/activity")

const useProblem = (problem: ActivityQuery["problem"]): string | undefined => {
  const t = useWords(words)
  if (problem === undefined) return undefined
  if (problem.kind === "time") return t.badTime(problem.text)
  return problem.near === undefined ? t.unknownKeyAlone(problem.key) : t.unknownKey(problem.key, problem.near)
}

/** Who did what, and what happens now. */
export const ActivityPage = (): ReactNode => {
  const t = useWords(words)
  const navigate = useNavigate()
  const { q = "" } = route.useSearch()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  // A link to this page names another query.
  useEffect(() => setTyped((before) => (before.trim() === q ? before : q)), [q])
  const terms = useMemo(() => parseQuery(q), [q])
  const queryAt = (nowMs: number) => activityQueryOf(terms, nowMs).api
  const split = useMemo(() => activityQueryOf(terms, serviceNow()), [terms])
  const problem = useProblem(split.problem)
  const audit = useInfiniteQuery(auditQuery(queryAt, q))
  const { events, forgotten, missed } = useLiveEvents()
  const { data: plan } = useQuery(planQuery)
  const nameOf = useRobotNames()
  const read = useMemo(() => audit.data?.pages.flatMap((page) => page.events) ?? [], [audit.data])
  const [pause, setPause] = useState<Pause>()
  // A filter is for the audit: what happens now has no fields to filter by.
  const live = q === "" ? events : none
  const joined = useMemo(() => joinActivity(read.filter(split.passes), live), [read, split, live])
  const shown = useMemo(() => {
    const kept = heldBack(pause, read, live)
    return pause === undefined ? joined : joinActivity(kept.entries.filter(split.passes), kept.events)
  }, [pause, read, live, joined, split])
  const lines = useMemo(() => foldRepetition(shown), [shown])
  const waiting = joined.length - shown.length
  const csv = useMutation({ mutationFn: () => exportAudit(queryAt(serviceNow())) })
  const isPaused = pause !== undefined
  const togglePause = () => setPause(isPaused ? undefined : pauseAt(read, events))
  const change = (text: string) => {
    setTyped(text)
    const next = text.trim()
    void navigate({ to: "/activity", search: next === "" ? {} : { q: next }, replace: true })
  }
  useCommands([
    { id: "activity-filter", text: t.filter, keys: "/", group: "view", run: () => field.current?.focus() },
    { id: "activity-pause", text: isPaused ? t.go : t.pause, keys: "p", group: "view", run: togglePause }
  ])
  return (
    <Page
      crumbs={[{ text: t.title }]}
      acts={
        <Button
          icon={Download}
          busy={csv.isPending}
          blocked={plan?.features.audit_export === false ? t.exportOff : undefined}
          onPress={() => csv.mutate()}
        >
          {t.export}
        </Button>
      }
    >
      <PageHeading hidden>{t.title}</PageHeading>
      {csv.error === null ? null : <Problem error={csv.error} />}
      <div className="activity-bar">
        <QueryField
          ref={field}
          name={t.filter}
          placeholder={t.filterHint}
          value={typed}
          onChange={change}
          problem={problem}
          suggestions={activityKeys.map((key) => `${key}:`)}
        />
        <Button icon={isPaused ? Play : PauseIcon} pressed={isPaused} keys="P" onPress={togglePause}>
          {isPaused ? t.go : t.pause}
        </Button>
      </div>
      {waiting > 0 ? <Note live>{t.waiting(waiting)}</Note> : null}
      {missed === null ? (
        <Note tone="warn">{t.missed}</Note>
      ) : missed > 0 ? (
        <Note tone="warn">{t.dropped(missed)}</Note>
      ) : null}
      <ReadProblem of={audit} />
      {audit.error !== null && lines.length === 0 ? null : audit.isPending ? (
        <Skeleton lines={8} />
      ) : lines.length === 0 && !audit.hasNextPage ? (
        q === "" ? (
          <Empty icon={Activity} title={t.quiet}>
            {t.quietHint}
          </Empty>
        ) : (
          <Empty icon={Filter} title={t.noMatch} act={<Button onPress={() => change("")}>{t.clear}</Button>} />
        )
      ) : (
        <Part name={t.list}>
          <ul className="activity-list" aria-label={t.list}>
            {lines.map((folded) => (
              <li key={folded.line.key}>
                <ActivityLine folded={folded} nameOf={nameOf} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <footer className="activity-foot text-3 text-small">
        {q === "" ? null : <span>{t.auditAlone}</span>}
        {forgotten > 0 ? <span>{t.forgotten(forgotten)}</span> : null}
        {split.isFilteredHere ? <span>{t.filteredHere(read.length)}</span> : null}
        {audit.hasNextPage ? (
          <Button size="small" busy={audit.isFetchingNextPage} onPress={() => void audit.fetchNextPage()}>
            {t.loadMore}
          </Button>
        ) : null}
      </footer>
    </Page>
  )
}
