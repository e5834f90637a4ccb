import { useRef } from "react"
import { serviceNow } from "../../../format/ticking.ts"
import { useWords } from "../../../i18n/words.ts"
import { Chart } from "../../../live/Chart.tsx"
import { JointTable } from "../../../live/JointTable.tsx"
import { LiveTree } from "../../../live/LiveTree.tsx"
import { PolarScan } from "../../../live/PolarScan.tsx"
import { scanOf } from "../../../live/scan.ts"
import { Series } from "../../../live/Series.ts"
import type { Slot } from "../../../live/Slot.ts"
import { StateStrip, useStates } from "../../../live/StateStrip.tsx"
import { Value } from "../../../live/Value.tsx"
import type { DatapointEntry, Look } from "../liveDocument.ts"
import { type Rows, rowsOfScan, rowsOfSeries, rowsOfStates } from "../table/rows.ts"
import { ValueTable } from "../table/ValueTable.tsx"
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
  /** The chart is shown as a table. */
  readonly isTable: boolean
  readonly onChart: () => void
}

/** Looks whose picture has a table beside it. */
export const hasTable = (look: Look): boolean => ["number", "state", "big", "scan"].includes(look)

/** Where the window of a chart begins and ends, by the robot's clock. */
const windowOf = ({ slot, windowMs }: BodyProps) => {
  const toMs = serviceNow() - slot.clockLagMs
  return { fromMs: toMs - windowMs, toMs }
}

const NumberBody = (props: BodyProps) => {
  const { decimals, entry, isTable, name, onChart, periodMs, slot, unit, windowMs } = props
  const t = useWords(liveWords)
  const series = useRef<Series>(new Series(2))
  const source = () => {
    const { fromMs, toMs } = windowOf(props)
    return rowsOfSeries(series.current, fromMs, toMs, name)
  }
  return (
    <>
      <Value slot={slot} unit={unit} decimals={decimals} periodMs={periodMs} size="display" />
      <div hidden={isTable}>
        <Chart
          slot={slot}
          name={name}
          windowMs={windowMs}
          unit={unit}
          decimals={decimals}
          periodMs={entry.periodMs}
          min={entry.min}
          max={entry.max}
          stepped={entry.stepped}
          threshold={props.threshold}
          recorded={props.recorded}
          recordedPeriodMs={entry.recordedPeriodMs}
          onSeries={(next) => (series.current = next)}
        />
      </div>
      {isTable ? (
        <ValueTable
          key={windowMs}
          name={name}
          unit={unit}
          note={series.current.bucketMs > 0 ? t.spanExtremes : undefined}
          source={source}
          onClose={onChart}
        />
      ) : null}
    </>
  )
}

/** A value that is no number: what it went through. */
const StateBody = (props: BodyProps) => {
  const { isTable, look, name, onChart, periodMs, slot, unit, windowMs } = props
  const t = useWords(liveWords)
  const states = useStates(slot)
  const isBig = look === "big"
  return (
    <>
      <Value slot={slot} unit={unit} periodMs={periodMs} size="long" />
      {isBig ? <p className="live-card-quiet">{t.bigInteger}</p> : null}
      {isTable ? (
        <ValueTable
          key={windowMs}
          name={name}
          unit={unit}
          source={() => rowsOfStates(states, windowOf(props).fromMs, name)}
          onClose={onChart}
        />
      ) : isBig ? null : (
        <StateStrip slot={slot} states={states} name={name} windowMs={windowMs} />
      )}
    </>
  )
}

const noBeams: Rows = { columns: ["angle_deg", "distance_m"], rows: [], timed: false }

/** A value by its kind. */
export const DatapointBody = (props: BodyProps) => {
  const t = useWords(liveWords)
  const { look, name, periodMs, slot } = props
  switch (look) {
    case "none":
      return <p className="live-card-quiet">{t.waiting}</p>
    case "number":
      return <NumberBody {...props} />
    case "state":
    case "big":
      return <StateBody {...props} />
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
      return props.isTable ? (
        <ValueTable
          name={name}
          unit={null}
          source={() => {
            const scan = scanOf(slot.value)
            return scan === undefined ? noBeams : rowsOfScan(scan)
          }}
          onClose={props.onChart}
        />
      ) : (
        <PolarScan slot={slot} name={name} />
      )
    case "joints":
      return <JointTable slot={slot} periodMs={periodMs} />
    case "diagnostics":
      return <Diagnostics slot={slot} name={name} />
    case "tree":
      return <LiveTree slot={slot} name={name} />
  }
}
