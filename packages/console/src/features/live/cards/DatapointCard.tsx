import type { DescribedExposure } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { memo, useEffect, useRef, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Bell, Braces, ChartLine, Clock, Columns3, Copy, History } from "../../../kit/icons.ts"
import type { MenuItem } from "../../../kit/Menu.tsx"
import { Part } from "../../../kit/Part.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Tree } from "../../../kit/Tree.tsx"
import { slotsOf } from "../../../live/slotsOf.ts"
import { useDerived, useNear, useSlot, useSlotState } from "../../../live/useSlot.ts"
import { ValueAge } from "../../../live/Value.tsx"
import { shapeOf } from "../../../live/valueText.ts"
import { fleet } from "../../../session/client.ts"
import { recordedQuery } from "../data.ts"
import { HistoryPart } from "../history/HistoryPart.tsx"
import { type DatapointEntry, lookOf, stalePeriod } from "../liveDocument.ts"
import { liveWords } from "../words.ts"
import { DatapointBody, hasTable } from "./DatapointBody.tsx"
import { LiveCard } from "./LiveCard.tsx"
import { readText } from "./readText.ts"

interface DatapointCardProps {
  readonly robotId: string
  readonly exposure: DescribedExposure
  readonly entry: DatapointEntry
  readonly threshold: number | undefined
  /** The address asks for its history. */
  readonly hasHistory: boolean
}

const windows = [1, 5, 30, 60] as const

/** A datapoint as it is now. It renders when its kind changes, never when a value comes. */
export const DatapointCard = memo(({ entry, exposure, hasHistory, robotId, threshold }: DatapointCardProps) => {
  const t = useWords(liveWords)
  const navigate = useNavigate()
  const { decimals, slug, unit } = exposure
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  const slot = useSlot(fleet, robotId, slug, isNear)
  const state = useSlotState(slot)
  const shape = useDerived(slot, shapeOf)
  const look = lookOf(entry, shape)
  const [windowMs, setWindowMs] = useState(entry.windowMs)
  const [isTable, setTable] = useState(false)
  const [raw, setRaw] = useState<{ readonly value: unknown }>()
  const recorded = useQuery(recordedQuery(robotId, slug, windowMs, entry.isRecorded && look === "number"))
  const periodMs = stalePeriod(entry)
  const path = [entry.topic, entry.field].filter((part) => part !== undefined).join(" ")
  useEffect(() => {
    if (hasHistory) box.current?.scrollIntoView({ block: "nearest" })
  }, [hasHistory])

  const items: ReadonlyArray<MenuItem> = [
    ...(hasTable(look)
      ? [
          {
            id: "table",
            text: t.asTable,
            icon: Columns3,
            begins: true,
            checked: isTable,
            run: () => setTable(!isTable)
          }
        ]
      : []),
    ...(look === "number" || look === "state"
      ? windows.map((minutes) => ({
          id: `window-${minutes}`,
          text: t.window(minutes),
          icon: ChartLine,
          checked: windowMs === minutes * 60_000,
          run: () => setWindowMs(minutes * 60_000)
        }))
      : []),
    {
      id: "history",
      text: t.history,
      icon: History,
      begins: true,
      run: () =>
        void navigate({
          to: "/robots/$robotId",
          params: { robotId },
          search: { card: slug, from: "now-24h" },
          resetScroll: false
        })
    },
    {
      id: "alert",
      text: t.alertOn,
      icon: Bell,
      run: () => void navigate({ to: "/robots/$robotId/alerts", params: { robotId }, search: { slug } })
    },
    {
      id: "record",
      text: t.record,
      icon: Clock,
      blocked: entry.isRecorded ? t.isRecorded : undefined,
      run: () => void navigate({ to: "/robots/$robotId/config", params: { robotId }, search: { record: slug } })
    },
    { id: "raw", text: t.raw, icon: Braces, begins: true, run: () => setRaw({ value: slot.value }) },
    { id: "copy", text: t.copyPath, icon: Copy, run: () => void navigator.clipboard.writeText(path || slug) }
  ]
  return (
    <LiveCard
      robotId={robotId}
      exposure={exposure}
      box={box}
      isWide={hasHistory}
      aside={<ValueAge slot={slot} periodMs={periodMs} />}
      items={items}
      read={() => readText(slot, look, { unit, decimals, periodMs })}
    >
      {state === "refused" ? (
        <Problem error={slot.error} onRetry={() => slotsOf(fleet).renew(slot)} />
      ) : state === "given-back" ? (
        <p className="live-card-quiet">
          {t.notLive}{" "}
          <Button size="small" onPress={() => slotsOf(fleet).renew(slot)}>
            {t.makeLive}
          </Button>
        </p>
      ) : (
        <DatapointBody
          slot={slot}
          look={look}
          name={slug}
          unit={unit}
          decimals={decimals}
          entry={entry}
          periodMs={periodMs}
          windowMs={windowMs}
          threshold={threshold}
          recorded={recorded.data}
          isTable={isTable}
          onChart={() => setTable(false)}
        />
      )}
      {hasHistory ? (
        <Part name={t.history}>
          <HistoryPart
            robotId={robotId}
            slug={slug}
            unit={unit}
            decimals={decimals}
            isNumber={look === "number" || (look === "none" && exposure.unit !== null)}
            isRecorded={entry.isRecorded}
          />
        </Part>
      ) : null}
      <Dialog open={raw !== undefined} onClose={() => setRaw(undefined)} title={slug} wide>
        {raw === undefined ? null : <Tree name={slug} value={raw.value} openTo={3} />}
        <p className="live-card-quiet">
          <Link to="/robots/$robotId/config" params={{ robotId }}>
            {t.openConfiguration}
          </Link>
        </p>
      </Dialog>
    </LiveCard>
  )
})
