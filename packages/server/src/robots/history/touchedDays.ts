import { Schema } from "effect"
import type { StoredSample } from "./blockBody.ts"
import { dayOf, dropDayOf, hourOf } from "./calendar.ts"
import { hasRoom, isOpen } from "./cutBlocks.ts"

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

/** Samples of one day of a series. */
export interface Day {
  readonly seriesId: number
  readonly dropDay: number
  readonly samples: ReadonlyArray<StoredSample>
}

/** A part of a day, its blocks that are written anew with its samples, and where those begin that stay as they are. */
export interface TouchedPart {
  readonly part: Day
  readonly touched: ReadonlyArray<Header>
  readonly between: ReadonlyArray<number>
}

/** What is decoded at once, unless it is one block. */
const most = { samples: 40_000, characters: 2_000_000 }

/** The blocks of a day that take further samples: those that hold their times, and those next to them that have room. */
const touchedBy = (samples: ReadonlyArray<StoredSample>, headers: ReadonlyArray<Header>): ReadonlySet<Header> => {
  const touched = new Set<Header>()
  const sweep = (blocks: ReadonlyArray<Header>, forward: boolean) => {
    const times = samples.map(({ timestampMs }) => timestampMs)
    if (!forward) times.reverse()
    let at = 0
    // The hour of what was passed last, null where that stays as it is.
    let hour: number | null = null
    for (const block of blocks) {
      const [first, last] = forward ? [block.from_ts, block.to_ts] : [block.to_ts, block.from_ts]
      const isBefore = (one: number, other: number) => (forward ? one < other : one > other)
      while (at < times.length && isBefore(times[at]!, first)) hour = hourOf(times[at++]!)
      const begun = at
      while (at < times.length && !isBefore(last, times[at]!)) at++
      const joins = hour !== null && (isOpen(block) || (hasRoom(block) && hourOf(first) === hour))
      if (at > begun || joins) {
        touched.add(block)
        hour = hourOf(last)
      } else hour = null
    }
  }
  sweep(headers, true)
  sweep(headers.toReversed(), false)
  return touched
}

/** What of a day is written anew, in parts of which each can be decoded at once. The blocks are in order of time. */
export const touchedParts = (day: Day, headers: ReadonlyArray<Header>): ReadonlyArray<TouchedPart> => {
  const touched = touchedBy(day.samples, headers)
  const between = headers.filter((header) => !touched.has(header)).map(({ from_ts }) => from_ts)
  const groups: Array<Array<Header>> = [[]]
  let [samples, characters] = [0, 0]
  for (const header of touched.size === 0 ? [] : headers.filter((each) => touched.has(each))) {
    samples += header.n
    characters += header.chars
    const group = groups.at(-1)!
    if (group.length === 0 || (samples <= most.samples && characters <= most.characters)) group.push(header)
    else {
      groups.push([header])
      samples = header.n
      characters = header.chars
    }
  }
  let passed = 0
  return groups.flatMap((group, index) => {
    const endMs = groups[index + 1]?.[0]!.from_ts ?? Infinity
    const begun = passed
    while (passed < day.samples.length && day.samples[passed]!.timestampMs < endMs) passed++
    const own = day.samples.slice(begun, passed)
    return own.length === 0 ? [] : [{ part: { ...day, samples: own }, touched: group, between }]
  })
}

/** Parts that are written together, so that no more is in memory than is decoded at once. */
export const batchesOf = (parts: ReadonlyArray<TouchedPart>): ReadonlyArray<ReadonlyArray<TouchedPart>> => {
  const batches: Array<Array<TouchedPart>> = []
  let [samples, characters] = [0, 0]
  for (const part of parts) {
    const own = { samples: 0, characters: 0 }
    for (const { chars, n } of part.touched) {
      own.samples += n
      own.characters += chars
    }
    samples += own.samples
    characters += own.characters
    const last = batches.at(-1)
    if (last !== undefined && samples <= most.samples && characters <= most.characters) last.push(part)
    else {
      batches.push([part])
      samples = own.samples
      characters = own.characters
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
