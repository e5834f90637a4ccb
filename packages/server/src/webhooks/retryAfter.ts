/** The longest pause that a receiver can ask for: one hour, in milliseconds. */
const maxPauseMs = 3_600_000

/** The three forms of an HTTP date begin with a day's name; `Date.parse` alone takes "-5" for a date. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** The pause that the text asks for, in milliseconds; not a number where it cannot be read. */
const pauseMs = (text: string, now: Date): number =>
  /^\d+$/.test(text) ? Number(text) * 1000 : httpDate.test(text) ? Date.parse(text) - now.getTime() : Number.NaN

/**
 * The moment that a `Retry-After` header names (RFC 9110, 10.2.3: seconds or an HTTP date), at most one hour from now.
 * Undefined where the header is absent, cannot be read, or names a moment that has passed.
 */
export const retryAfterOf = (header: string | ReadonlyArray<string> | undefined, now: Date): Date | undefined => {
  const text = typeof header === "string" ? header : header?.[0]
  const ms = text === undefined ? Number.NaN : pauseMs(text.trim(), now)
  return ms > 0 ? new Date(now.getTime() + Math.min(ms, maxPauseMs)) : undefined
}
