import { useWords } from "../../../i18n/words.ts"
import { Chart } from "../../../live/Chart.tsx"
import { JointTable } from "../../../live/JointTable.tsx"
import { LiveTree } from "../../../live/LiveTree.tsx"
import { PolarScan } from "../../../live/PolarScan.tsx"
import type { Slot } from "../../../live/Slot.ts"
import { StateStrip } from "../../../live/StateStrip.tsx"
import { Value } from "../../../live/Value.tsx"
import type { DatapointEntry, Look } from "../liveDocument.ts"
import { liveWords } from "../words.ts"
import { Diagnostics } from "./Diagnostics.tsx"
import { headingOf, percentageOf, positionOf } from "./pick.ts"

interface BodyProps {
  readonly slot: Slot
  readonly look: Look
  readonly name: string
  readonly unit: string | null
  readonly decimals: number | null
  readonly entry: DatapointEntry
  readonly periodMs: number | null | undefined
  readonly windowMs: number
  readonly threshold: number | undefined
  readonly recorded: ReadonlyArray<{ readonly timeMs: number; readonly value: number }> | undefined
}

/** A value by its kind. */
export const DatapointBody = (props: BodyProps) => {
  const t = useWords(liveWords)
  const { decimals, entry, look, name, periodMs, slot, unit, windowMs } = props
  switch (look) {
    case "none":
      return <p className="live-card-quiet">{t.waiting}</p>
    case "number":
      return (
        <>
          <Value slot={slot} unit={unit} decimals={decimals} periodMs={periodMs} size="display" />
          <Chart
            slot={slot}
            name={name}
            windowMs={windowMs}
            decimals={decimals}
            periodMs={entry.periodMs}
            min={entry.min}
            max={entry.max}
            stepped={entry.stepped}
            threshold={props.threshold}
            recorded={props.recorded}
            recordedPeriodMs={entry.recordedPeriodMs}
          />
        </>
      )
    case "state":
      return (
        <>
          <Value slot={slot} unit={unit} periodMs={periodMs} size="display" />
          <StateStrip slot={slot} name={name} windowMs={windowMs} />
        </>
      )
    case "big":
      return (
        <>
          <Value slot={slot} unit={unit} periodMs={periodMs} size="long" />
          <p className="live-card-quiet">{t.bigInteger}</p>
        </>
      )
    case "battery":
      return (
        <>
          <Value slot={slot} unit="%" decimals={1} periodMs={periodMs} pick={percentageOf} size="display" />
          <LiveTree slot={slot} name={name} openTo={0} />
        </>
      )
    case "pose":
      return (
        <>
          <dl className="live-card-numbers">
            {(["x", "y", "z"] as const).map((axis) => (
              <div key={axis}>
                <dt>{axis}</dt>
                <dd>
                  <Value slot={slot} decimals={2} unit="m" periodMs={periodMs} pick={positionOf[axis]} />
                </dd>
              </div>
            ))}
            <div>
              <dt>{t.heading}</dt>
              <dd>
                <Value slot={slot} decimals={0} unit="°" periodMs={periodMs} pick={headingOf} />
              </dd>
            </div>
          </dl>
          <LiveTree slot={slot} name={name} openTo={1} />
        </>
      )
    case "scan":
      return <PolarScan slot={slot} name={name} />
    case "joints":
      return <JointTable slot={slot} periodMs={periodMs} />
    case "diagnostics":
      return <Diagnostics slot={slot} name={name} />
    case "tree":
      return <LiveTree slot={slot} name={name} />
  }
}
