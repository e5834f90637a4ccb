import type { Camera } from "@fleet/domain/RobotConfig/Camera"
import { Clock, Deferred, Effect, Result } from "effect"
import { CameraFault } from "./CameraFault.ts"
import { deviceInput, type Input, pictureInput, stillArguments } from "./encoderArguments.ts"
import { Ffmpeg, type FoundFfmpeg, runFfmpeg } from "./Ffmpeg.ts"
import { matroskaHead, matroskaPicture } from "./MatroskaWriter.ts"
import { readMjpeg } from "./MjpegSource.ts"
import { encodedPicture, type Picture } from "./Picture.ts"
import { compressed } from "./RawImage.ts"
import { readRos } from "./RosSource.ts"

type Still = Extract<Picture, { readonly kind: "encoded" }>

const none = new CameraFault({ code: "unreachable", message: "The camera sends no pictures." })
const waitFor = "8 seconds"

/** One JPEG of what ffmpeg reads. */
const shoot = Effect.fnUntraced(function* (ffmpeg: FoundFfmpeg, input: Input, camera: Camera, picture: Picture | null) {
  const clock = yield* Clock.Clock
  const process = yield* runFfmpeg(ffmpeg.path, stillArguments(input, camera))
  const chunks: Array<Buffer> = []
  const ended = yield* Deferred.make<void>()
  process.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
  process.stdout.once("end", () => Deferred.doneUnsafe(ended, Effect.void))
  if (picture !== null) {
    process.stdin.write(matroskaHead(picture, 1))
    process.stdin.write(matroskaPicture(picture.bytes, 0))
  }
  process.stdin.end(input.text ?? undefined)
  yield* Deferred.await(ended)
  const still = encodedPicture(Buffer.concat(chunks), picture?.capturedMs ?? clock.currentTimeMillisUnsafe())
  return still?.kind === "encoded" ? still : yield* process.ended
}, Effect.scoped)

/** The next picture of a source that this program reads itself. */
const next = Effect.fnUntraced(function* ({ source }: Camera) {
  const first = yield* Deferred.make<Picture>()
  let isTaken = false
  const take = (picture: Picture) => {
    isTaken = true
    Deferred.doneUnsafe(first, Effect.succeed(picture))
  }
  const read =
    source.kind === "ros"
      ? readRos(source, take, () => !isTaken)
      : source.kind === "mjpeg"
        ? readMjpeg(source, take)
        : Effect.never
  return yield* Effect.raceFirst(read, Deferred.await(first))
})

/** A picture as it may be sent: compressed, and scaled down where ffmpeg is here and it is larger than configured. */
export const fit = Effect.fnUntraced(function* (camera: Camera, picture: Picture) {
  const isLarge = picture.width > camera.width || picture.height > camera.height
  if (!isLarge && (picture.kind === "encoded" || picture.format !== "uyvy422")) return compressed(picture)
  const found = yield* Effect.result((yield* Ffmpeg).find)
  if (Result.isFailure(found)) return compressed(picture)
  return yield* shoot(found.success, pictureInput, camera, picture)
})

/** One still of a camera without viewers. */
export const takeStill = (
  camera: Camera
): Effect.Effect<Still, CameraFault, Ffmpeg | Effect.Services<ReturnType<typeof next>>> =>
  Effect.gen(function* () {
    const { source } = camera
    if (source.kind === "ros" || source.kind === "mjpeg") return yield* fit(camera, yield* next(camera))
    return yield* shoot(yield* (yield* Ffmpeg).find, deviceInput(source), camera, null)
  }).pipe(Effect.timeoutOrElse({ duration: waitFor, orElse: () => Effect.fail(none) }))
