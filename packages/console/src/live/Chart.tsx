import "uplot/dist/uPlot.min.css"
import "./Chart.css"
import { useEffect, useMemo, useRef } from "react"
import uPlot from "uplot"
import { formatNumber } from "../format/numbers.ts"
import { serviceNow } from "../format/ticking.ts"
import { formatClock, formatMinute } from "../format/times.ts"
import { useWords } from "../i18n/words.ts"
import { visible } from "../kit/visible.ts"
import { chartColours } from "./colours.ts"
import { liveWords } from "./liveWords.ts"
import { type Series, seriesFor } from "./Series.ts"
import type { Slot } from "./Slot.ts"
import { useDrawing } from "./useFollower.ts"

interface ChartProps {
  readonly slot: Slot
  readonly name: string
  readonly windowMs: number
  readonly unit?: string | null | undefined
  readonly decimals?: number | null | undefined
  readonly periodMs?: number | null | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly threshold?: number | undefined
  /** Values stay as they are until the next one. */
  readonly stepped?: boolean
  readonly pick?: ((value: unknown) => unknown) | undefined
  /** What was recorded before the page was open, oldest first. */
  readonly recorded?: ReadonlyArray<{ readonly timeMs: number; readonly value: number }> | undefined
  /** Tells which samples it draws. */
  readonly onSeries?: (series: Series) => void
  /** Time between two recorded samples, in milliseconds. */
  readonly recordedPeriodMs?: number | undefined
}

/** Without new samples the time axis moves once in so many milliseconds. */
const restMs = 1000

/** A chart is drawn anew once its line has moved by a pixel, in milliseconds: more often would show nothing new. */
const pixelMs = (windowMs: number, pixels: number) => Math.min(restMs, windowMs / Math.max(1, pixels))

const numberOf = (value: unknown) => (typeof value === "number" ? value : Number.NaN)

/** The range of the value axis: what the configuration says, else what is there with some air. */
const rangeOf = ({ max, min, threshold }: ChartProps, series: Series, fromMs: number, toMs: number) => {
  const seen = series.extent(fromMs, toMs)
  let low = min ?? Math.min(seen?.min ?? 0, threshold ?? Infinity)
  let high = max ?? Math.max(seen?.max ?? 1, threshold ?? -Infinity)
  if (low > high) [low, high] = [high, low]
  const air = high === low ? Math.max(Math.abs(high) * 0.1, 0.5) : (high - low) * 0.08
  if (min === undefined) low -= air
  if (max === undefined) high += air
  return [low, high] as [number, number]
}

const thresholdLine = (value: number): uPlot.Plugin => ({
  hooks: {
    draw: (chart) => {
      const y = Math.round(chart.valToPos(value, "y", true))
      const { height, left, top, width } = chart.bbox
      if (y < top || y > top + height) return
      const { ctx } = chart
      ctx.save()
      ctx.strokeStyle = chartColours(performance.now()).alert
      ctx.lineWidth = devicePixelRatio
      ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio])
      ctx.beginPath()
      ctx.moveTo(left, y)
      ctx.lineTo(left + width, y)
      ctx.stroke()
      ctx.restore()
    }
  }
})

const optionsFor = ({ decimals, stepped, threshold, windowMs }: ChartProps, width: number, height: number) => {
  const axis = {
    stroke: () => chartColours(performance.now()).text,
    font: "420 11px Inter, system-ui, sans-serif",
    ticks: { show: false }
  }
  const clock = windowMs > 10 * 60_000 ? formatMinute : formatClock
  const paths = stepped === true ? uPlot.paths.stepped?.({ align: 1 }) : undefined
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [6, 26, 0, 0],
    scales: { x: { time: true, auto: false }, y: { auto: false } },
    axes: [
      {
        ...axis,
        size: 18,
        gap: 4,
        grid: { show: false },
        space: 90,
        values: (_: uPlot, splits: Array<number>) => splits.map((seconds) => clock(seconds * 1000))
      },
      {
        ...axis,
        gap: 4,
        size: (_: uPlot, values: Array<string> | null) =>
          8 + 6.5 * Math.max(1, ...(values ?? []).map((text) => String(text).length)),
        space: 28,
        grid: { stroke: () => chartColours(performance.now()).grid, width: 1 },
        values: (_: uPlot, splits: Array<number>) =>
          splits.map((value) => formatNumber(value, tickDecimals(splits, decimals)))
      }
    ],
    series: [
      {},
      {
        width: 1.5,
        stroke: () => chartColours(performance.now()).line,
        fill: () => chartColours(performance.now()).fill,
        points: { show: false },
        spanGaps: false,
        ...(paths === undefined ? {} : { paths })
      }
    ],
    plugins: threshold === undefined ? [] : [thresholdLine(threshold)]
  } as uPlot.Options
}

const tickDecimals = (splits: ReadonlyArray<number>, decimals: number | null | undefined): number | undefined => {
  const apart = splits.length > 1 ? Math.abs(splits[1]! - splits[0]!) : 0
  if (apart === 0) return decimals ?? undefined
  return Math.max(0, Math.min(6, -Math.floor(Math.log10(apart) + 1e-9)))
}

/** A datapoint over time. Its samples go into a ring of numbers and from there to a canvas, never through React. */
export const Chart = (props: ChartProps) => {
  const { name, periodMs, pick, recorded, slot, windowMs } = props
  const t = useWords(liveWords)
  const box = useRef<HTMLDivElement>(null)
  const newest = useRef(props)
  newest.current = props
  const series = useMemo(() => {
    const rateHz = periodMs === null || periodMs === undefined ? 10 : 1000 / periodMs
    return seriesFor(windowMs, rateHz)
  }, [windowMs, periodMs])
  const drawn = useRef({ atMs: -Infinity, toldMs: -Infinity, revision: -1, isVisible: false })
  const chart = useRef<uPlot | null>(null)

  useEffect(() => {
    const take = (sample: { readonly value: unknown; readonly atMs: number }) =>
      series.push(sample.atMs, numberOf(pick === undefined ? sample.value : pick(sample.value)))
    if (!Number.isNaN(slot.atMs)) take(slot)
    return slot.onSample(take)
  }, [series, slot, pick])
  useEffect(() => {
    newest.current.onSeries?.(series)
  }, [series])
  useEffect(() => {
    if (recorded !== undefined) series.prepend(recorded)
    drawn.current.revision = -1
  }, [series, recorded])

  useEffect(() => {
    const element = box.current
    if (element === null) return
    const size = () => [Math.max(40, element.clientWidth), Math.max(40, element.clientHeight)] as const
    const made = new uPlot(optionsFor(newest.current, ...size()), [[], []], element)
    chart.current = made
    const sizes = new ResizeObserver(() => {
      const [width, height] = size()
      made.setSize({ width, height })
    })
    sizes.observe(element)
    const sight = new IntersectionObserver((seen) => (drawn.current.isVisible = seen.at(-1)?.isIntersecting === true))
    sight.observe(element)
    return () => {
      sizes.disconnect()
      sight.disconnect()
      made.destroy()
      chart.current = null
    }
  }, [windowMs, props.threshold, props.stepped, props.decimals])

  useDrawing((nowMs) => {
    const { current: made } = chart
    const last = drawn.current
    if (made === null || !last.isVisible || document.hidden) return
    const width = made.bbox.width / devicePixelRatio
    const isAnew = last.revision === -1
    const passedMs = nowMs - last.atMs
    if (!isAnew && passedMs < (last.revision === slot.revision ? restMs : pixelMs(windowMs, width))) return
    last.atMs = nowMs
    last.revision = slot.revision
    const toMs = serviceNow() - slot.clockLagMs
    const fromMs = toMs - windowMs
    const usualMs = slot.periodMs ?? periodMs ?? undefined
    const gapMs = usualMs === undefined ? Math.max(5000, windowMs / 20) : Math.max(3 * usualMs, 1000, windowMs / 300)
    const { times, values } = series.line(fromMs, toMs, width, gapMs, 3 * (newest.current.recordedPeriodMs ?? 0))
    const [low, high] = rangeOf(newest.current, series, fromMs, toMs)
    made.batch(() => {
      made.setData([times, values], false)
      made.setScale("x", { min: fromMs / 1000, max: toMs / 1000 })
      made.setScale("y", { min: low, max: high })
    })
    if (!isAnew && nowMs - last.toldMs < restMs) return
    last.toldMs = nowMs
    const seen = series.extent(fromMs, toMs)
    const unit = props.unit == null ? "" : `\u202f${visible(props.unit)}`
    const text = (value: number) => formatNumber(value, props.decimals ?? undefined) + unit
    const label = seen === undefined ? t.noneYet(name) : t.latest(name, text(seen.last), text(seen.min), text(seen.max))
    box.current?.setAttribute("aria-label", label)
  })
  return <div ref={box} className="chart" role="img" aria-label={t.noneYet(name)} />
}
