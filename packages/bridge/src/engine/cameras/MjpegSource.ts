import type { CameraSource } from "@fleet/domain/RobotConfig/Camera"
import { Clock, Effect } from "effect"
import { decodeLiterally } from "../decodeLiterally.ts"
import { CameraFault } from "./CameraFault.ts"
import { firstBytes } from "./http/ByteReader.ts"
import { type CameraAnswer, getFromCamera } from "./http/getFromCamera.ts"
import { unreadable } from "./http/readHead.ts"
import { authorizationFor } from "./httpCredentials.ts"
import { boundaryOf, MultipartReader } from "./MultipartReader.ts"
import { encodedPicture, type OnPicture } from "./Picture.ts"

/** Bytes of one picture, at most. */
const maxStill = 16_777_216
/** Redirects that are followed, as many as browsers follow. */
const maxRedirects = 20

/** Parts of a stream that are no pictures, before it is given up. */
const maxStrange = 5

type Mjpeg = Extract<CameraSource, { readonly kind: "mjpeg" }>

const unreachable = (message: string) => new CameraFault({ code: "unreachable", message })

/** The URL without user and password, and those. */
const targetOf = ({ credentials, url }: Mjpeg) => {
  const target = new URL(url)
  const inUrl =
    target.username === ""
      ? undefined
      : { username: decodeLiterally(target.username), password: decodeLiterally(target.password) }
  return { url: target, credentials: credentials ?? inUrl }
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status)

/** Where a redirect leads to. */
const locationOf = ({ headers }: CameraAnswer, url: URL) => {
  const [location = ""] = headers.get("location") ?? []
  const next = location !== "" && URL.canParse(location, url) ? new URL(location, url) : null
  if (next !== null && /^https?:$/.test(next.protocol)) return Effect.succeed(next)
  return Effect.fail(unreadable(`The camera redirects to ${firstBytes(Buffer.from(location, "latin1"))}.`))
}

/** Asks, and where the camera wants them, once more with the credentials. Those are for its own origin alone. */
const ask = Effect.fnUntraced(function* (url: URL, source: ReturnType<typeof targetOf>) {
  const answer = yield* getFromCamera(url, null)
  const { credentials } = source
  if (answer.status !== 401 || credentials === undefined || url.origin !== source.url.origin) return answer
  const challenges = answer.headers.get("www-authenticate") ?? []
  const strongestFirst = challenges.toSorted((a, b) => Number(/^digest/i.test(b)) - Number(/^digest/i.test(a)))
  const [authorization] = strongestFirst.flatMap(
    (challenge) => authorizationFor(challenge, credentials, url.pathname + url.search) ?? []
  )
  if (authorization === undefined) return answer
  yield* answer.close
  return yield* getFromCamera(url, authorization)
})

const open = Effect.fnUntraced(function* (source: Mjpeg) {
  const target = targetOf(source)
  let answer = yield* ask(target.url, target)
  for (let url = target.url, redirects = 0; isRedirect(answer.status); redirects++) {
    if (redirects === maxRedirects) return yield* unreachable(`The camera redirects more than ${maxRedirects} times.`)
    url = yield* locationOf(answer, url)
    yield* answer.close
    answer = yield* ask(url, target)
  }
  const { status } = answer
  if (status === 401 || status === 403)
    return yield* new CameraFault({ code: "auth_failed", message: `The camera answers ${status}.` })
  if (status < 200 || status > 299) return yield* unreachable(`The camera answers ${status}.`)
  return answer
})

/** The whole of a body that is one picture. */
const still = Effect.fnUntraced(function* ({ next }: CameraAnswer) {
  const chunks: Array<Uint8Array> = []
  for (let bytes = 0; ;) {
    const chunk = yield* next
    if (chunk === null) return Buffer.concat(chunks)
    bytes += chunk.length
    if (bytes > maxStill) return yield* unreadable(`The camera's picture is larger than ${maxStill} bytes.`)
    chunks.push(chunk)
  }
})

/** Gives every picture of an MJPEG stream, or the one of a still image, until it fails. Interrupting it hangs up. */
export const readMjpeg = Effect.fnUntraced(function* (source: Mjpeg, onPicture: OnPicture) {
  const clock = yield* Clock.Clock
  const answer = yield* open(source)
  const give = (bytes: Uint8Array) => {
    const picture = encodedPicture(bytes, clock.currentTimeMillisUnsafe())
    if (picture !== null) onPicture(picture)
    return picture !== null
  }
  const [type = null] = answer.headers.get("content-type") ?? []
  const boundary = boundaryOf(type)
  if (boundary === null) {
    const whole = yield* still(answer)
    yield* answer.close
    if (give(whole)) return yield* Effect.never
    return yield* unreadable(`The camera answers neither MJPEG nor a JPEG: ${firstBytes(whole)}`)
  }
  // Parts in a row that are no pictures, empty ones left out.
  let strange: { count: number; readonly newest: Uint8Array } = { count: 0, newest: Uint8Array.of() }
  const reader = new MultipartReader(boundary, (part) => {
    if (give(part)) strange.count = 0
    else if (part.length > 0) strange = { count: strange.count + 1, newest: part }
  })
  while (true) {
    const chunk = yield* answer.next
    if (chunk === null) return yield* unreachable("The camera ended its stream.")
    if (!reader.read(chunk))
      return yield* unreadable(`The camera's stream cannot be read: ${firstBytes(reader.unread)}`)
    if (strange.count >= maxStrange)
      return yield* unreadable(`The camera's stream is of neither JPEG nor PNG: ${firstBytes(strange.newest)}`)
  }
}, Effect.scoped)
