/**
 * When the event number `index` (from 0) of a steady rate is due, in the unit of `began` as `perUnit` says. Latency is
 * taken from here and not from when the load got round to sending: a stall then counts for all that it held up.
 */
export const dueAt = (began: number, perUnit: number, index: number): number => began + index / perUnit

/** How many events of a steady rate are due. */
export const dueCount = (began: number, perUnit: number, now: number): number =>
  now < began ? 0 : Math.floor((now - began) * perUnit) + 1

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** How the next event is waited for: within the core's time, or within a millisecond, which leaves the core to others. */
type Wait = "exact" | "idle"

/** Calls `act` with the index and due time of each event of a steady rate (performance.now(), ms), for so many ms. */
export const steadily = async (
  ms: number,
  perSecond: number,
  act: (index: number, dueMs: number) => void,
  how: Wait = "exact"
): Promise<{ readonly count: number; readonly seconds: number }> => {
  const perMs = perSecond / 1000
  const total = Math.floor(ms * perMs)
  const began = performance.now()
  let count = 0
  while (count < total) {
    const due = Math.min(total, dueCount(began, perMs, performance.now()))
    for (; count < due; count++) act(count, dueAt(began, perMs, count))
    const wait = dueAt(began, perMs, count) - performance.now()
    if (count < total) await (how === "idle" && wait > 0 ? sleep(1) : wait > 2 ? sleep(wait - 1.5) : turn())
  }
  const rest = began + ms - performance.now()
  if (rest > 0) await sleep(rest)
  return { count, seconds: (performance.now() - began) / 1000 }
}
