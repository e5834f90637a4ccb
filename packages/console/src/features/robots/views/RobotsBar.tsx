import { useNavigate } from "@tanstack/react-router"
import { lazy, type RefObject, Suspense, useMemo, useState } from "react"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { isSameSearch, useSavedViews, type ViewSearch, viewSearchOf } from "../../../fleet/savedViews.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Bookmark, Columns3 } from "../../../kit/icons.ts"
import { QueryField } from "../../../kit/QueryField.tsx"
import { Segmented } from "../../../kit/Segmented.tsx"
import { parseQuery } from "../../../query/query.ts"
import { countOf, inView, isView, type View, views } from "../robotViews.ts"
import { robotKeys } from "../robotsFilter.ts"
import { words } from "../words.ts"

const Columns = lazy(() => import("./Columns.tsx"))
const ViewsDialog = lazy(() => import("../saved/ViewsDialog.tsx"))

const savedValue = "saved:"

/** Which robots the list shows: by view, by filter, and with which columns. */
export const RobotsBar = ({
  columns,
  field,
  fleet,
  onType,
  orgId,
  problem,
  search,
  typed
}: {
  readonly fleet: ReadonlyArray<FleetRobot>
  readonly columns: ReadonlyArray<string>
  readonly search: ViewSearch & { readonly peek?: string }
  readonly orgId: string | undefined
  readonly typed: string
  readonly onType: (text: string) => void
  readonly problem: string | undefined
  readonly field: RefObject<HTMLInputElement | null>
}) => {
  const t = useWords(words)
  const navigate = useNavigate()
  const [open, setOpen] = useState<"columns" | "views">()
  const kept = useSavedViews(orgId)
  const now = viewSearchOf(search)
  const saved = kept.views.find((view) => isSameSearch(view.search, now))
  const go = (next: ViewSearch) => {
    const peek = search.peek === undefined ? {} : { peek: search.peek }
    void navigate({ to: "/robots", search: { ...viewSearchOf(next), ...peek }, replace: true })
  }
  const savedCounts = useMemo(
    () => kept.views.map((view) => countOf(fleet, view.search.view, parseQuery(view.search.q ?? ""))),
    [kept, fleet]
  )
  const texts = { all: t.viewAll, online: t.viewOnline, attention: t.viewAttention, awaiting: t.viewAwaiting }
  const close = () => setOpen(undefined)
  return (
    <div className="robots-bar">
      <Segmented
        name={t.views}
        value={saved === undefined ? (isView(search.view) ? search.view : "all") : savedValue + saved.name}
        onChange={(next) => {
          const view = kept.views.find(({ name }) => savedValue + name === next)
          if (view !== undefined) go(view.search)
          // The filter of a saved view is left with it; one that was typed goes on.
          else if (saved === undefined) go({ ...now, view: next })
          else go({ view: next, ...(now.cols === undefined ? {} : { cols: now.cols }) })
        }}
        options={[
          ...views.map((name: View) => ({
            value: name as string,
            text: texts[name],
            count: fleet.filter(inView[name]).length
          })),
          ...kept.views.map(({ name }, index) => {
            const count = savedCounts[index]
            return {
              value: savedValue + name,
              text: <Foreign>{name}</Foreign>,
              ...(count === undefined ? {} : { count })
            }
          })
        ]}
      />
      <div className="robots-find">
        <QueryField
          ref={field}
          name={t.filter}
          placeholder={t.filterHint}
          value={typed}
          onChange={onType}
          suggestions={[...robotKeys, ...columns].map((key) => `${key}:`)}
          problem={problem}
        />
        <Button icon={Columns3} onPress={() => setOpen("columns")}>
          {t.columns}
        </Button>
        <Button icon={Bookmark} iconOnly onPress={() => setOpen("views")}>
          {t.savedViews}
        </Button>
      </div>
      <Suspense fallback={null}>
        {open === "columns" ? (
          <Columns
            columns={columns}
            fleet={fleet}
            onClose={close}
            onChange={(next) => go({ ...now, cols: next.join(",") })}
          />
        ) : open === "views" && orgId !== undefined ? (
          <ViewsDialog orgId={orgId} kept={kept} search={now} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  )
}
