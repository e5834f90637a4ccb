import { formatNumber } from "../../../format/numbers.ts"
import { formatDay, formatMinute } from "../../../format/times.ts"
import { useWords } from "../../../i18n/words.ts"
import { type Band, joinedPoints, runsOf, scaleOf } from "../past.ts"
import { words } from "../words.ts"

const width = 640
const height = 160
const stripHeight = 28

/** Beyond so many milliseconds a time of day alone does not say when. */
const longMs = 20 * 3_600_000

interface PastPoint {
  readonly at: number
  readonly value: unknown
}

interface PastProps {
  readonly points: ReadonlyArray<PastPoint>
  readonly from: number
  readonly to: number
  /** When the condition would have held. */
  readonly bands: ReadonlyArray<Band>
  /** What it shows, for assistive technology. */
  readonly name: string
}

const Times = ({ from, to }: Pick<PastProps, "from" | "to">) => {
  const text = to - from > longMs ? formatDay : formatMinute
  return (
    <div className="alerts-past-times" aria-hidden>
      {[from, (from + to) / 2, to].map((at) => (
        <span key={at}>{text(at)}</span>
      ))}
    </div>
  )
}

const Bands = ({ bands, from, tall, to }: Pick<PastProps, "bands" | "from" | "to"> & { readonly tall: number }) =>
  bands.map((band) => (
    <rect
      key={band.from}
      className="alerts-past-band"
      x={((band.from - from) / (to - from)) * width}
      y={0}
      width={Math.max(1.5, ((band.to - band.from) / (to - from)) * width)}
      height={tall}
    />
  ))

/** What a number was, with the limits of a condition and when it would have fired. */
export const PastChart = ({
  bands,
  fireAt,
  from,
  gapMs,
  name,
  points,
  resolveAt,
  to
}: PastProps & {
  readonly fireAt: number
  readonly resolveAt: number | undefined
  /** No line is drawn over more than this. */
  readonly gapMs: number
}) => {
  const t = useWords(words)
  const numbers = points.flatMap(({ at, value }) => (typeof value === "number" ? [{ at, value }] : []))
  const limits = resolveAt === undefined ? [fireAt] : [fireAt, resolveAt]
  const [bottom, top] = scaleOf([...numbers.map(({ value }) => value), ...limits])
  const x = (at: number) => (((at - from) / (to - from)) * width).toFixed(1)
  const y = (value: number) => (height - ((value - bottom) / (top - bottom)) * height).toFixed(1)
  const line = joinedPoints(numbers, gapMs)
    .map((run) => `M${run.map(({ at, value }) => `${x(at)} ${y(value)}`).join("L")}${run.length === 1 ? "h2" : ""}`)
    .join("")
  return (
    <figure className="alerts-past">
      <div className="alerts-past-scale" aria-hidden>
        {[top, (top + bottom) / 2, bottom].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={name}>
        <path className="alerts-past-grid" d={`M0 .5h${width}M0 ${height / 2}h${width}M0 ${height - 0.5}h${width}`} />
        <Bands bands={bands} from={from} to={to} tall={height} />
        <path className="alerts-past-fire" d={`M0 ${y(fireAt)}h${width}`} />
        {resolveAt === undefined ? null : <path className="alerts-past-resolve" d={`M0 ${y(resolveAt)}h${width}`} />}
        <path className="alerts-past-line" d={line} />
      </svg>
      <Times from={from} to={to} />
      <figcaption className="alerts-past-keys">
        <span className="alerts-past-key-fire">{t.firesAt(formatNumber(fireAt))}</span>
        {resolveAt === undefined ? null : (
          <span className="alerts-past-key-resolve">{t.resolvesAt(formatNumber(resolveAt))}</span>
        )}
      </figcaption>
    </figure>
  )
}

/** What a text or a yes and no was: a strip of its values, and above it when the condition would have held. */
export const PastStrip = ({ bands, from, name, points, to }: PastProps) => {
  const runs = runsOf(points, to)
  const order = [...new Set(runs.map(({ text }) => text))]
  return (
    <figure className="alerts-past alerts-past-strip">
      <svg viewBox={`0 0 ${width} ${stripHeight}`} preserveAspectRatio="none" role="img" aria-label={name}>
        <Bands bands={bands} from={from} to={to} tall={stripHeight} />
        {runs.map((run) => (
          <rect
            key={run.from}
            className={`alerts-past-value alerts-past-value-${(order.indexOf(run.text) % 6) + 1}`}
            x={((run.from - from) / (to - from)) * width}
            y={10}
            width={Math.max(1, ((run.to - run.from) / (to - from)) * width)}
            height={stripHeight - 10}
          />
        ))}
      </svg>
      <Times from={from} to={to} />
      <figcaption className="alerts-past-keys">
        {order.slice(0, 6).map((text, index) => (
          <span key={text} className={`alerts-past-key alerts-past-key-${index + 1}`}>
            <bdi>{text.length > 40 ? `${text.slice(0, 40)}…` : text}</bdi>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
