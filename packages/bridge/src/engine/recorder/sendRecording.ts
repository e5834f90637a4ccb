import { Data, Effect, Schema, Stream } from "effect"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { CloudProxy } from "../../cloud/proxy/CloudProxy.ts"
import { postFile, type PostAnswer } from "../../cloud/postFile.ts"
import { wordsOf } from "../wordsOf.ts"
import { type RecordingFile, RecordingFiles } from "./RecordingFiles.ts"

/** Where a recording is uploaded to, and in how many bytes at most. */
export interface UploadTarget {
  readonly url: string
  readonly token: string
  readonly maxBytes: number
}

/** Why the cloud has not taken a recording. `mayRetry`: another try may mend it. */
export class NotStored extends Data.TaggedError("NotStored")<{
  readonly code: "upload_failed" | "refused" | "too_large"
  readonly message: string
  readonly details?: Schema.Json
  readonly mayRetry: boolean
}> {}

const Refusal = Schema.Struct({
  code: Schema.optionalKey(Schema.String),
  message: Schema.optionalKey(Schema.String),
  details: Schema.optionalKey(Schema.Json)
})
const decodeRefusal = Schema.decodeUnknownOption(Schema.fromJsonString(Refusal))
const maxMessage = 500

const refusalOf = ({ isWhole, status, text }: PostAnswer): NotStored => {
  const read = decodeRefusal(text)
  const { code = "", details, message = "" } = read._tag === "Some" ? read.value : {}
  const words = `The cloud answered ${status} ${code} ${message}`.trim().slice(0, maxMessage).toWellFormed()
  const refusal = { message: words, ...(details === undefined ? {} : { details }) }
  if (status === 413) return new NotStored({ ...refusal, code: "too_large", mayRetry: false })
  // The token is worth nothing any more: the recording has ended in the cloud.
  if (status === 401) return new NotStored({ ...refusal, code: "upload_failed", mayRetry: false })
  // A file that the cloud has not seen whole was too slow for it, and is not what it refuses.
  const mayRetry = status < 400 || status >= 500 || status === 408 || status === 429 || (status === 400 && !isWhole)
  return new NotStored({ ...refusal, code: mayRetry ? "upload_failed" : "refused", mayRetry })
}

/** Uploads a file once. `pause` is waited for before each part of it. */
export const sendRecording = Effect.fnUntraced(function* (
  id: string,
  file: RecordingFile,
  { maxBytes, token, url }: UploadTarget,
  pause: Effect.Effect<void>
): Effect.fn.Return<void, NotStored, RecordingFiles> {
  if (file.size > maxBytes) {
    const message = `The file has ${file.size} bytes, and the cloud takes ${maxBytes}.`
    return yield* new NotStored({ code: "too_large", message, mayRetry: false })
  }
  const files = yield* RecordingFiles
  if (!(yield* files.exists(file))) {
    return yield* new NotStored({ code: "upload_failed", message: "The file is not there any more.", mayRetry: false })
  }
  const parts = files.read(file).pipe(Stream.mapEffect((part) => Effect.as(pause, part)))
  const answer = yield* Effect.scoped(
    Effect.gen(function* () {
      const proxyFor = yield* CloudProxy
      const body = yield* Stream.toReadableStreamEffect(parts)
      return yield* Effect.tryPromise({
        try: (signal) =>
          postFile(
            url,
            {
              authorization: `Bearer ${token}`,
              "x-platform-asset-kind": "recording",
              "x-platform-asset-name-encoded": encodeURIComponent(`${id}.mcap`),
              "x-platform-recording-id": id,
              "x-platform-asset-size": String(file.size)
            },
            Readable.fromWeb(body as ReadableStream),
            signal,
            proxyFor
          ),
        catch: (error) =>
          new NotStored({
            code: "upload_failed",
            message: `The connection to the cloud broke: ${wordsOf(error)}`,
            mayRetry: true
          })
      })
    })
  )
  if (answer.status !== 201) return yield* refusalOf(answer)
})
