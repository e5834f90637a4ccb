import { RateControl } from "@fleet/domain/media/RateControl"
import type { Camera } from "@fleet/domain/RobotConfig/Camera"
import type { EncoderSettings } from "./encoderArguments.ts"
import type { MediaUplink } from "./MediaUplink.ts"

/** What a slow link asks of cameras; null for the link as it should be. */
export interface ReducedCamera {
  readonly camera: "reduce" | "stop"
  readonly kbps: number
}

/** What the encoder is asked for: the configuration, less what the cloud, the link's mode and its lag take away. */
export class LiveRates {
  private own: number
  private readonly control: RateControl
  private readonly camera: Camera
  private readonly uplink: Pick<MediaUplink, "rate" | "window">

  constructor(camera: Camera, uplink: Pick<MediaUplink, "rate" | "window">, nowMs: number) {
    this.camera = camera
    this.uplink = uplink
    this.own = camera.bitrate_kbps * 1000
    this.control = new RateControl(this.own, nowMs)
  }

  settings(reduced: ReducedCamera | null, nowMs: number): EncoderSettings {
    const { link, skippingSinceMs } = this.uplink.window
    const next = this.control.next([{ skippingSinceMs, narrowBps: link.narrowBps }], nowMs)
    if (next !== null) {
      this.own = next
      link.restart()
    }
    const { fps, height, width } = this.camera
    const bits = Math.min(this.own, this.uplink.rate, reduced === null ? Infinity : reduced.kbps * 1000)
    return { width, height, fps: reduced === null ? fps : Math.max(1, fps / 2), bitsPerSecond: Math.max(1000, bits) }
  }
}

/** Whether two settings need another encoder. */
export const sameSettings = (one: EncoderSettings, other: EncoderSettings): boolean =>
  one.bitsPerSecond === other.bitsPerSecond && one.fps === other.fps
