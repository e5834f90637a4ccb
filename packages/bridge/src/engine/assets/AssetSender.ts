import type { AssetFailure, AssetKind } from "@fleet/domain/Assets"
import { Data, Effect, Option, Schedule, Schema } from "effect"
import { createReadStream } from "node:fs"
import { CloudProxy, type ProxyFor } from "../../cloud/proxy/CloudProxy.ts"
import { postFile, type PostAnswer } from "../../cloud/postFile.ts"

/** A file that is to be uploaded: its bytes, or where they are. */
export type AssetBytes = Uint8Array | { readonly path: string; readonly size: number }

/** Where a sync is uploaded to. */
export interface UploadTarget {
  readonly syncId: string
  readonly url: string
  readonly token: string
}

export const sizeOf = (bytes: AssetBytes): number => (bytes instanceof Uint8Array ? bytes.length : bytes.size)

/** Why a file was not taken. `spent`: the sync is over, and takes no other either. */
export class NotTaken extends Data.TaggedError("NotTaken")<{
  readonly kind: AssetFailure["kind"]
  readonly words: string
  readonly details: AssetFailure["details"]
  readonly isSpent: boolean
  readonly mayRetry: boolean
}> {}

const failed = (kind: AssetFailure["kind"], words: string, rest: Partial<NotTaken> = {}) =>
  new NotTaken({ kind, words, details: rest.details, isSpent: rest.isSpent ?? false, mayRetry: rest.mayRetry ?? false })

/** The words of something thrown. */
export const wordsOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const Refusal = Schema.Struct({
  details: Schema.Struct({
    store_bytes: Schema.NullOr(Schema.Finite),
    used_bytes: Schema.Finite,
    size_bytes: Schema.NullOr(Schema.Finite)
  })
})
const decodeRefusal = Schema.decodeUnknownOption(Schema.fromJsonString(Refusal))

const decodeWords = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ message: Schema.String })))

/** What the cloud, or a proxy before it, says. */
const wordsOf = ({ status, text }: PostAnswer): string => {
  const reason = Option.match(decodeWords(text), { onNone: () => "", onSome: ({ message }) => message })
  return reason === "" ? `The answer to the upload was ${status}.` : reason
}

const refusalOf = (answer: PostAnswer): NotTaken => {
  const { isWhole, status, text } = answer
  const read = decodeRefusal(text)
  const words = wordsOf(answer)
  if (status === 401) return failed("upload_failed", words, { isSpent: true })
  if (status === 409) return failed("refused", words, read._tag === "Some" ? { details: read.value.details } : {})
  if (status === 413) return failed("too_large", words)
  // A file that the cloud has not seen whole was too slow for it, and is not what it refuses.
  if (status === 400 && isWhole) return failed("refused", words)
  return failed("upload_failed", words, { mayRetry: true })
}

interface SentFile {
  readonly kind: AssetKind
  readonly name: string
  readonly bytes: AssetBytes
}

const post = (
  { syncId, token, url }: UploadTarget,
  { bytes, kind, name }: SentFile,
  signal: AbortSignal,
  proxyFor: ProxyFor
) =>
  postFile(
    url,
    {
      authorization: `Bearer ${token}`,
      "x-platform-asset-kind": kind,
      "x-platform-asset-name-encoded": encodeURIComponent(name),
      "x-platform-sync-id": syncId,
      "x-platform-asset-size": String(sizeOf(bytes))
    },
    bytes instanceof Uint8Array ? bytes : createReadStream(bytes.path),
    signal,
    proxyFor
  )

/** Uploads one file; what another try may mend is tried three times more. */
export const sendAsset = (target: UploadTarget, file: SentFile): Effect.Effect<void, NotTaken> =>
  Effect.flatMap(CloudProxy, (proxyFor) =>
    Effect.tryPromise({
      try: (signal) => post(target, file, signal, proxyFor),
      catch: (error) => failed("upload_failed", wordsOfError(error), { mayRetry: true })
    })
  ).pipe(
    Effect.flatMap((answer) => (answer.status === 201 ? Effect.void : Effect.fail(refusalOf(answer)))),
    Effect.retry({ schedule: Schedule.exponential("500 millis"), times: 3, while: ({ mayRetry }) => mayRetry })
  )
