import "./Spark.css"
import { useEffect, useMemo, useRef } from "react"
import { serviceNow } from "../format/ticking.ts"
import { Series } from "./Series.ts"
import type { Slot } from "./Slot.ts"
import { useDrawing } from "./useFollower.ts"

const width = 60
const height = 18

/** A datapoint's last minute as a small line. Its scale begins at zero, so that noise does not look like news. */
export const Spark = ({
  max,
  slot,
  windowMs = 60_000
}: {
  readonly slot: Slot
  readonly windowMs?: number
  /** The end of the scale; the greatest value seen without one. */
  readonly max?: number
}) => {
  const line = useRef<SVGPathElement>(null)
  const series = useMemo(() => new Series(240), [slot])
  const drawnMs = useRef(-Infinity)
  useEffect(
    () =>
      slot.onSample(({ atMs, value }) => {
        if (typeof value === "number") series.push(atMs, value)
      }),
    [slot, series]
  )
  useDrawing((nowMs) => {
    if (line.current === null || nowMs - drawnMs.current < 500) return
    drawnMs.current = nowMs
    const toMs = serviceNow() - slot.clockLagMs
    const fromMs = toMs - windowMs
    const seen = series.extent(fromMs, toMs)
    if (seen === undefined) return line.current.setAttribute("d", "")
    const low = Math.min(0, seen.min)
    const high = Math.max(max ?? seen.max, low + 1e-9)
    const { times, values } = series.line(fromMs, toMs, width, windowMs / 10)
    let path = ""
    let isOpen = false
    for (const [index, value] of values.entries()) {
      if (value === null) isOpen = false
      else {
        const x = ((times[index]! * 1000 - fromMs) / windowMs) * width
        const y = height - 1 - ((value - low) / (high - low)) * (height - 2)
        path += `${isOpen ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`
        isOpen = true
      }
    }
    line.current.setAttribute("d", path)
  })
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <path ref={line} />
    </svg>
  )
}
