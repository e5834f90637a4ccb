import { Effect, Logger } from "effect"
import { Ffmpeg } from "../engine/cameras/Ffmpeg.ts"
import { type Finding, ok, warning } from "./Check.ts"

const advice = "Without it live video is JPEG, and cameras of kind rtsp and v4l2 do not work; nothing else needs it."

/** The ffmpeg that the bridge would take, and what it encodes video with: found as the bridge finds it. */
export const checkFfmpeg = (path: string, timeoutMs: number): Effect.Effect<Finding> =>
  Effect.gen(function* () {
    const { encoder, version } = yield* (yield* Ffmpeg).find
    return ok("ffmpeg", `ffmpeg ${version} encodes video with ${encoder.name}.`)
  }).pipe(
    Effect.catch(({ message }) => Effect.succeed(warning("ffmpeg", message, advice))),
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.succeed(warning("ffmpeg", `${path} encoded no picture within ${timeoutMs} ms.`, advice))
    }),
    Effect.provide([Ffmpeg.layer(path), Logger.layer([])])
  )
