import { locale } from "../i18n/words.ts"

const formatters = new Map<string, Intl.NumberFormat>()
const formatter = (options: Intl.NumberFormatOptions) => {
  const key = `${locale()} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.NumberFormat(locale(), options)
  formatters.set(key, made)
  return made
}

/** What stands where no value is. */
export const noValue = "–"

/** A number in the page's language. Without `decimals`, as many digits as tell it apart at a glance. */
export const formatNumber = (value: number, decimals?: number): string => {
  if (Number.isNaN(value)) return "NaN"
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞"
  if (decimals !== undefined)
    return formatter({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value)
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e15))
    return formatter({ notation: "scientific", maximumSignificantDigits: 4 }).format(value)
  return formatter({ maximumFractionDigits: size >= 1000 ? 1 : size >= 10 ? 2 : 4 }).format(value)
}

export const formatCount = (value: number): string => formatter({ maximumFractionDigits: 0 }).format(value)

const byteUnits = ["B", "kB", "MB", "GB", "TB"]

/** Bytes in decimal units, as disks and networks count them. */
export const formatBytes = (bytes: number): string => {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < byteUnits.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${formatNumber(value, unit === 0 || value >= 100 ? 0 : 1)}\u202f${byteUnits[unit]!}`
}

/** A part of one, as percent. */
export const formatPercent = (share: number, decimals = 0): string => `${formatNumber(share * 100, decimals)}\u202f%`

/** Milliseconds as people read a latency. */
export const formatLatency = (ms: number): string =>
  ms >= 10_000
    ? `${formatNumber(ms / 1000, 0)}\u202fs`
    : ms >= 1000
      ? `${formatNumber(ms / 1000, 1)}\u202fs`
      : `${formatNumber(ms, 0)}\u202fms`
