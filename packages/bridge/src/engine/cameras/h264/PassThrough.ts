import type { EncoderSettings } from "../encoderArguments.ts"
import type { Sps } from "./Sps.ts"

/** Between two key pictures at most: who joins waits for one, and what follows it is kept for two seconds. */
export const longestGopMs = 2_500
/** What is measured over so long may be so much more than what is asked for. */
const measuredMs = 2_000
const tolerance = 1.25
/** Baseline, main, high: what browsers decode. */
const profiles = [66, 77, 100]

/** Judges whether a camera's own H.264 may go to viewers as it is. */
export class PassThrough {
  private keyMs: number | null = null
  private sinceMs: number | null = null
  private bits = 0
  private pictures = 0
  private readonly settings: () => EncoderSettings

  constructor(settings: () => EncoderSettings) {
    this.settings = settings
  }

  /** Why a stream with these parameters must be encoded again; null where it need not. */
  config({ height, isInterlaced, profile, width }: Sps): string | null {
    const { height: maxHeight, width: maxWidth } = this.settings()
    if (!profiles.includes(profile)) return `its profile is ${profile}`
    if (isInterlaced) return "it is interlaced"
    return width > maxWidth || height > maxHeight ? `it is ${width}x${height}` : null
  }

  /** The same for a picture that came now. */
  picture(
    bytes: number,
    { isB, isKey }: { readonly isKey: boolean; readonly isB: boolean },
    nowMs: number
  ): string | null {
    if (isB) return "it has B pictures"
    if (isKey) this.keyMs = nowMs
    if (this.keyMs !== null && nowMs - this.keyMs > longestGopMs) return "its key pictures are too rare"
    this.sinceMs ??= nowMs
    const passedMs = nowMs - this.sinceMs
    if (passedMs >= measuredMs && isKey) {
      const { bitsPerSecond, fps } = this.settings()
      const seconds = passedMs / 1000
      if (this.bits / seconds > bitsPerSecond * tolerance) return `it has ${Math.round(this.bits / seconds)} bit/s`
      if (this.pictures / seconds > fps * tolerance)
        return `it has ${(this.pictures / seconds).toFixed(1)} pictures a second`
      this.sinceMs = nowMs
      this.bits = 0
      this.pictures = 0
    }
    this.bits += bytes * 8
    this.pictures++
    return null
  }
}
