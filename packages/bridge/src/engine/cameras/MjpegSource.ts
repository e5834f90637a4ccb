import type { CameraSource } from "@fleet/domain/RobotConfig/Camera"
import { Clock, Effect } from "effect"
import { decodeLiterally } from "../decodeLiterally.ts"
import { authorizationFor } from "./httpCredentials.ts"
import { CameraFault, withoutCredentials } from "./CameraFault.ts"
import { boundaryOf, MultipartReader } from "./MultipartReader.ts"
import { encodedPicture, type OnPicture } from "./Picture.ts"

/** Bytes of one picture, at most. */
const maxStill = 16_777_216

type Mjpeg = Extract<CameraSource, { readonly kind: "mjpeg" }>

const unreachable = (error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = cause instanceof Error ? cause.message : String(cause)
  return new CameraFault({
    code: "unreachable",
    message: `The camera cannot be reached: ${withoutCredentials(message)}`
  })
}

/** The URL without user and password, and those: fetch takes none in a URL. */
const targetOf = ({ credentials, url }: Mjpeg) => {
  const target = new URL(url)
  const inUrl =
    target.username === ""
      ? undefined
      : { username: decodeLiterally(target.username), password: decodeLiterally(target.password) }
  target.username = ""
  target.password = ""
  return { url: target, credentials: credentials ?? inUrl }
}

const get = (url: URL, headers: Readonly<Record<string, string>>) =>
  Effect.tryPromise({ try: (signal) => fetch(url, { headers, signal, redirect: "follow" }), catch: unreachable })

const open = Effect.fnUntraced(function* (source: Mjpeg) {
  const { credentials, url } = targetOf(source)
  let answer = yield* get(url, {})
  const challenge = answer.headers.get("www-authenticate")
  if (answer.status === 401 && credentials !== undefined && challenge !== null) {
    const authorization = authorizationFor(challenge, credentials, url.pathname + url.search)
    yield* Effect.promise(() => answer.body?.cancel() ?? Promise.resolve())
    if (authorization !== null) answer = yield* get(url, { authorization })
  }
  if (answer.status === 401 || answer.status === 403)
    return yield* new CameraFault({ code: "auth_failed", message: `The camera answers ${answer.status}.` })
  if (!answer.ok || answer.body === null)
    return yield* new CameraFault({ code: "unreachable", message: `The camera answers ${answer.status}.` })
  return answer
})

/** The whole of a body that is one picture. One that does not end is hung up on. */
const still = (stream: ReadableStreamDefaultReader<Uint8Array>) =>
  Effect.gen(function* () {
    const chunks: Array<Uint8Array> = []
    for (let bytes = 0; ;) {
      const { done, value } = yield* Effect.tryPromise({ try: () => stream.read(), catch: unreachable })
      if (done) return Buffer.concat(chunks)
      bytes += value.length
      if (bytes > maxStill) {
        return yield* new CameraFault({ code: "unsupported", message: "The camera's picture is too large." })
      }
      chunks.push(value)
    }
  }).pipe(Effect.ensuring(Effect.promise(() => stream.cancel().catch(() => undefined))))

/** Gives every picture of an MJPEG stream, or the one of a still image, until it fails. Interrupting it hangs up. */
export const readMjpeg = Effect.fnUntraced(function* (source: Mjpeg, onPicture: OnPicture) {
  const clock = yield* Clock.Clock
  const answer = yield* open(source)
  const give = (bytes: Uint8Array) => {
    const picture = encodedPicture(bytes, clock.currentTimeMillisUnsafe())
    if (picture !== null) onPicture(picture)
    return picture !== null
  }
  const boundary = boundaryOf(answer.headers.get("content-type"))
  if (boundary === null) {
    if (give(yield* still(answer.body!.getReader()))) return yield* Effect.never
    return yield* new CameraFault({ code: "unsupported", message: "The camera answers neither MJPEG nor a JPEG." })
  }
  const reader = new MultipartReader(boundary, give)
  const stream = answer.body!.getReader()
  return yield* Effect.gen(function* () {
    while (true) {
      const { done, value } = yield* Effect.tryPromise({ try: () => stream.read(), catch: unreachable })
      if (done) return yield* new CameraFault({ code: "unreachable", message: "The camera ended its stream." })
      if (!reader.read(value))
        return yield* new CameraFault({ code: "unsupported", message: "The camera's stream cannot be read." })
    }
  }).pipe(Effect.ensuring(Effect.promise(() => stream.cancel().catch(() => undefined))))
})
