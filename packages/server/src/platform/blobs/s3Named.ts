import { Effect, Option, Stream } from "effect"
import type { NamedBlobs } from "./BlobStorage.ts"
import type { S3Bucket } from "./S3Bucket.ts"

const prefix = "s/"
const promise = <A>(work: (signal: AbortSignal) => Promise<A>) => Effect.promise(work)

/** Named files as objects: each put, read and head is one request. */
export const s3Named = (bucket: S3Bucket): NamedBlobs => ({
  put: (name, parts) => promise(() => bucket.put(`${prefix}${name}`, Buffer.concat(parts))),
  read: (name) =>
    promise(async (signal) => {
      const body = await bucket.get(`${prefix}${name}`, null, signal)
      return body === null ? Option.none() : Option.some(new Uint8Array(await new Response(body).arrayBuffer()))
    }),
  head: (name, most) =>
    Effect.map(
      promise(() => bucket.head(`${prefix}${name}`, most)),
      Option.fromNullOr
    ),
  size: (name) => promise(() => bucket.size(`${prefix}${name}`)),
  remove: (name) => promise(() => bucket.remove(`${prefix}${name}`)),
  list: Stream.fromAsyncIterable({ [Symbol.asyncIterator]: () => bucket.list(prefix) }, (error) => error).pipe(
    Stream.orDie,
    Stream.map((page) => page.map(({ key }) => key.slice(prefix.length)))
  )
})
