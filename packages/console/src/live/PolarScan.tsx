import "./PolarScan.css"
import { useRef } from "react"
import { formatNumber } from "../format/numbers.ts"
import { useWords } from "../i18n/words.ts"
import { liveWords } from "./liveWords.ts"
import { nearestOf, scanOf, scanPath, sideOf } from "./scan.ts"
import type { Slot } from "./Slot.ts"
import { useDrawing } from "./useFollower.ts"
import { writeText } from "./writeText.ts"

const radius = 68

/** Distances around a robot, forward up. */
export const PolarScan = ({ name, slot }: { readonly slot: Slot; readonly name: string }) => {
  const t = useWords(liveWords)
  const outline = useRef<SVGPathElement>(null)
  const caption = useRef<HTMLElement>(null)
  const range = useRef<SVGTextElement>(null)
  const shown = useRef(-1)
  useDrawing(() => {
    if (shown.current === slot.revision || outline.current === null) return
    shown.current = slot.revision
    const scan = scanOf(slot.value)
    outline.current.setAttribute("d", scan === undefined ? "" : scanPath(scan, radius))
    const nearest = scan === undefined ? undefined : nearestOf(scan)
    if (caption.current !== null)
      writeText(
        caption.current,
        nearest === undefined ? t.nothingNear : t.nearest(formatNumber(nearest.metres, 2), t[sideOf(nearest.angle)])
      )
    if (range.current !== null && scan !== undefined) writeText(range.current, `${formatNumber(scan.rangeMax / 2)} m`)
  })
  return (
    <figure className="polar-scan">
      <svg viewBox="-80 -74 160 148" role="img" aria-label={name}>
        <g className="polar-rings">
          <circle r={radius} />
          <circle r={radius / 2} />
          <path d={`M0 ${-radius}V${radius}M${-radius} 0H${radius}`} />
        </g>
        <path ref={outline} className="polar-outline" />
        <path className="polar-robot" d="M0-6 5 5 0 2.500-5 5z" />
        <text ref={range} className="polar-range" x={radius / 2 + 2} y={-2} />
      </svg>
      <figcaption ref={caption} />
    </figure>
  )
}
