import { noValue } from "./numbers.ts"
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
  if (ms < 10 * second)
    return t.seconds((Math.max(0, ms) / second).toLocaleString(locale(), { maximumFractionDigits: 1 }))
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
  return wordsNow(words).seconds(
    (Math.max(0, ageMs) / second).toLocaleString(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  )
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

const write = (ms: number, options: Intl.DateTimeFormatOptions): string => {
  if (!Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return noValue
  return new Date(ms).toLocaleString(locale(), { ...options, ...(zone === undefined ? {} : { timeZone: zone }) })
}

/** 14:03:12 */
export const formatClock = (ms: number): string => write(ms, { hour: "2-digit", minute: "2-digit", second: "2-digit" })
/** 14:03 */
export const formatMinute = (ms: number): string => write(ms, { hour: "2-digit", minute: "2-digit" })
/** 28 Nov, 14:03 */
export const formatDay = (ms: number): string =>
  write(ms, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })
/** Everything about a moment, its zone included. */
export const formatMoment = (ms: number): string =>
  write(ms, {
    dateStyle: undefined,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short"
  } as Intl.DateTimeFormatOptions)

/** The time of a moment today, otherwise its date as well. */
export const formatWhen = (ms: number, nowMs: number): string =>
  nowMs - ms < 20 * hour ? formatClock(ms) : formatDay(ms)
