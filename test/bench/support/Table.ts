import type { Figures, Outcome } from "./Measure.ts"

/** A figure with three digits that count. */
export const shown = (value: number | null | undefined): string => {
  if (value === undefined) return ""
  // No number is null once it came from another process.
  if (value === null || Number.isNaN(value)) return "-"
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-US")
  return value.toPrecision(3)
}

/** Lines whose columns stand below each other; the first is text, the others are numbers. */
export const aligned = (cells: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = cells[0]!.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)))
  return cells.map((line) =>
    line.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!))).join("  ")
  )
}

const busyLine = ({ around }: Outcome): ReadonlyArray<string> =>
  around?.busy === true
    ? [
        `BUSY: other programs used ${(around.others_cpu! * 100).toFixed(0)} % of the machine meanwhile; ` +
          "do not compare these figures with those of another run."
      ]
    : []

/** The medians of one scenario, a line per subject. */
export const table = (title: string, outcome: Outcome): string => {
  const { notes, ratios, rows } = outcome
  const columns = [...new Set(rows.flatMap(({ median }) => Object.keys(median)))]
  const lines = aligned([
    ["", ...columns],
    ...rows.map(({ median, name }) => [name, ...columns.map((column) => shown((median as Figures)[column]))])
  ])
  const compared = Object.entries(ratios).map(([name, value]) => `${value.toFixed(2)}x  ${name}`)
  return [title, ...[...lines, ...compared, ...notes, ...busyLine(outcome)].map((line) => `  ${line}`)].join("\n")
}
