import { OrgId, RobotId } from "@fleet/domain/Ids"
import { Schema } from "effect"

/** One series, a half-open range of capture times, and the keys on the way to the part of the value that is asked for. */
export const Range = Schema.Struct({
  robotId: RobotId,
  orgId: OrgId,
  slug: Schema.String,
  fromMs: Schema.Finite,
  toMs: Schema.Finite,
  keys: Schema.Array(Schema.String)
})
export type Range = typeof Range.Type

/** Bytes of a sample in the answer beside its value. */
export const besideValue = `{"timestamp_ms":8640000000000000,"value":},`.length

export const Page = Schema.Struct({ ...Range.fields, limit: Schema.Int, bytes: Schema.Int })
export type Page = typeof Page.Type

/** `json` is null where the value has no such part. */
export interface PageSample {
  readonly timestamp_ms: number
  readonly json: string | null
  readonly fits: boolean
}

export const Windows = Schema.Struct({
  ...Range.fields,
  windowMs: Schema.Int,
  /** Where windows of unequal length begin, in order, from before the range on; null for multiples of `windowMs`. */
  startsMs: Schema.NullOr(Schema.Array(Schema.Finite)),
  bytes: Schema.Int
})
export type Windows = typeof Windows.Type

/** The aggregate of a window. */
export interface WindowValue {
  readonly start_ms: number
  readonly rows: number
  readonly odd: number
  readonly json: string | null
}
