import "./LineChart.css"
import { formatNumber } from "../format/numbers.ts"
import { formatDay, formatMinute } from "../format/times.ts"

export interface ChartPoint {
  readonly at: number
  /** Null: nothing was measured then, and no line is drawn across. */
  readonly value: number | null
}

const width = 320
const height = 120

const niceTop = (value: number) => {
  const size = 10 ** Math.floor(Math.log10(Math.max(value, 1e-9)))
  return ([1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((step) => step * size >= value) ?? 10) * size
}

const topOf = (points: ReadonlyArray<ChartPoint>) => niceTop(Math.max(1, ...points.map((point) => point.value ?? 0)))

/** Beyond so many milliseconds a time of day alone does not say when. */
const longMs = 20 * 3_600_000

/** A line over time that does not move: its scale begins at 0 unless another is given. */
export const LineChart = ({
  from,
  name,
  points,
  scale,
  to,
  unit
}: {
  readonly points: ReadonlyArray<ChartPoint>
  readonly from: number
  readonly to: number
  readonly unit: string
  /** The least and the greatest value that are shown. */
  readonly scale?: readonly [number, number]
  /** What it shows with its newest value: for assistive technology. */
  readonly name: string
}) => {
  const [bottom, top] = scale ?? [0, topOf(points)]
  const timeText = to - from > longMs ? formatDay : formatMinute
  const x = (at: number) => (((at - from) / (to - from)) * width).toFixed(1)
  const y = (value: number) => (height - ((value - bottom) / (top - bottom)) * height).toFixed(1)
  const runs: Array<Array<readonly [string, string]>> = [[]]
  for (const { at, value } of points) {
    if (value === null) runs.push([])
    else runs.at(-1)!.push([x(at), y(value)])
  }
  const drawn = runs.filter((run) => run.length > 0)
  const line = drawn
    .map((run) => `M${run.map(([a, b]) => `${a} ${b}`).join("L")}${run.length === 1 ? "h.1" : ""}`)
    .join("")
  const area = drawn
    .map((run) => `M${run[0]![0]} ${height}L${run.map(([a, b]) => `${a} ${b}`).join("L")}L${run.at(-1)![0]} ${height}Z`)
    .join("")
  return (
    <div className="line-chart">
      <div className="line-chart-scale" aria-hidden>
        {[top, (top + bottom) / 2, bottom].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={name}>
        <path className="line-chart-grid" d={`M0 .5h${width}M0 ${height / 2}h${width}M0 ${height - 0.5}h${width}`} />
        <path className="line-chart-area" d={area} />
        <path className="line-chart-line" d={line} />
      </svg>
      <div className="line-chart-times" aria-hidden>
        <span>{timeText(from)}</span>
        <span>{timeText((from + to) / 2)}</span>
        <span>
          {timeText(to)} {unit}
        </span>
      </div>
    </div>
  )
}
