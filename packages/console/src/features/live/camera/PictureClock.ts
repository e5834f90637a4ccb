import type { ServiceClock } from "@fleet/sdk"
import type { Picture } from "../drive/machine.ts"

/** A picture that took longer, or came from the future, is of a robot whose clock is wrong; in milliseconds. */
const plausible = { least: -1000, most: 60_000 }

/**
 * How old the picture on the screen is: from when the robot captured it to now by the service's clock, never by this
 * machine's. A robot whose clock the service calls off tells no age.
 */
export class PictureClock {
  readonly #clock: Pick<ServiceClock, "now" | "uncertaintyMs">
  #paintedMs = Number.NaN
  #delayMs = Number.NaN
  /** Whether a live stream is what is on the screen. */
  isLive = false
  /** Whether the service says that the robot's clock is off. */
  isOff = false

  constructor(clock: Pick<ServiceClock, "now" | "uncertaintyMs">) {
    this.#clock = clock
  }

  painted(capturedMs: number): void {
    this.#paintedMs = performance.now()
    this.#delayMs = this.#clock.now() - capturedMs
  }

  clear(): void {
    this.#paintedMs = Number.NaN
    this.isLive = false
  }

  get picture(): Picture {
    if (Number.isNaN(this.#paintedMs)) return "none"
    // Stills are seconds apart: too old to drive by.
    if (!this.isLive) return { ageMs: Infinity }
    if (this.isOff || this.#clock.uncertaintyMs === null) return "unknown"
    if (this.#delayMs < plausible.least || this.#delayMs > plausible.most) return "unknown"
    return { ageMs: Math.max(0, this.#delayMs) + performance.now() - this.#paintedMs }
  }
}
