import { Data } from "effect"

/** Why a camera gives no pictures; `code` is that of camera_state. */
export class CameraFault extends Data.TaggedError("CameraFault")<{
  readonly code:
    | "unreachable"
    | "auth_failed"
    | "unsupported"
    | "too_large"
    | "ffmpeg_missing"
    | "encoder_failed"
    | "media_lost"
    | "low_bandwidth"
    | "unknown_slug"
    | "superseded"
    | "failed"
  readonly message: string
}> {}

const longest = 200

/** Text of others that may name a URL: without user and password, on one line. */
export const withoutCredentials = (text: string): string =>
  text
    .replaceAll(/\/\/\S*@/g, "//")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, longest)
