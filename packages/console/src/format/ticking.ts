import { useSyncExternalStore } from "react"

/** One timer for every age on the page. */
const everyMs = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let offsetMs = 0
let tick = 0

/** By how much the service's clock is ahead of this machine's. */
export const setClockOffset = (ms: number): void => {
  offsetMs = ms
}

/** What to add to a time of this machine's clock. */
export const clockOffset = (): number => offsetMs

/** Now, by the service's clock. */
export const serviceNow = (): number => Date.now() + offsetMs

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    tick = serviceNow()
    for (const each of listeners) each()
  }, everyMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
const snapshot = () => (tick === 0 ? (tick = serviceNow()) : tick)

/** Now, by the service's clock, once a second. */
export const useNow = (): number => {
  useSyncExternalStore(subscribe, snapshot)
  return Math.max(tick, 0)
}
