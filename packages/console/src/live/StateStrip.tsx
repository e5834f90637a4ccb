import "./StateStrip.css"
import { useEffect, useMemo, useRef } from "react"
import { serviceNow } from "../format/ticking.ts"
import { useWords } from "../i18n/words.ts"
import { chartColours } from "./colours.ts"
import { liveWords } from "./liveWords.ts"
import type { Slot } from "./Slot.ts"
import { States } from "./states.ts"
import { useDrawing } from "./useFollower.ts"
import { valueText } from "./valueText.ts"

/** The states of a datapoint from now on, while the caller is mounted. */
export const useStates = (slot: Slot): States => {
  const states = useMemo(() => new States(), [slot])
  useEffect(() => {
    const take = (sample: { readonly value: unknown; readonly atMs: number }) =>
      states.push(sample.atMs, valueText(sample.value), sample.value)
    if (!Number.isNaN(slot.atMs)) take(slot)
    return slot.onSample(take)
  }, [slot, states])
  return states
}

/** What a value that is no number was over the last minutes: a band with a colour for each state. */
export const StateStrip = ({
  name,
  slot,
  states,
  windowMs
}: {
  readonly slot: Slot
  /** What it went through: see `useStates`. */
  readonly states: States
  readonly name: string
  readonly windowMs: number
}) => {
  const t = useWords(liveWords)
  const canvas = useRef<HTMLCanvasElement>(null)
  const order = useRef(new Map<string, number>())
  const drawn = useRef({ atMs: -Infinity, revision: -1 })
  // Asking an element for its size while texts change lays the page out at once.
  const size = useRef({ width: 0, height: 0 })
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const sizes = new ResizeObserver(() => {
      size.current = { width: element.clientWidth, height: element.clientHeight }
      drawn.current.revision = -1
    })
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [])
  useDrawing((nowMs) => {
    const element = canvas.current
    if (element === null || document.hidden) return
    const { current: box } = size
    if (drawn.current.revision === states.revision && nowMs - drawn.current.atMs < 1000) return
    drawn.current = { atMs: nowMs, revision: states.revision }
    const width = Math.max(1, Math.round(box.width * devicePixelRatio))
    const height = Math.max(1, Math.round(box.height * devicePixelRatio))
    if (element.width !== width) element.width = width
    if (element.height !== height) element.height = height
    const pen = element.getContext("2d")!
    const colours = chartColours(nowMs)
    pen.clearRect(0, 0, width, height)
    const toMs = serviceNow() - slot.clockLagMs
    for (const { from, to, value } of states.between(toMs - windowMs, toMs)) {
      if (!order.current.has(value)) order.current.set(value, order.current.size)
      const isOff = value === t.off
      pen.fillStyle = isOff ? colours.grid : colours.states[order.current.get(value)! % colours.states.length]!
      pen.fillRect(from * width, 0, Math.max(devicePixelRatio, (to - from) * width), height)
    }
    const label = `${name}: ${valueText(slot.value)}, ${t.changes(Math.max(0, states.held.length - 1))}`
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label)
  })
  return <canvas ref={canvas} className="state-strip" role="img" aria-label={t.noneYet(name)} />
}
