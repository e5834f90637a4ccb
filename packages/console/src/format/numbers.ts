import { locale } from "../i18n/words.ts"

/** Writes numbers in one manner; what writes them is made once for a language. */
const writer = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  const made = new Map<string, Intl.NumberFormat>()
  return (value) => {
    let format = made.get(locale())
    if (format === undefined) made.set(locale(), (format = new Intl.NumberFormat(locale(), options)))
    return format.format(value)
  }
}
/** By their number of decimals. */
const exactly: Array<(value: number) => string> = []
const upTo: Array<(value: number) => string> = []
const scientific = writer({ notation: "scientific", maximumSignificantDigits: 4 })

/** What stands where no value is. */
export const noValue = "–"

/** A number in the page's language with `decimals` at most. */
export const formatUpTo = (value: number, decimals: number): string =>
  (upTo[decimals] ??= writer({ maximumFractionDigits: decimals }))(value)

/** A number in the page's language. Without `decimals`, as many digits as tell it apart at a glance. */
export const formatNumber = (value: number, decimals?: number): string => {
  if (Number.isNaN(value)) return "NaN"
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞"
  if (decimals !== undefined)
    return (exactly[decimals] ??= writer({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }))(value)
  const size = Math.abs(value)
  if (size !== 0 && (size < 1e-4 || size >= 1e15)) return scientific(value)
  return formatUpTo(value, size >= 1000 ? 1 : size >= 10 ? 2 : 4)
}

/** A number as people type it in the page's language: every digit, without groups. */
export const typedNumber = (value: number): string =>
  locale() === "de-DE" ? String(value).replace(".", ",") : String(value)

export const formatCount = (value: number): string => formatUpTo(value, 0)

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
