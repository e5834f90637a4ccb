import { decodeBody } from "./blockBody.ts"
import { type Bucket, bucketsOf, type BucketRange } from "./Buckets.ts"

/** Bodies of blocks to be put into buckets. */
export interface Decoding {
  readonly bodies: ReadonlyArray<Uint8Array>
  readonly windows: BucketRange
}

/** Puts the samples of blocks into buckets, those of each block on their own. */
export const decodeBuckets = ({ bodies, windows }: Decoding): ReadonlyArray<Bucket> =>
  bodies.flatMap((body) => bucketsOf(decodeBody(body), windows))
