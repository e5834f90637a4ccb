import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import { type RowWindow, rowWindow } from "./rowWindow.ts"

/** What a row is tall, in pixels, until the page has measured one. */
const usualHeight = 40

/** The rows of a table's body that are in the document while the window is scrolled. */
export const useRowWindow = (body: RefObject<HTMLElement | null>, count: number) => {
  const [rowHeight, setRowHeight] = useState(usualHeight)
  const [shown, setShown] = useState<RowWindow>(() =>
    rowWindow({ count, rowHeight: usualHeight, top: 0, height: window.innerHeight })
  )
  const update = () => {
    const element = body.current
    if (element === null) return
    const measured = element.querySelector<HTMLElement>("tr[data-row]")?.getBoundingClientRect().height
    const height = measured === undefined || measured === 0 ? rowHeight : measured
    if (Math.abs(height - rowHeight) > 0.25) setRowHeight(height)
    const top = -element.getBoundingClientRect().top
    const next = rowWindow({ count, rowHeight: height, top, height: window.innerHeight })
    setShown((before) => (before.first === next.first && before.end === next.end ? before : next))
  }
  const newest = useRef(update)
  newest.current = update
  useLayoutEffect(() => {
    const onScroll = () => newest.current()
    window.addEventListener("scroll", onScroll, { passive: true })
    window.addEventListener("resize", onScroll)
    return () => {
      window.removeEventListener("scroll", onScroll)
      window.removeEventListener("resize", onScroll)
    }
  }, [])
  // Another number of rows, or another density.
  useLayoutEffect(() => newest.current(), [count, rowHeight])
  const { first, end } = { first: Math.min(shown.first, count), end: Math.min(shown.end, count) }
  return {
    first,
    end,
    before: first * rowHeight,
    after: (count - end) * rowHeight,
    /** Scrolls so that the row can be seen, under what stands fixed above it. */
    scrollTo: (index: number) => {
      const element = body.current
      if (element === null) return
      const bodyTop = element.getBoundingClientRect().top
      const [top, bottom] = [bodyTop + index * rowHeight, bodyTop + (index + 1) * rowHeight]
      const [least, most] = [3.5 * rowHeight, window.innerHeight - 3 * rowHeight]
      if (top < least) window.scrollBy(0, top - least)
      else if (bottom > most) window.scrollBy(0, bottom - most)
    }
  }
}
