import { DateTime } from "effect"
import { momentOf, plusDays } from "./calendar.ts"
import type { Day } from "./Order.ts"

/** The Berlin days after day 0 on which an open invoice is tried again, and the one on which the organisation is locked. */
export const retryDays = [3, 7] as const
export const lockDay = 14

const dayMs = 86_400_000
const hourMs = 3_600_000

/** Steps are taken in the morning, in Berlin. */
export const stepHour = 9

/** The oldest thing that is owed. A held one and one that was charged back are never tried. */
export interface Owed {
  readonly dayZero: Day
  readonly tried: boolean
  /** When it was tried last, in Unix epoch milliseconds; null where it never was. */
  readonly lastTryAt: number | null
  /** Whether the provider has not said yet what became of a payment of it: a try, or a hosted one that is open. */
  readonly pending: boolean
}

/** All times are Unix epoch milliseconds. */
export interface Dunning {
  /** The retry to be made now: the latest that was missed. */
  readonly retry: boolean
  readonly lock: boolean
  readonly nextRetryAt: number | null
  readonly lockAt: number
  /** When there is something to do again; null where the lock is next to nothing. */
  readonly nextAt: number | null
}

/** The moment of a step, so many Berlin days after day 0, in Unix epoch milliseconds. */
export const stepAt = (dayZero: Day, days: number): number =>
  DateTime.toEpochMillis(momentOf(plusDays(dayZero, days), stepHour))

/** What the days say at a moment, in Unix epoch milliseconds. It follows from day 0 alone, never from the step before. */
export const dunningAt = (owed: Owed, now: number, at: (dayZero: Day, days: number) => number = stepAt): Dunning => {
  const retries = owed.tried ? retryDays.map((days) => at(owed.dayZero, days)) : []
  const missed = retries.findLast((time) => time <= now)
  const retry = missed !== undefined && (owed.lastTryAt === null || owed.lastTryAt < missed) && !owed.pending
  const nextRetryAt = retries.find((time) => time > now) ?? null
  const lastRetryAt = retry ? now : missed === undefined ? null : owed.lastTryAt
  const lockAt = Math.max(at(owed.dayZero, lockDay), lastRetryAt === null ? 0 : lastRetryAt + dayMs)
  const lock = now >= lockAt && !owed.pending && !retry
  const nextAt = nextRetryAt ?? (now < lockAt ? lockAt : owed.pending ? now + hourMs : null)
  return { retry, lock, nextRetryAt, lockAt, nextAt }
}
