import "./Jobs.css"
import { useEffect, useRef, useState } from "react"
import { useCommands } from "../../commands/commands.ts"
import { csvOf, saveText } from "../../format/csv.ts"
import { useWords } from "../../i18n/words.ts"
import { Button } from "../../kit/Button.tsx"
import { Empty } from "../../kit/Empty.tsx"
import { Download, Filter, ListChecks } from "../../kit/icons.ts"
import { ReadProblem } from "../../kit/ReadProblem.tsx"
import { QueryField } from "../../kit/QueryField.tsx"
import { Skeleton } from "../../kit/Skeleton.tsx"
import { jobKeys, type JobsQuery } from "./jobsQuery.ts"
import { runCells, runColumns } from "./runCells.ts"
import { useRuns } from "./useRuns.ts"
import { RunTable } from "./views/RunTable.tsx"
import { words } from "./words.ts"

const useProblem = (problem: JobsQuery["problem"]): string | undefined => {
  const t = useWords(words)
  if (problem === undefined) return undefined
  if (problem.kind === "time") return t.badTime(problem.text)
  return problem.near === undefined ? t.unknownKeyAlone(problem.key) : t.unknownKey(problem.key, problem.near)
}

/** Jobs that ran, newest first, filtered by a query that stands in the address. */
export const RunHistory = ({
  nameOf,
  onQuery,
  query,
  robotId
}: {
  readonly query: string
  /** What is typed, for the address: undefined where nothing is. */
  readonly onQuery: (query: string | undefined) => void
  /** Of one robot alone. */
  readonly robotId?: string
  readonly nameOf: (robotId: string) => string
}) => {
  const t = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(query)
  // A link to this page names another query.
  useEffect(() => setTyped((before) => (before.trim() === query ? before : query)), [query])
  const { isLooking, older, read, runs, shown, split } = useRuns(query, robotId, nameOf)
  const problem = useProblem(split.problem)
  // Nothing ran yet: there is nothing to filter.
  const isNew = runs.data !== undefined && read === 0 && typed === "" && !runs.hasNextPage
  const change = (text: string) => {
    setTyped(text)
    onQuery(text.trim() || undefined)
  }
  useCommands([{ id: "jobs-filter", text: t.filter, keys: "/", group: "view", run: () => field.current?.focus() }])
  return (
    <section className="jobs-section">
      <h2>{t.history}</h2>
      {isNew ? null : (
        <QueryField
          ref={field}
          name={t.filter}
          placeholder={t.filterHint}
          value={typed}
          onChange={change}
          problem={problem}
          suggestions={jobKeys.map((key) => `${key}:`)}
        />
      )}
      <ReadProblem of={runs} />
      {runs.data === undefined ? (
        runs.error === null ? (
          <Skeleton lines={6} />
        ) : null
      ) : shown.length === 0 && isLooking ? (
        <Skeleton lines={6} />
      ) : shown.length === 0 && !runs.hasNextPage ? (
        older !== undefined ? (
          <Empty
            icon={Filter}
            title={t.noneAmong(read)}
            act={<Button onPress={() => change(older)}>{t.older}</Button>}
          />
        ) : query === "" ? (
          <Empty icon={ListChecks} title={t.none}>
            {t.noneHint}
          </Empty>
        ) : (
          <Empty icon={Filter} title={t.noMatch} act={<Button onPress={() => change("")}>{t.clear}</Button>} />
        )
      ) : (
        <RunTable runs={shown} nameOf={nameOf} withRobot={robotId === undefined} />
      )}
      <footer className="jobs-foot">
        {shown.length > 0 ? <span>{t.shown(shown.length)}</span> : null}
        {split.isFilteredHere ? <span>{t.filteredHere(read)}</span> : null}
        {shown.length > 0 ? (
          <Button
            size="small"
            icon={Download}
            onPress={() =>
              saveText(
                "jobs.csv",
                csvOf(
                  runColumns,
                  shown.map((run) => runCells(run, nameOf(run.robot_id)))
                )
              )
            }
          >
            {t.export(shown.length)}
          </Button>
        ) : null}
        {runs.hasNextPage ? (
          <Button size="small" busy={runs.isFetchingNextPage} onPress={() => void runs.fetchNextPage()}>
            {t.loadMore}
          </Button>
        ) : null}
        {older === undefined || shown.length === 0 ? null : (
          <>
            <span>{t.full(read)}</span>
            <Button
              size="small"
              onPress={() => {
                change(older)
                field.current?.focus()
                scrollTo({ top: 0 })
              }}
            >
              {t.older}
            </Button>
          </>
        )}
      </footer>
    </section>
  )
}
