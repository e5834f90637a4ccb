import { useSyncExternalStore } from "react"

/** One timer for every age on the page. */
const everyMs = 1000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let offsetMs = 0
let tick = 0
/** A change of the offset that is not larger changes no window of time that is asked for, in milliseconds. */
const coarse = 2000
let coarseMs = 0
const offsets = new Set<() => void>()

/** By how much the service's clock is ahead of this machine's. */
export const setClockOffset = (exactMs: number): void => {
  // Routes take moments in whole milliseconds.
  const ms = Math.round(exactMs)
  offsetMs = ms
  if (Math.abs(ms - coarseMs) <= coarse) return
  coarseMs = ms
  tick = serviceNow()
  for (const each of [...listeners, ...offsets]) each()
}

/** What to add to a time of this machine's clock. */
export const clockOffset = (): number => offsetMs

/** Now, by the service's clock. */
export const serviceNow = (): number => Date.now() + offsetMs

/**
 * Asks for what has to do with now, by the service's clock. The first answer of a page tells that clock: where it shows that
 * another time was meant, what was answered is dropped, and asked for again.
 */
export const askNow = async <Answer>(ask: (nowMs: number) => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const before = coarseMs
    try {
      const answer = await ask(serviceNow())
      if (coarseMs === before) return answer
    } catch (error) {
      if (coarseMs === before) throw error
    }
  }
}

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

const never = () => () => {}

/** Now, by the service's clock, once a second; where `isTicking` is false, as it was when it last ticked. */
export const useNow = (isTicking = true): number => {
  useSyncExternalStore(isTicking ? subscribe : never, snapshot)
  return Math.max(tick, 0)
}

const subscribeOffset = (listener: () => void) => {
  offsets.add(listener)
  return () => void offsets.delete(listener)
}

/** Changes when the service turns out to have another time than was thought: what is asked for since then is asked anew. */
export const useClockOffset = (): number => useSyncExternalStore(subscribeOffset, () => coarseMs)
