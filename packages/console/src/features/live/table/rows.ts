import { type Cell, csvOf } from "../../../format/csv.ts"
import { formatMoment } from "../../../format/times.ts"
import type { Scan } from "../../../live/scan.ts"
import type { Series } from "../../../live/Series.ts"
import type { States } from "../../../live/states.ts"

/** What a chart shows, as a table: the columns' names, and exact cells, oldest first. `timed`: the first cell is a time in ms. */
export interface Rows {
  readonly columns: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
  readonly timed: boolean
}

/** The samples of a chart's window. One without a number has none. */
export const rowsOfSeries = (series: Series, fromMs: number, toMs: number, column: string): Rows => {
  const rows: Array<ReadonlyArray<Cell>> = []
  for (let index = 0; index < series.length; index++) {
    const { timeMs, value } = series.at(index)
    if (timeMs >= fromMs && timeMs <= toMs) rows.push([timeMs, Number.isNaN(value) ? null : value])
  }
  return { columns: ["time", column], rows, timed: true }
}

/** The states of a strip's window: when each began. The one that held when the window began is the first. */
export const rowsOfStates = (states: States, fromMs: number, column: string): Rows => {
  const first = states.held.findLastIndex(({ atMs }) => atMs <= fromMs)
  const rows = states.held.slice(Math.max(0, first)).map(({ atMs, exact }) => [atMs, exact])
  return { columns: ["time", column], rows, timed: true }
}

/** The beams of a scan: angles in degrees, counterclockwise from ahead, and distances in metres. */
export const rowsOfScan = ({ angleMin, angleStep, ranges }: Scan): Rows => ({
  columns: ["angle_deg", "distance_m"],
  rows: ranges.map((range, index) => [
    Number((((angleMin + index * angleStep) * 180) / Math.PI).toFixed(2)),
    typeof range === "number" ? range : null
  ]),
  timed: false
})

/** A cell as people read it; values keep every digit. */
export const cellText = (cell: Cell, isTime: boolean): string =>
  cell === null ? "–" : isTime && typeof cell === "number" ? formatMoment(cell) : String(cell)

/** The file of a table: times as ISO 8601 in UTC. */
export const csvOfRows = ({ columns, rows, timed }: Rows): string =>
  csvOf(columns, timed ? rows.map(([atMs, ...rest]) => [timeText(atMs), ...rest]) : rows)

const timeText = (atMs: Cell | undefined): Cell =>
  typeof atMs === "number" && Math.abs(atMs) <= 8.64e15 ? new Date(atMs).toISOString() : (atMs ?? null)
