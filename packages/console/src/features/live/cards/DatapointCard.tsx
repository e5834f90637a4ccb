import "./DatapointCard.css"
import type { DescribedExposure } from "@fleet/sdk"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { memo, useRef, useState } from "react"
import { useWords } from "../../../i18n/words.ts"
import { Button } from "../../../kit/Button.tsx"
import { Card } from "../../../kit/Card.tsx"
import { Dialog } from "../../../kit/Dialog.tsx"
import { Foreign } from "../../../kit/Foreign.tsx"
import { Ellipsis } from "../../../kit/icons.ts"
import { Menu } from "../../../kit/Menu.tsx"
import { Part } from "../../../kit/Part.tsx"
import { Problem } from "../../../kit/Problem.tsx"
import { Tree } from "../../../kit/Tree.tsx"
import { slotsOf } from "../../../live/slotsOf.ts"
import { useDerived, useNear, useSlot, useSlotState } from "../../../live/useSlot.ts"
import { ValueAge } from "../../../live/Value.tsx"
import { shapeOf } from "../../../live/valueText.ts"
import { fleet } from "../../../session/client.ts"
import { recordedQuery } from "../data.ts"
import { type DatapointEntry, lookOf, stalePeriod } from "../liveDocument.ts"
import { liveWords } from "../words.ts"
import { DatapointBody } from "./DatapointBody.tsx"

export interface DatapointCardProps {
  readonly robotId: string
  readonly exposure: DescribedExposure
  readonly entry: DatapointEntry
  readonly threshold: number | undefined
}

const windows = [1, 5, 30, 60] as const

/** A datapoint as it is now. It renders when its kind changes, never when a value comes. */
export const DatapointCard = memo(({ entry, exposure, robotId, threshold }: DatapointCardProps) => {
  const t = useWords(liveWords)
  const { slug } = exposure
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  const slot = useSlot(fleet, robotId, slug, isNear)
  const state = useSlotState(slot)
  const shape = useDerived(slot, shapeOf)
  const look = lookOf(entry, shape)
  const [windowMs, setWindowMs] = useState(entry.windowMs)
  const [raw, setRaw] = useState<{ readonly value: unknown }>()
  const recorded = useQuery(recordedQuery(robotId, slug, windowMs, entry.isRecorded && look === "number"))
  const periodMs = stalePeriod(entry)
  const path = [entry.topic, entry.field].filter((part) => part !== undefined).join(" ")
  return (
    <div ref={box} className="live-card" data-slug={slug}>
      <Card
        title={slug}
        foreign
        kind={t.datapoint}
        aside={
          <>
            <ValueAge slot={slot} periodMs={periodMs} />
            <Menu
              icon={Ellipsis}
              iconOnly
              kind="quiet"
              size="small"
              items={[
                ...(look === "number" || look === "state"
                  ? windows.map((minutes) => ({
                      id: `window-${minutes}`,
                      text: t.window(minutes),
                      checked: windowMs === minutes * 60_000,
                      run: () => setWindowMs(minutes * 60_000)
                    }))
                  : []),
                { id: "raw", text: t.raw, run: () => setRaw({ value: slot.value }) },
                { id: "copy", text: t.copyPath, run: () => void navigator.clipboard.writeText(path || slug) }
              ]}
            >
              {t.more(slug)}
            </Menu>
          </>
        }
      >
        <Part name={slug}>
          {exposure.description === null ? null : (
            <p className="live-card-about">
              <Foreign>{exposure.description}</Foreign>
            </p>
          )}
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
              unit={exposure.unit}
              decimals={exposure.decimals}
              entry={entry}
              periodMs={periodMs}
              windowMs={windowMs}
              threshold={threshold}
              recorded={recorded.data}
            />
          )}
        </Part>
      </Card>
      <Dialog open={raw !== undefined} onClose={() => setRaw(undefined)} title={slug} wide>
        {raw === undefined ? null : <Tree name={slug} value={raw.value} openTo={3} />}
        <p className="live-card-quiet">
          <Link to="/robots/$robotId/config" params={{ robotId }}>
            {t.openConfiguration}
          </Link>
        </p>
      </Dialog>
    </div>
  )
})
