import { RateCeiling } from "../datapoints/RateCeiling.ts"
import type { EncoderSettings } from "./encoderArguments.ts"
import type { MediaUplink } from "./MediaUplink.ts"
import type { Picture } from "./Picture.ts"
import { compressed } from "./RawImage.ts"

/** Raw images are compressed by this program then, which costs: no more of them are in a second. */
const maxRawFps = 10

/** Live video without an encoder: JPEG pictures as they come, held to the configured pictures and bits a second. */
export class JpegStream {
  private readonly ceiling = new RateCeiling()
  private credit = 0
  private atMs: number | null = null
  private size = ""
  private readonly uplink: Pick<MediaUplink, "config" | "picture">

  constructor(uplink: Pick<MediaUplink, "config" | "picture">) {
    this.uplink = uplink
  }

  /** False for a PNG, which is no picture of this codec. */
  picture(picture: Picture, { bitsPerSecond, fps }: EncoderSettings, nowMs: number): boolean {
    if (picture.kind === "encoded" && picture.mime !== "image/jpeg") return false
    const maxFps = picture.kind === "raw" ? Math.min(fps, maxRawFps) : fps
    const earned = this.atMs === null ? 1 : ((nowMs - this.atMs) / 1000) * bitsPerSecond
    this.credit = Math.min(bitsPerSecond, this.credit + earned)
    this.atMs = nowMs
    if (!this.ceiling.allows(nowMs, maxFps) || this.credit <= 0) return true
    this.ceiling.passed()
    const { bytes, capturedMs, height, width } = compressed(picture)
    this.credit -= bytes.length * 8
    const size = `${width}x${height} ${fps}`
    if (size !== this.size) this.uplink.config({ codec: "mjpeg", width, height, fps, avcc: null })
    this.size = size
    this.uplink.picture(bytes, true, capturedMs)
    return true
  }
}
