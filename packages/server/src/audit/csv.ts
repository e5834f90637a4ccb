/** What a spreadsheet may take for a formula: also after the space that some cut off, and in full width. */
const formula = /^(?:\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/

const special = /[",\r\n]/

/** One field: harmless in a spreadsheet, and quoted where RFC 4180 asks for it. */
export const csvField = (value: string): string => {
  const harmless = formula.test(value) ? `'${value}` : value
  return special.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** One record with its line break, as RFC 4180 writes it. */
export const csvRecord = (values: ReadonlyArray<string>): string => `${values.map(csvField).join(",")}\r\n`
