import { Clock, Deferred, Effect } from "effect"
import { RateCeiling } from "../datapoints/RateCeiling.ts"
import {
  deviceInput,
  type EncoderSettings,
  type Input,
  liveArguments,
  pictureBytes,
  pictureInput
} from "./encoderArguments.ts"
import { type FoundFfmpeg, runFfmpeg } from "./Ffmpeg.ts"
import { FlvReader } from "./FlvReader.ts"
import type { MediaUplink } from "./MediaUplink.ts"
import type { OnPicture, Picture } from "./Picture.ts"

/** What waits for the encoder at most: more is dropped. */
const maxWaitingBytes = 4 * 1024 * 1024

type Device = Parameters<typeof deviceInput>[0]

/** Runs the encoder on an input; every picture it gives goes up. */
const encode = Effect.fnUntraced(function* (
  ffmpeg: FoundFfmpeg,
  input: Input,
  settings: EncoderSettings,
  uplink: MediaUplink,
  captured: Array<number> | null
) {
  const clock = yield* Clock.Clock
  const process = yield* runFfmpeg(ffmpeg.path, liveArguments(ffmpeg, input, settings, captured === null))
  if (input.text !== null) process.stdin.end(input.text)
  const reader = new FlvReader({
    onConfig: ({ avcc, codec, height, width }) =>
      uplink.config({ codec, width, height, fps: settings.fps, avcc: Buffer.from(avcc).toString("base64") }),
    onUnit: (unit, isKey) => uplink.picture(unit, isKey, captured?.shift() ?? clock.currentTimeMillisUnsafe())
  })
  process.stdout.on("data", (chunk: Buffer) => reader.read(chunk))
  return process
})

const shape = (picture: Picture) =>
  picture.kind === "raw" ? `${picture.format} ${picture.width}x${picture.height}` : picture.mime

/** Encodes the pictures that `follow` is given a sink for, until the encoder ends or they change their shape. */
export const encodePictures = Effect.fnUntraced(function* (
  ffmpeg: FoundFfmpeg,
  settings: EncoderSettings,
  uplink: MediaUplink,
  follow: (sink: OnPicture) => void
) {
  const clock = yield* Clock.Clock
  const first = yield* Deferred.make<Picture>()
  follow((picture) => Deferred.doneUnsafe(first, Effect.succeed(picture)))
  const picture = yield* Deferred.await(first)
  const captured: Array<number> = []
  const process = yield* encode(ffmpeg, pictureInput(picture, settings.fps), settings, uplink, captured)
  const changed = yield* Deferred.make<void>()
  const ceiling = new RateCeiling()
  const write = (next: Picture) => {
    if (shape(next) !== shape(picture)) return void Deferred.doneUnsafe(changed, Effect.void)
    if (!ceiling.allows(clock.currentTimeMillisUnsafe(), settings.fps)) return
    if (process.stdin.writableLength > maxWaitingBytes) return
    ceiling.passed()
    captured.push(next.capturedMs)
    for (const bytes of pictureBytes(next)) process.stdin.write(bytes)
  }
  follow(write)
  write(picture)
  return yield* Effect.raceFirst(process.ended, Deferred.await(changed))
}, Effect.scoped)

/** Encodes what ffmpeg reads itself, until it ends. */
export const encodeDevice = Effect.fnUntraced(function* (
  ffmpeg: FoundFfmpeg,
  source: Device,
  settings: EncoderSettings,
  uplink: MediaUplink
) {
  const process = yield* encode(ffmpeg, deviceInput(source), settings, uplink, null)
  return yield* process.ended
}, Effect.scoped)
