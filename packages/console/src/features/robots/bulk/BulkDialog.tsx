import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { FleetRobot } from "../../../fleet/robotState.ts"
import { useWords } from "../../../i18n/words.ts"
import { Dialog } from "../../../kit/Dialog.tsx"
import type { BulkAct } from "./acts.ts"
import { BulkConfirm } from "./BulkConfirm.tsx"
import { BulkResult } from "./BulkResult.tsx"
import { bulkWords } from "./bulkWords.ts"
import { type BulkTarget, forgetBulk, startBulk, useBulkWork } from "./store.ts"

/** Asks before an act on several robots, and shows the outcome of each. */
export const BulkDialog = ({
  act,
  onClose,
  robots
}: {
  /** `work`: what is under way. */
  readonly act: BulkAct | "work"
  readonly robots: ReadonlyArray<FleetRobot>
  readonly onClose: () => void
}) => {
  const t = useWords(bulkWords)
  const queries = useQueryClient()
  const work = useBulkWork()
  const [isBegun, setBegun] = useState(act === "work")
  // Robots that are deleted leave the selection; the question keeps those that it was asked about.
  const [asked] = useState(robots)
  const begin = (able: ReadonlyArray<FleetRobot>, target: BulkTarget, which: BulkAct) => {
    setBegun(true)
    void startBulk(which, able, target).finally(() => {
      for (const key of ["robots.list", "jobs.open", "apps.list", "alerts.firing"])
        void queries.invalidateQueries({ queryKey: [key] })
    })
  }
  const close = () => {
    forgetBulk()
    onClose()
  }
  if (isBegun && work !== undefined)
    return (
      <Dialog open wide onClose={close} title={t[`${work.act}Title`](work.robots.size)}>
        <BulkResult work={work} onAgain={(able) => begin(able, work.target, work.act)} onClose={close} />
      </Dialog>
    )
  if (act === "work") return null
  return (
    <Dialog open wide onClose={onClose} title={act === "delete" ? t.deleteTitle(asked.length) : t[act]}>
      <BulkConfirm act={act} robots={asked} onGo={(able, target) => begin(able, target, act)} onClose={onClose} />
    </Dialog>
  )
}
