import { Schema } from "effect"
import type { StoredSample } from "./blockBody.ts"
import { dayOf, dropDayOf, hourOf } from "./calendar.ts"
import { isOpen } from "./cutBlocks.ts"

/** Samples of one series, in order of time. */
export interface SeriesSamples {
  readonly seriesId: number
  readonly keepDays: number
  readonly samples: ReadonlyArray<StoredSample>
}

export const Header = Schema.Struct({
  day: Schema.Int,
  from_ts: Schema.Finite,
  to_ts: Schema.Finite,
  n: Schema.Int,
  chars: Schema.Int
})
export type Header = typeof Header.Type

/** One day of a series. */
export interface Day {
  readonly seriesId: number
  readonly dropDay: number
  readonly samples: ReadonlyArray<StoredSample>
}

/** A day, its blocks that are written anew with its samples, and where those begin that stay as they are. */
export interface TouchedDay {
  readonly day: Day
  readonly touched: ReadonlyArray<Header>
  readonly between: ReadonlyArray<number>
}

/** What is decoded at once, unless it is one day. */
const most = { samples: 40_000, characters: 2_000_000 }

export const touchedDay = (day: Day, headers: ReadonlyArray<Header>): TouchedDay => {
  const hours = new Set(day.samples.map(({ timestampMs }) => hourOf(timestampMs)))
  const isTouched = ({ chars, from_ts, n, to_ts }: Header) => {
    if (isOpen(n, chars)) return true
    for (let hour = hourOf(from_ts); hour <= hourOf(to_ts); hour++) if (hours.has(hour)) return true
    return false
  }
  return {
    day,
    touched: headers.filter(isTouched),
    between: headers.filter((header) => !isTouched(header)).map(({ from_ts }) => from_ts)
  }
}

/** Days that are written together, so that no more is in memory than is decoded at once. */
export const batchesOf = (days: ReadonlyArray<TouchedDay>): ReadonlyArray<ReadonlyArray<TouchedDay>> => {
  const batches: Array<Array<TouchedDay>> = []
  let [samples, characters] = [0, 0]
  for (const day of days) {
    for (const { chars, n } of day.touched) {
      samples += n
      characters += chars
    }
    const last = batches.at(-1)
    if (last !== undefined && samples <= most.samples && characters <= most.characters) last.push(day)
    else {
      batches.push([day])
      samples = day.touched.reduce((sum, { n }) => sum + n, 0)
      characters = day.touched.reduce((sum, { chars }) => sum + chars, 0)
    }
  }
  return batches
}

export const daysOf = ({ keepDays, samples, seriesId }: SeriesSamples): ReadonlyArray<Day> =>
  [...Map.groupBy(samples, ({ timestampMs }) => dayOf(timestampMs))].map(([day, ofDay]) => ({
    seriesId,
    dropDay: dropDayOf(day, keepDays),
    samples: ofDay
  }))
