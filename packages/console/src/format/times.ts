import { formatNumber, formatUpTo, noValue } from "./numbers.ts"
import { defineWords, locale, wordsNow } from "../i18n/words.ts"

const words = defineWords({
  en: {
    now: "now",
    ago: (text: string) => `${text} ago`,
    seconds: (count: number | string) => `${count}\u202fs`,
    minutes: (count: number) => `${count}\u202fmin`,
    hours: (count: number) => `${count}\u202fh`,
    days: (count: number) => `${count}\u202fd`,
    inTheFuture: "ahead of the clock"
  },
  de: {
    now: "jetzt",
    ago: (text) => `vor ${text}`,
    seconds: (count) => `${count}\u202fs`,
    minutes: (count) => `${count}\u202fmin`,
    hours: (count) => `${count}\u202fh`,
    days: (count) => `${count}\u202fT.`,
    inTheFuture: "der Uhr voraus"
  }
})

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** A length of time in its largest unit: 41 s, 12 min, 3 h, 4 d. */
export const formatDuration = (ms: number): string => {
  if (!Number.isFinite(ms)) return noValue
  const t = wordsNow(words)
  if (ms < 10 * second) return t.seconds(formatUpTo(Math.max(0, ms) / second, 1))
  if (ms < minute) return t.seconds(Math.floor(ms / second))
  if (ms < hour) return t.minutes(Math.floor(ms / minute))
  if (ms < day) return t.hours(Math.floor(ms / hour))
  return t.days(Math.floor(ms / day))
}

/** How long ago a state began: "now" below a second. */
export const formatAgo = (ageMs: number): string => {
  if (!Number.isFinite(ageMs)) return noValue
  const t = wordsNow(words)
  if (ageMs < -2 * second) return t.inTheFuture
  return ageMs < second ? t.now : t.ago(formatDuration(ageMs))
}

/** The age of a value: a tenth of a second below ten. */
export const formatAge = (ageMs: number): string => {
  if (!Number.isFinite(ageMs)) return noValue
  if (ageMs < -2 * second) return wordsNow(words).inTheFuture
  if (ageMs >= 10 * second) return formatDuration(ageMs)
  return wordsNow(words).seconds(formatNumber(Math.max(0, ageMs) / second, 1))
}

let zone: string | undefined
/** Whether this browser knows a time zone of this name. */
export const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}
/** The time zone that times are shown in; the browser's without one, and for a name that it does not know. */
export const setZone = (name: string | undefined): void => {
  zone = name !== undefined && isZone(name) ? name : undefined
}

/** The name of the time zone that times are shown in. */
export const zoneName = (): string => zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone ?? "UTC"

/** Writes times in one manner. Making what writes them takes a hundred times as long as writing one. */
const writer = (options: Intl.DateTimeFormatOptions): ((ms: number) => string) => {
  let madeFor: string | undefined
  let made: Intl.DateTimeFormat | undefined
  return (ms) => {
    if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return noValue
    const wanted = `${locale()} ${zone ?? ""}`
    if (made === undefined || wanted !== madeFor) {
      made = new Intl.DateTimeFormat(locale(), zone === undefined ? options : { ...options, timeZone: zone })
      madeFor = wanted
    }
    return made.format(ms)
  }
}

/** 14:03:12 */
export const formatClock = writer({ hour: "2-digit", minute: "2-digit", second: "2-digit" })
/** 14:03 */
export const formatMinute = writer({ hour: "2-digit", minute: "2-digit" })
/** 28 Nov, 14:03 */
export const formatDay = writer({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })
/** Everything about a moment, its zone included. */
export const formatMoment = writer({
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  timeZoneName: "short"
})

/** The time of a moment today, otherwise its date as well. */
export const formatWhen = (ms: number, nowMs: number): string =>
  nowMs - ms < 20 * hour ? formatClock(ms) : formatDay(ms)
