/** What a cell of a file may be. */
export type Cell = string | number | boolean | null

/** Texts that a spreadsheet would run. A number with its sign is not one. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)

const cellText = (cell: Cell): string => {
  if (cell === null) return ""
  const text = String(cell)
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Comma-separated values as RFC 4180 has them. Numbers keep every digit; what a spreadsheet would run is text. */
export const csvOf = (columns: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<Cell>>): string =>
  [columns, ...rows].map((row) => `${row.map(cellText).join(",")}\r\n`).join("")

/** Saves a text as a file of the person's machine. */
export const saveText = (name: string, text: string, type = "text/csv"): void => {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
