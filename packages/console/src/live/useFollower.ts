import { useEffect, useRef } from "react"
import { loop } from "./Loop.ts"

/** Runs on the page's loop while the caller is mounted: ten times a second. The newest `write` is the one that runs. */
export const useText = (write: (nowMs: number) => void): void => {
  const newest = useRef(write)
  newest.current = write
  useEffect(() => loop.text({ write: (nowMs) => newest.current(nowMs) }), [])
}

/** Like `useText`, at most 30 times a second. */
export const useDrawing = (write: (nowMs: number) => void): void => {
  const newest = useRef(write)
  newest.current = write
  useEffect(() => loop.drawing({ write: (nowMs) => newest.current(nowMs) }), [])
}
