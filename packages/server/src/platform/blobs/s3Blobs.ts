import { Effect, Exit, Option, Stream } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { blobPath, type BlobStorage } from "./BlobStorage.ts"
import { makeIntake } from "./makeIntake.ts"
import { type Part, type Patience, S3Bucket, type S3Settings } from "./S3Bucket.ts"
import { s3Named } from "./s3Named.ts"
import { ofStore } from "./StoreUnavailable.ts"

/** A part of an upload: S3 takes 10,000 of at least 5 MiB. One is in memory at a time. */
const partBytes = 16 * 1024 * 1024

const unfinished = "tmp/"
const keyOf = (sha256: string) => `b/${blobPath(sha256)}`
const promise = ofStore

/** An object that comes in parts; a small one in one piece. */
class Incoming {
  readonly key = `${unfinished}${randomUUID()}`
  private readonly held: Array<Uint8Array> = []
  private heldBytes = 0
  private upload: string | null = null
  private readonly parts: Array<Part> = []
  private readonly bucket: S3Bucket

  constructor(bucket: S3Bucket) {
    this.bucket = bucket
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.held.push(chunk)
    this.heldBytes += chunk.length
    if (this.heldBytes >= partBytes) await this.flush()
  }

  async finish(): Promise<void> {
    if (this.upload === null) return this.bucket.put(this.key, this.take())
    if (this.heldBytes > 0) await this.flush()
    await this.bucket.complete(this.key, this.upload, this.parts)
    this.upload = null
  }

  async discard(): Promise<void> {
    const aborted = this.upload === null ? undefined : this.bucket.abort(this.key, this.upload)
    const ended = await Promise.allSettled([aborted, this.bucket.remove(this.key)])
    const first = ended.find(({ status }) => status === "rejected")
    if (first?.status === "rejected") throw first.reason
  }

  private async flush(): Promise<void> {
    this.upload ??= await this.bucket.begin(this.key)
    this.parts.push(await this.bucket.putPart(this.key, this.upload, this.parts.length + 1, this.take()))
  }

  private take(): Uint8Array<ArrayBuffer> {
    const bytes = Buffer.concat(this.held)
    this.held.length = 0
    this.heldBytes = 0
    return bytes
  }
}

/** Blobs as objects of a bucket. What comes in is put under `tmp/` and copied by the store to where it is kept. */
export const s3Blobs = (settings: S3Settings, patience?: Patience): BlobStorage["Service"] => {
  const bucket = new S3Bucket(settings, patience)

  const read: BlobStorage["Service"]["read"] = Effect.fnUntraced(function* (sha256, range) {
    const control = yield* Effect.acquireRelease(
      Effect.sync(() => new AbortController()),
      (opened) => Effect.sync(() => opened.abort())
    )
    const asked = range === undefined ? null : `bytes=${range.start}-${range.end}`
    const body = yield* promise(() => bucket.get(keyOf(sha256), asked, control.signal))
    if (body === null) return Option.none()
    return Option.some(
      Stream.fromReadableStream({
        evaluate: () => body,
        onError: (error) => (error instanceof Error ? error : new Error(String(error)))
      })
    )
  })

  return {
    receive: Effect.fnUntraced(function* (body, maxBytes) {
      // What cannot be discarded now is removed later, as after a kill.
      const incoming = yield* Effect.acquireRelease(
        Effect.sync(() => new Incoming(bucket)),
        (opened) =>
          Effect.ignoreCause(
            promise(() => opened.discard()),
            { log: true }
          )
      )
      let kept = false
      const intake = makeIntake(createHash("sha256"), maxBytes)
      const { head, sha256, size, tail } = yield* intake(body, (chunk) => promise(() => incoming.write(chunk)))
      yield* promise(() => incoming.finish())
      const whole = promise(async (signal) => {
        const stored = await bucket.get(incoming.key, null, signal)
        if (stored === null) throw new Error("What was just stored is gone.")
        return new Uint8Array(await new Response(stored).arrayBuffer())
      })
      return {
        sha256,
        size,
        head,
        tail,
        bytes: whole,
        keep: Effect.suspend(() =>
          kept
            ? Effect.void
            : Effect.onExit(
                promise(() => bucket.copy(incoming.key, keyOf(sha256))),
                (exit) => Effect.sync(() => void (kept = Exit.isSuccess(exit)))
              )
        )
      }
    }),
    read,
    remove: (sha256) => promise(() => bucket.remove(keyOf(sha256))),
    list: Stream.fromAsyncIterable({ [Symbol.asyncIterator]: () => bucket.list("b/") }, (error) => error).pipe(
      Stream.orDie,
      Stream.map((page) => page.map(({ key, size }) => ({ sha256: key.split("/").at(-1)!, size })))
    ),
    removeUnfinished: (before) =>
      promise(async () => {
        let removed = 0
        for await (const page of bucket.listBegun(unfinished)) {
          for (const { begunAt, key, upload } of page) {
            if (begunAt >= before) continue
            await bucket.abort(key, upload)
            removed++
          }
        }
        for await (const page of bucket.list(unfinished)) {
          for (const { key, modifiedAt } of page) {
            if (modifiedAt >= before) continue
            await bucket.remove(key)
            removed++
          }
        }
        return removed
      }),
    named: s3Named(bucket)
  }
}
