import "./Value.css"
import { useEffect, useReducer, useRef } from "react"
import { serviceNow } from "../format/ticking.ts"
import { formatAge, formatClock, formatMoment } from "../format/times.ts"
import { formatNumber } from "../format/numbers.ts"
import { useWords, wordsNow } from "../i18n/words.ts"
import { Foreign } from "../kit/Foreign.tsx"
import { liveWords } from "./liveWords.ts"
import type { Slot } from "./Slot.ts"
import { useText } from "./useFollower.ts"
import { valueText } from "./valueText.ts"
import { makeRoom, writeText } from "./writeText.ts"

interface ValueProps {
  readonly slot: Slot
  readonly unit?: string | null | undefined
  readonly decimals?: number | null | undefined
  /** What of the value is shown; all of it by default. */
  readonly pick?: (value: unknown) => unknown
  /** Time between two values in milliseconds where the configuration sets it; null where it changes rarely. */
  readonly periodMs?: number | null | undefined
  /** `long`: every digit shows, however many there are. */
  readonly size?: "line" | "display" | "long"
}

/** What the benchmark compares with: a build in which React renders each sample. */
const rendersEach = import.meta.env.MODE === "rendered"

const Unit = ({ unit }: Pick<ValueProps, "unit">) =>
  unit === null || unit === undefined ? null : (
    <span className="value-unit">
      {"\u202f"}
      <Foreign>{unit}</Foreign>
    </span>
  )

/** A value that renders with each sample. */
const RenderedValue = ({ decimals, periodMs, pick, size = "line", slot, unit }: ValueProps) => {
  const [, render] = useReducer((count: number) => count + 1, 0)
  useEffect(() => slot.onSample(render), [slot])
  const value = slot.value === undefined || pick === undefined ? slot.value : pick(slot.value)
  return (
    <span
      className={`value value-${size}`}
      data-none={value === undefined || value === null ? "" : undefined}
      data-old={slot.isOld(serviceNow(), periodMs) ? "" : undefined}
    >
      <bdi className="value-text">{valueText(value, decimals)}</bdi>
      <Unit unit={unit} />
    </span>
  )
}

/** What a letter is wide, in digits: in a unit, and in the words of an age. */
const letters = { unit: 1.4, age: 0.9 }

/** A live value. React renders it once; the page's loop writes its text. */
const WrittenValue = ({ decimals, periodMs, pick, size = "line", slot, unit }: ValueProps) => {
  const box = useRef<HTMLSpanElement>(null)
  const text = useRef<HTMLElement>(null)
  const shown = useRef({ revision: -1, isOld: false, room: 0 })
  useText(() => {
    if (box.current === null || text.current === null) return
    const isOld = slot.isOld(serviceNow(), periodMs)
    if (isOld !== shown.current.isOld) {
      shown.current.isOld = isOld
      box.current.toggleAttribute("data-old", isOld)
    }
    if (shown.current.revision === slot.revision && slot.revision > 0) return
    shown.current.revision = slot.revision
    const value = slot.value === undefined || pick === undefined ? slot.value : pick(slot.value)
    const next = valueText(value, decimals)
    writeText(text.current, next)
    const isNumber = typeof value === "number"
    box.current.toggleAttribute("data-number", isNumber)
    if (isNumber) {
      const unitDigits = unit === null || unit === undefined ? 0 : Math.ceil((unit.length + 1) * letters.unit)
      shown.current.room = makeRoom(box.current, shown.current.room, next.length + unitDigits)
    } else if (shown.current.room > 0) shown.current.room = makeRoom(box.current, shown.current.room, 0)
    box.current.toggleAttribute("data-none", !isNumber && (value === undefined || value === null))
  })
  return (
    <span ref={box} className={`value value-${size}`} data-none="">
      <bdi ref={text} className="value-text">
        –
      </bdi>
      <Unit unit={unit} />
    </span>
  )
}

export const Value = rendersEach ? RenderedValue : WrittenValue

/** How often values come and how old the newest is: "5 Hz · 0.1 s", or "as of 11:02:40" once it is old. */
export const ValueAge = ({ periodMs, slot }: Pick<ValueProps, "slot" | "periodMs">) => {
  const t = useWords(liveWords)
  const ref = useRef<HTMLTimeElement>(null)
  const room = useRef(0)
  useText(() => {
    const element = ref.current
    if (element === null) return
    const nowMs = serviceNow()
    const isOld = slot.isOld(nowMs, periodMs)
    const next = ageText(slot, nowMs, isOld, t)
    if (element.textContent === next) return
    writeText(element, next)
    room.current = makeRoom(element, room.current, Math.ceil(next.length * letters.age))
    element.toggleAttribute("data-old", isOld)
  })
  // Nobody reads it before the pointer is there.
  const tell = () => {
    if (ref.current !== null)
      ref.current.title = Number.isNaN(slot.atMs) ? "" : formatMoment(slot.atMs + slot.clockLagMs)
  }
  return <time ref={ref} className="value-age" onPointerEnter={tell} />
}

/** How old the newest value is, as it is spoken. */
export const ageNow = (slot: Slot, periodMs: number | null | undefined): string => {
  const nowMs = serviceNow()
  const t = wordsNow(liveWords)
  if (Number.isNaN(slot.atMs)) return ""
  return slot.isOld(nowMs, periodMs)
    ? t.asOf(formatClock(slot.atMs + slot.clockLagMs))
    : t.old(formatAge(slot.ageMs(nowMs)))
}

const ageText = (slot: Slot, nowMs: number, isOld: boolean, t: typeof liveWords.en): string => {
  if (Number.isNaN(slot.atMs)) return ""
  if (isOld) return t.asOf(formatClock(slot.atMs + slot.clockLagMs))
  const { periodMs } = slot
  const rate = periodMs === undefined || periodMs <= 0 ? undefined : 1000 / periodMs
  const often = rate === undefined ? "" : `${formatNumber(rate, rate >= 2.95 ? 0 : 1)}\u202fHz · `
  return often + formatAge(slot.ageMs(nowMs))
}
