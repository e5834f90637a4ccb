import type { HistoryAggregate } from "@fleet/domain/Datapoints"
import type { StoredSample } from "./blockBody.ts"
import { kindOf } from "./kindOf.ts"
import { valuePart } from "./valuePart.ts"

/** What is known of the samples of one window, or of a part of them. */
export interface Bucket {
  readonly startMs: number
  readonly count: number
  readonly numbers: number
  /** Values that are neither number nor null. */
  readonly odd: number
  /** Not finite where it is out of range. */
  readonly sum: number
  readonly min: number
  readonly max: number
  readonly lastMs: number
  /** The newest value, null where the value has no such part or it was not requested. */
  readonly last: string | null
}

/** Which samples are put into buckets, and what of them. */
export interface BucketRange {
  readonly fromMs: number
  readonly toMs: number
  readonly windowMs: number
  /** Where windows of unequal length begin, in order; null for multiples of `windowMs`. */
  readonly startsMs: ReadonlyArray<number> | null
  readonly keys: ReadonlyArray<string>
}

/** Where the window of a moment begins. */
export const startOf = (timestampMs: number, { startsMs, windowMs }: Pick<BucketRange, "startsMs" | "windowMs">) => {
  if (startsMs === null) return Math.floor(timestampMs / windowMs) * windowMs
  let [low, high] = [0, startsMs.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (startsMs[middle]! <= timestampMs) low = middle
    else high = middle
  }
  return startsMs[low]!
}

const join = (a: Bucket, b: Bucket): Bucket => ({
  startMs: a.startMs,
  count: a.count + b.count,
  numbers: a.numbers + b.numbers,
  odd: a.odd + b.odd,
  sum: a.sum + b.sum,
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
  lastMs: Math.max(a.lastMs, b.lastMs),
  last: a.lastMs > b.lastMs ? a.last : b.last
})

/** Buckets of one series that are filled from several places. */
export class Buckets {
  private readonly byStart = new Map<number, Bucket>()

  add(bucket: Bucket): void {
    const known = this.byStart.get(bucket.startMs)
    this.byStart.set(bucket.startMs, known === undefined ? bucket : join(known, bucket))
  }

  get inOrder(): ReadonlyArray<Bucket> {
    return [...this.byStart.values()].sort((a, b) => a.startMs - b.startMs)
  }
}

/** Puts samples in order of time into buckets. */
export const bucketsOf = (
  samples: ReadonlyArray<StoredSample>,
  { fromMs, keys, startsMs, toMs, windowMs }: BucketRange
): ReadonlyArray<Bucket> => {
  const buckets: Array<Bucket> = []
  let open: { -readonly [Key in keyof Bucket]: Bucket[Key] } | null = null
  for (const { json, timestampMs } of samples) {
    if (timestampMs < fromMs || timestampMs >= toMs) continue
    const startMs = startOf(timestampMs, { startsMs, windowMs })
    if (open === null || open.startMs !== startMs) {
      open = { startMs, count: 0, numbers: 0, odd: 0, sum: 0, min: Infinity, max: -Infinity, lastMs: 0, last: null }
      buckets.push(open)
    }
    const part = valuePart(json, keys)
    open.count++
    open.lastMs = timestampMs
    open.last = part
    const kind = part === null ? "null" : kindOf(part)
    if (kind === "odd") open.odd++
    if (kind !== "number") continue
    const value = Number(part)
    open.numbers++
    open.sum += value
    open.min = Math.min(open.min, value)
    open.max = Math.max(open.max, value)
  }
  return buckets
}

/** The aggregate of a bucket as JSON, null where nothing can be aggregated, or the sum of an average is out of range. */
export const aggregateOf = (agg: HistoryAggregate, { count, last, max, min, numbers, sum }: Bucket): string | null => {
  if (agg === "count") return String(count)
  if (agg === "last") return last
  if (numbers === 0) return null
  if (agg === "avg") return Number.isFinite(sum) ? JSON.stringify(sum / numbers) : null
  return JSON.stringify(agg === "min" ? min : max)
}
