import type { Figures, Outcome } from "./Measure.ts"

const shown = (value: number | undefined): string => {
  if (value === undefined) return ""
  if (Number.isNaN(value)) return "-"
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString("en-US")
  return value.toPrecision(3)
}

/** The medians of one scenario, a line per subject. */
export const table = (title: string, { notes, ratios, rows }: Outcome): string => {
  const columns = [...new Set(rows.flatMap(({ median }) => Object.keys(median)))]
  const cells = [
    ["", ...columns],
    ...rows.map(({ median, name }) => [name, ...columns.map((column) => shown((median as Figures)[column]))])
  ]
  const widths = cells[0]!.map((_, index) => Math.max(...cells.map((line) => line[index]!.length)))
  const lines = cells.map((line) =>
    line.map((cell, index) => (index === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[index]!))).join("  ")
  )
  const compared = Object.entries(ratios).map(([name, value]) => `  ${value.toFixed(2)}x  ${name}`)
  return [title, ...lines.map((line) => `  ${line}`), ...compared, ...notes.map((note) => `  ${note}`)].join("\n")
}
