import { serviceNow } from "../../../format/ticking.ts"
import type { Picture } from "../drive/machine.ts"

/** A picture that took longer, or came from the future, is of a robot whose clock is wrong; in milliseconds. */
const plausible = { least: -1000, most: 60_000 }

/** How old the picture on the screen is: from when the robot captured it, by the clocks of robot and service. */
export class PictureClock {
  #paintedMs = Number.NaN
  #delayMs = Number.NaN
  /** Whether a live stream is what is on the screen. */
  isLive = false

  painted(capturedMs: number): void {
    this.#paintedMs = performance.now()
    this.#delayMs = serviceNow() - capturedMs
  }

  clear(): void {
    this.#paintedMs = Number.NaN
    this.isLive = false
  }

  get picture(): Picture {
    if (Number.isNaN(this.#paintedMs)) return "none"
    // Stills are seconds apart: nobody can drive by them.
    if (!this.isLive) return { ageMs: Infinity }
    if (this.#delayMs < plausible.least || this.#delayMs > plausible.most) return "unknown"
    return { ageMs: Math.max(0, this.#delayMs) + performance.now() - this.#paintedMs }
  }
}
