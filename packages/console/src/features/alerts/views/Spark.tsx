import { formatNumber } from "../../../format/numbers.ts"
import { useWords } from "../../../i18n/words.ts"
import { joinedPoints, scaleOf } from "../past.ts"
import { words } from "../words.ts"

const width = 88
const height = 20

/** A value over the last hour, small, with the limit that it is held against. Its scale begins at 0. */
export const Spark = ({
  from,
  gapMs,
  points,
  threshold,
  to,
  tone
}: {
  readonly points: ReadonlyArray<{ readonly at: number; readonly value: number }>
  readonly from: number
  readonly to: number
  readonly gapMs: number
  readonly threshold: number | undefined
  readonly tone: "warn" | "bad"
}) => {
  const t = useWords(words)
  const values = points.map(({ value }) => value)
  const [bottom, top] = scaleOf(threshold === undefined ? values : [...values, threshold])
  const x = (at: number) => (((at - from) / (to - from)) * width).toFixed(1)
  const y = (value: number) => (height - 1 - ((value - bottom) / (top - bottom)) * (height - 2)).toFixed(1)
  const line = joinedPoints(points, gapMs)
    .map((run) => `M${run.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L")}${run.length === 1 ? "h1.5" : ""}`)
    .join("")
  const name = t.sparkName(formatNumber(Math.min(...values)), formatNumber(Math.max(...values)))
  return (
    <svg
      className={`alerts-spark alerts-spark-${tone}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={name}
    >
      {threshold === undefined ? null : <path className="alerts-spark-limit" d={`M0 ${y(threshold)}h${width}`} />}
      <path className="alerts-spark-line" d={line} />
    </svg>
  )
}
