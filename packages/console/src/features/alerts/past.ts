/** A moment at which an alert would have moved. */
export interface Move {
  readonly state: "ok" | "firing"
  readonly at_ms: number
}

export interface Band {
  readonly from: number
  readonly to: number
}

/** The times in which an alert would have fired: one that did not end lasts to the end of what was tried. */
export const firingBands = (moves: ReadonlyArray<Move>, to: number): ReadonlyArray<Band> => {
  const bands: Array<Band> = []
  let since: number | undefined
  for (const { at_ms, state } of moves) {
    if (state === "firing") since ??= at_ms
    else if (since !== undefined) {
      bands.push({ from: since, to: at_ms })
      since = undefined
    }
  }
  if (since !== undefined) bands.push({ from: since, to })
  return bands
}

export const firingMs = (bands: ReadonlyArray<Band>): number => bands.reduce((sum, { from, to }) => sum + to - from, 0)

/** Values of a time in runs of equal ones, as a strip shows them: each lasts to the next. */
export const runsOf = (
  points: ReadonlyArray<{ readonly at: number; readonly value: unknown }>,
  to: number
): ReadonlyArray<Band & { readonly text: string }> => {
  const runs: Array<{ from: number; to: number; text: string }> = []
  for (const { at, value } of points) {
    if (value === null || value === undefined) continue
    const text = typeof value === "string" ? value : JSON.stringify(value)
    const last = runs.at(-1)
    if (last !== undefined) last.to = at
    if (last?.text !== text) runs.push({ from: at, to: at, text })
  }
  const last = runs.at(-1)
  if (last !== undefined) last.to = to
  return runs
}

/** Points in runs that a line may join: where more than `gapMs` lies between two, nothing is known in between. */
export const joinedPoints = <Point extends { readonly at: number }>(
  points: ReadonlyArray<Point>,
  gapMs: number
): ReadonlyArray<ReadonlyArray<Point>> => {
  const runs: Array<Array<Point>> = []
  for (const point of points) {
    const last = runs.at(-1)
    if (last === undefined || point.at - last.at(-1)!.at > gapMs) runs.push([point])
    else last.push(point)
  }
  return runs
}

/** The least and the greatest of numbers, from 0 on: a scale that follows noise makes every robot look nervous. */
export const scaleOf = (values: ReadonlyArray<number>): readonly [number, number] => {
  const low = values.reduce((least, value) => Math.min(least, value), 0)
  const high = values.reduce((most, value) => Math.max(most, value), 0)
  return low === high ? [low, low + 1] : [low, high]
}
