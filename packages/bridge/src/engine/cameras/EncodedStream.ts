import { Clock, Deferred, Effect } from "effect"
import { RateCeiling } from "../datapoints/RateCeiling.ts"
import {
  deviceInput,
  type EncoderSettings,
  type Input,
  liveArguments,
  passArguments,
  pictureInput
} from "./encoderArguments.ts"
import { type FoundFfmpeg, runFfmpeg } from "./Ffmpeg.ts"
import { FlvReader } from "./FlvReader.ts"
import { type H264Config, H264Stream } from "./h264/H264Stream.ts"
import { PassThrough } from "./h264/PassThrough.ts"
import { matroskaHead, matroskaPicture } from "./MatroskaWriter.ts"
import type { MediaUplink } from "./MediaUplink.ts"
import type { OnPicture, Picture } from "./Picture.ts"
import { PictureTimes } from "./PictureTimes.ts"

/** What waits for the encoder at most: more is dropped. */
const maxWaitingBytes = 4 * 1024 * 1024

type Device = Parameters<typeof deviceInput>[0]
type Uplink = Pick<MediaUplink, "config" | "picture">

const mediaConfig = ({ avcc, codec, sps: { height, width } }: H264Config, fps: number) => ({
  codec,
  width,
  height,
  fps,
  avcc: Buffer.from(avcc).toString("base64")
})

/** Runs the encoder on an input; every picture it gives goes up. `times` are those of written pictures. */
const encode = Effect.fnUntraced(function* (
  ffmpeg: FoundFfmpeg,
  input: Input,
  settings: EncoderSettings,
  uplink: Uplink,
  times: PictureTimes | null
) {
  const clock = yield* Clock.Clock
  const process = yield* runFfmpeg(ffmpeg.path, liveArguments(ffmpeg, input, settings, times === null))
  if (input.text !== null) process.stdin.end(input.text)
  const stream = new H264Stream({
    onConfig: (config) => uplink.config(mediaConfig(config, settings.fps)),
    onUnit: (unit, { isKey }, ptsMs) =>
      uplink.picture(unit, isKey, times?.capturedMs(ptsMs) ?? clock.currentTimeMillisUnsafe())
  })
  const reader = new FlvReader({
    onConfig: (avcc) => stream.config(avcc),
    onUnit: (unit, isKey, ptsMs) => stream.unit(unit, isKey, ptsMs),
    onOther: () => undefined
  })
  process.stdout.on("data", (chunk: Buffer) => reader.read(chunk))
  return process
})

const shape = (picture: Picture) =>
  `${picture.kind === "raw" ? picture.format : picture.mime} ${picture.width}x${picture.height}`

/** Encodes the pictures that `follow` is given a sink for, until the encoder ends or they change their shape. */
export const encodePictures = Effect.fnUntraced(function* (
  ffmpeg: FoundFfmpeg,
  settings: EncoderSettings,
  uplink: Uplink,
  follow: (sink: OnPicture) => void
) {
  const clock = yield* Clock.Clock
  const first = yield* Deferred.make<Picture>()
  follow((picture) => Deferred.doneUnsafe(first, Effect.succeed(picture)))
  const picture = yield* Deferred.await(first)
  const times = new PictureTimes()
  const process = yield* encode(ffmpeg, pictureInput, settings, uplink, times)
  const changed = yield* Deferred.make<void>()
  const ceiling = new RateCeiling()
  const put = (next: Picture) => process.stdin.write(matroskaPicture(next.bytes, times.written(next.capturedMs)))
  const write = (next: Picture) => {
    if (shape(next) !== shape(picture)) return void Deferred.doneUnsafe(changed, Effect.void)
    if (!ceiling.allows(clock.currentTimeMillisUnsafe(), settings.fps)) return
    if (process.stdin.writableLength > maxWaitingBytes) return
    ceiling.passed()
    put(next)
  }
  process.stdin.write(matroskaHead(picture, settings.fps))
  follow(write)
  write(picture)
  // ffmpeg begins with the second: a slow camera's first picture would wait for it.
  put(picture)
  return yield* Effect.raceFirst(process.ended, Deferred.await(changed))
}, Effect.scoped)

/** Encodes what ffmpeg reads itself, until it ends. */
export const encodeDevice = Effect.fnUntraced(function* (
  ffmpeg: FoundFfmpeg,
  source: Device,
  settings: EncoderSettings,
  uplink: Uplink
) {
  const process = yield* encode(ffmpeg, deviceInput(source), settings, uplink, null)
  return yield* process.ended
}, Effect.scoped)

/** Passes on the H.264 that a camera sends, until it ends or cannot go to viewers as it is, which is answered with the reason. */
export const passDevice = Effect.fnUntraced(function* (
  ffmpeg: FoundFfmpeg,
  source: Device,
  settings: () => EncoderSettings,
  uplink: Uplink
) {
  const clock = yield* Clock.Clock
  const unfit = yield* Deferred.make<string>()
  const judge = new PassThrough(settings)
  const refuse = (why: string | null) => {
    if (why !== null) Deferred.doneUnsafe(unfit, Effect.succeed(why))
    return why !== null
  }
  let isUnfit = false
  let pictures = 0
  const stream = new H264Stream({
    onConfig: (config) => {
      isUnfit ||= refuse(judge.config(config.sps))
      if (!isUnfit) uplink.config(mediaConfig(config, settings().fps))
    },
    onUnit: (unit, is) => {
      const nowMs = clock.currentTimeMillisUnsafe()
      isUnfit ||= refuse(judge.picture(unit.length, is, nowMs))
      if (isUnfit) return
      pictures++
      uplink.picture(unit, is.isKey, nowMs)
    }
  })
  const input = deviceInput(source)
  const process = yield* runFfmpeg(ffmpeg.path, passArguments(input))
  if (input.text !== null) process.stdin.end(input.text)
  const reader = new FlvReader({
    onConfig: (avcc) => stream.config(avcc),
    onUnit: (unit, isKey, ptsMs) => stream.unit(unit, isKey, ptsMs),
    onOther: () => void refuse("it is no H.264")
  })
  process.stdout.on("data", (chunk: Buffer) => reader.read(chunk))
  const ended = Effect.catch(process.ended, (fault) =>
    // A stream that ffmpeg cannot put into FLV cannot be passed on.
    pictures === 0 && fault.code === "encoder_failed" ? Effect.succeed(fault.message) : Effect.fail(fault)
  )
  return yield* Effect.raceFirst(ended, Deferred.await(unfit))
}, Effect.scoped)
