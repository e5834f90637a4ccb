import "./BulkBar.css"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useCommands } from "../../../commands/commands.ts"
import { meQuery } from "../../../fleet/queries.ts"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { saveText } from "../../../format/csv.ts"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Ellipsis, X } from "../../../kit/icons.ts"
import { Menu } from "../../../kit/Menu.tsx"
import { type BulkAct, planOf } from "./acts.ts"
import { BulkDialog } from "./BulkDialog.tsx"
import { bulkWords } from "./bulkWords.ts"
import { robotsAsCsv, robotsAsJson } from "./exportRobots.ts"
import { countOutcomes } from "./runBulk.ts"
import { useBulkWork } from "./store.ts"

interface BulkBarProps {
  /** The robots that are selected, those that the filter hides too. */
  readonly robots: ReadonlyArray<FleetRobot>
  readonly hidden: number
  readonly apps: ReadonlyMap<string, ReadonlyArray<string>>
  /** Escape closes something else first. */
  readonly isEscapeTaken: boolean
  readonly onClear: () => void
}

/** What can be done with the selected robots, at the foot of the page. It stays while something is under way. */
const BulkBar = ({ apps, hidden, isEscapeTaken, onClear, robots }: BulkBarProps) => {
  const t = useWords(bulkWords)
  const { data: me } = useQuery(meQuery)
  const [open, setOpen] = useState<BulkAct | "work">()
  const work = useBulkWork()
  const isUnderWay = work !== undefined && !work.run.isOver
  const blocked = isUnderWay ? t.underWay : undefined
  const save = (ending: "csv" | "json") =>
    ending === "csv"
      ? saveText("robots.csv", robotsAsCsv(robots, apps))
      : saveText("robots.json", robotsAsJson(robots, apps), "application/json")
  const notOwner = me !== undefined && me.user.tier !== "owner" ? t.ownersOnly : undefined
  const drafts = planOf("publish", robots).able.length
  const items = [
    { id: "cancel", text: t.cancel, blocked, run: () => setOpen("cancel") },
    { id: "attach", text: t.attach, blocked, run: () => setOpen("attach") },
    { id: "detach", text: t.detach, blocked, run: () => setOpen("detach") },
    { id: "csv", text: t.exportCsv, begins: true, blocked: undefined, run: () => save("csv") },
    { id: "json", text: t.exportJson, blocked: undefined, run: () => save("json") },
    {
      id: "delete",
      text: t.delete,
      begins: true,
      danger: true,
      blocked: notOwner ?? blocked,
      run: () => setOpen("delete")
    }
  ]
  useCommands(
    robots.length === 0
      ? []
      : [
          { id: "bulk-publish", text: t.publish, group: "do", blocked, run: () => setOpen("publish") },
          ...items.map(({ blocked, id, run, text }) => ({
            id: `bulk-${id}`,
            text,
            group: "do" as const,
            blocked,
            run
          })),
          {
            id: "bulk-clear",
            text: t.clear,
            ...(isEscapeTaken ? {} : { keys: "escape" }),
            group: "view",
            run: onClear
          }
        ]
  )
  const counts = work === undefined ? undefined : countOutcomes(work.run.outcomes)
  return (
    <>
      {robots.length > 0 || work !== undefined ? (
        <section className="bulk-bar" aria-label={t.name}>
          {robots.length > 0 ? (
            <p className="bulk-count" role="status">
              <strong>{t.selected(robots.length)}</strong>
              {hidden > 0 ? <span>{t.hidden(hidden)}</span> : null}
            </p>
          ) : null}
          {work !== undefined && counts !== undefined ? (
            <Button kind="quiet" size="small" onPress={() => setOpen("work")}>
              {isUnderWay
                ? t.underWayWith(
                    t[`${work.act}Title`](work.robots.size),
                    work.robots.size - counts.left - counts.running
                  )
                : t.someDone(counts.done, work.robots.size)}
            </Button>
          ) : null}
          {robots.length > 0 ? (
            <div className="bulk-acts">
              <Button size="small" blocked={blocked} onPress={() => setOpen("publish")}>
                {drafts > 0 ? `${t.publish} (${drafts})` : t.publish}
              </Button>
              <Menu size="small" icon={Ellipsis} iconOnly items={items}>
                {t.more}
              </Menu>
              <Button kind="quiet" size="small" icon={X} iconOnly keys="Esc" onPress={onClear}>
                {t.clear}
              </Button>
            </div>
          ) : null}
        </section>
      ) : null}
      {open === undefined ? null : <BulkDialog act={open} robots={robots} onClose={() => setOpen(undefined)} />}
    </>
  )
}

export default BulkBar
