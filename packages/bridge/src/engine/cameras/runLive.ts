import type { Camera, CameraSource } from "@fleet/domain/RobotConfig/Camera"
import { Clock, Deferred, Effect, Result } from "effect"
import { CameraFault } from "./CameraFault.ts"
import { encodeDevice, encodePictures, passDevice } from "./EncodedStream.ts"
import { Ffmpeg, type FoundFfmpeg } from "./Ffmpeg.ts"
import { JpegStream } from "./JpegStream.ts"
import { LiveRates, type ReducedCamera, sameSettings } from "./LiveRates.ts"
import { openUplink, type Room } from "./MediaUplink.ts"
import { readMjpeg } from "./MjpegSource.ts"
import type { OnPicture } from "./Picture.ts"
import { readRos } from "./RosSource.ts"

/** The cloud waits ten seconds for an answer. */
const startWithinMs = 9_000
/** A slow computer may look for its encoder for longer: the first who asks has JPEG then. */
const searchWithinMs = 6_000
const silentMs = 5_000
const lookEvery = "250 millis"

/** What live video needs beside its camera. */
export interface LivePort {
  /** What the link's mode asks of cameras now. */
  readonly reduced: () => ReducedCamera | null
  /** The cloud has accepted the first key picture. */
  readonly onPublishing: () => void
  /** Whether the camera's own H.264 was found to be unfit for viewers: it is encoded again from then on. */
  readonly passes: { isUnfit: boolean }
  /** Every picture of a source that this program reads itself. */
  readonly onPicture: OnPicture
}

const slow = new CameraFault({ code: "low_bandwidth", message: "The link is too slow for live video." })
const unacknowledged = new CameraFault({ code: "media_lost", message: "The cloud acknowledges no pictures." })
const searching = new CameraFault({ code: "ffmpeg_missing", message: "The search for ffmpeg goes on: ask again." })
const silent = new CameraFault({ code: "unreachable", message: "The camera sends no pictures." })
const noJpeg = new CameraFault({ code: "ffmpeg_missing", message: "PNG pictures need ffmpeg: apt install ffmpeg." })

/** Publishes a camera until something ends it, which is how it fails. */
export const runLive = Effect.fnUntraced(function* (camera: Camera, room: Room, port: LivePort) {
  const clock = yield* Clock.Clock
  const now = () => clock.currentTimeMillisUnsafe()
  const askedMs = now()
  const { source } = camera
  if (port.reduced()?.camera === "stop") return yield* slow
  const search = Effect.timeoutOrElse((yield* Ffmpeg).find, {
    duration: searchWithinMs,
    orElse: () => Effect.fail(searching)
  })
  const found = yield* Effect.result(search)
  const isRead = source.kind === "ros" || source.kind === "mjpeg"
  if (Result.isFailure(found) && !isRead) return yield* found.failure
  const { ended, uplink } = yield* openUplink(room)
  const rates = new LiveRates(camera, uplink, now())
  let settings = rates.settings(port.reduced(), now())
  let sink: OnPicture = () => {}
  let changed = yield* Deferred.make<void>()

  const onPicture: OnPicture = (picture) => {
    port.onPicture(picture)
    sink(picture)
  }
  const read =
    source.kind === "ros"
      ? readRos(source, onPicture, () => true)
      : source.kind === "mjpeg"
        ? readMjpeg(source, onPicture)
        : Effect.never

  const sendJpegs = Effect.gen(function* () {
    const refused = yield* Deferred.make<never, CameraFault>()
    const stream = new JpegStream(uplink)
    sink = (picture) => {
      if (!stream.picture(picture, settings, now())) Deferred.doneUnsafe(refused, Effect.fail(noJpeg))
    }
    return yield* Deferred.await(refused)
  })
  const pass = (ffmpeg: FoundFfmpeg, source: Extract<CameraSource, { readonly kind: "rtsp" }>) =>
    Effect.flatMap(
      passDevice(ffmpeg, source, () => settings, uplink),
      (why) => {
        port.passes.isUnfit = true
        return Effect.logInfo(`The camera's own video is encoded again: ${why}`)
      }
    )
  const encode = Effect.suspend(() => {
    if (Result.isFailure(found)) return sendJpegs
    const ffmpeg = found.success
    const once = Effect.suspend(() => {
      if (source.kind === "rtsp" && !port.passes.isUnfit) return pass(ffmpeg, source)
      const encoded =
        source.kind === "ros" || source.kind === "mjpeg"
          ? encodePictures(ffmpeg, settings, uplink, (next) => (sink = next))
          : encodeDevice(ffmpeg, source, settings, uplink)
      // An encoder cannot change its rate: another one goes on.
      return Effect.raceFirst(
        encoded,
        Effect.suspend(() => Deferred.await(changed))
      )
    })
    return Effect.forever(once)
  })

  const watch = Effect.gen(function* () {
    let moved = { received: uplink.pictures, atMs: askedMs }
    while (true) {
      yield* Effect.sleep(lookEvery)
      const nowMs = now()
      const reduced = port.reduced()
      if (reduced?.camera === "stop") return yield* slow
      if (uplink.window.isTooSlow(nowMs)) return yield* unacknowledged
      const isPublishing = yield* Deferred.isDone(uplink.accepted)
      if (uplink.pictures !== moved.received) moved = { received: uplink.pictures, atMs: nowMs }
      if (nowMs - moved.atMs >= (isPublishing ? silentMs : startWithinMs)) return yield* silent
      const next = rates.settings(reduced, nowMs)
      if (sameSettings(next, settings)) continue
      settings = next
      const before = changed
      changed = yield* Deferred.make<void>()
      yield* Deferred.succeed(before, undefined)
    }
  })
  const tell = Effect.andThen(
    Deferred.await(uplink.accepted),
    Effect.andThen(Effect.sync(port.onPublishing), Effect.never)
  )
  return yield* Effect.raceAllFirst([read, encode, ended, watch, tell])
}, Effect.scoped)
