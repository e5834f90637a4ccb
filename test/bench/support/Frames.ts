/** What Chromium writes into a trace; times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** Processor time of the thread: other programs take nothing of it. */
  readonly tdur?: number
}

/** Tasks in which JavaScript runs. Some lie within others. */
const scripts = new Set(["FunctionCall", "EvaluateScript", "RunMicrotasks", "v8.callFunction", "V8.ExecuteScript"])
/** Callbacks for one frame follow each other closer than frames do. */
const sameFrameUs = 4000

/**
 * The processor time of script in each frame of the page, in milliseconds: from one animation frame to the next, on the thread
 * that had the most of them. Empty where the trace has no two.
 */
export const scriptByFrame = (events: ReadonlyArray<TraceEvent>): ReadonlyArray<number> => {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const fired = Map.groupBy(
    events.filter(({ name }) => name === "FireAnimationFrame"),
    threadOf
  )
  const [busiest] = [...fired].toSorted((left, right) => right[1].length - left[1].length)
  if (busiest === undefined) return []
  const [thread, callbacks] = busiest
  const starts: Array<number> = []
  for (const { ts } of callbacks.toSorted((left, right) => left.ts - right.ts))
    if (starts.length === 0 || ts - starts.at(-1)! > sameFrameUs) starts.push(ts)
  const ran = events
    .filter((event) => scripts.has(event.name) && event.ph === "X" && threadOf(event) === thread)
    .toSorted((left, right) => left.ts - right.ts || (right.dur ?? 0) - (left.dur ?? 0))
  const sums = starts.slice(1).map(() => 0)
  let [frame, endsAt] = [0, Number.NEGATIVE_INFINITY]
  for (const { dur = 0, tdur = dur, ts } of ran) {
    // Within one that is counted already.
    if (ts < endsAt) continue
    endsAt = ts + dur
    while (frame < sums.length && ts >= starts[frame + 1]!) frame++
    if (frame < sums.length && ts >= starts[frame]!) sums[frame]! += tdur / 1000
  }
  return sums
}
