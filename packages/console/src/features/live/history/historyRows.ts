import type { Cell } from "../../../format/csv.ts"
import type { Rows } from "../table/rows.ts"

/** A recorded sample, or what a window of them was gathered to. */
export interface HistoryPoint {
  readonly at: Date
  readonly value: unknown
  readonly count: number
}

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? value
    : JSON.stringify(value)
}

/** The table of a history: with how many samples each window gathered, where it gathers. */
export const rowsOfHistory = (points: ReadonlyArray<HistoryPoint>, column: string, isGathered: boolean): Rows => ({
  columns: isGathered ? ["time", column, "samples"] : ["time", column],
  rows: points.map(({ at, count, value }) => [at.getTime(), cellOf(value), ...(isGathered ? [count] : [])]),
  timed: true
})

/** The line of a history with a range for its values: some air around what is there. */
export const chartOf = (points: ReadonlyArray<HistoryPoint>) => {
  const line = points.map(({ at, value }) => ({
    at: at.getTime(),
    value: typeof value === "number" && Number.isFinite(value) ? value : null
  }))
  let low = Infinity
  let high = -Infinity
  for (const { value } of line) {
    if (value === null) continue
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  if (low > high) return { line, scale: [0, 1] as const }
  const air = high === low ? Math.max(Math.abs(high) * 0.1, 0.5) : (high - low) * 0.05
  return { line, scale: [low - air, high + air] as const }
}
