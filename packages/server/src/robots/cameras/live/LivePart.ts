import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { CameraOffline, QuotaExceeded } from "@fleet/domain/Errors"
import type { Camera } from "@fleet/domain/RobotConfig/Camera"
import type { RobotHome } from "../../home/RobotHome.ts"
import type { RobotPart } from "../../home/RobotPart.ts"
import type { Published } from "../../config/PublishedConfigs.ts"
import type { LiveSession } from "./LiveSession.ts"
import { LiveStream, type StreamPort } from "./LiveStream.ts"

/** How long the bridge may be away before its viewers are let go. */
export const offlineAfterMs = 5_000

/** QuotaTable of one stream's viewers and of one robot's streams. */
export interface LiveLimits {
  readonly viewers: number
  readonly streams: number
}

/** What of a camera changes its live video. */
const keyOf = ({ bitrate_kbps, fps, height, source, width }: Camera) =>
  JSON.stringify([source, width, height, fps, bitrate_kbps])

/** The live video of one robot's cameras. */
export class LivePart implements RobotPart {
  private readonly streams = new Map<string, { readonly key: string; readonly stream: LiveStream }>()
  private awaySinceMs: number | null = null
  private readonly home: RobotHome
  private readonly port: Omit<StreamPort, "send">
  private readonly limits: LiveLimits
  private readonly nowMs: () => number

  constructor(home: RobotHome, port: Omit<StreamPort, "send">, limits: LiveLimits, nowMs: () => number) {
    this.home = home
    this.port = port
    this.limits = limits
    this.nowMs = nowMs
  }

  get isVacant(): boolean {
    return this.streams.size === 0
  }

  get sessions(): ReadonlyArray<LiveSession> {
    return [...this.streams.values()].flatMap(({ stream }) => [...stream.sessions])
  }

  /** Takes a place among a camera's viewers; the first starts the camera. */
  join(session: LiveSession, lowBandwidth: boolean): LiveStream | CameraOffline | QuotaExceeded {
    const running = this.streams.get(session.slug)?.stream
    const { streams, viewers } = this.limits
    if (running !== undefined && !running.isOver) {
      if (running.sessions.size >= viewers)
        return new QuotaExceeded({ details: { quota: "live_viewers", limit: viewers } })
      running.sessions.add(session)
      return running
    }
    const exposure = this.home.published.exposures.get(session.slug)
    if (exposure?.kind !== "camera") return new CameraOffline({ details: { reason: "config_changed" } })
    if (lowBandwidth) return new CameraOffline({ details: { reason: "low_bandwidth" } })
    if (!this.makeRoom()) return new QuotaExceeded({ details: { quota: "live_streams", limit: streams } })
    const { config, slug } = exposure
    const send = (message: CloudMessage) => {
      this.home.link?.send(message)
      return this.home.link !== null
    }
    const stream = new LiveStream(slug, config.bitrate_kbps * 1000, { ...this.port, send }, this.nowMs())
    stream.sessions.add(session)
    this.streams.set(slug, { key: keyOf(config), stream })
    return stream
  }

  /** The room of a session that goes on. */
  roomOf(session: LiveSession): string | undefined {
    const stream = this.streams.get(session.slug)?.stream
    return stream?.sessions.has(session) === true ? stream.room : undefined
  }

  leave(session: LiveSession): void {
    this.streams.get(session.slug)?.stream.sessions.delete(session)
  }

  config({ exposures }: Published): void {
    for (const [slug, { key, stream }] of this.streams) {
      const exposure = exposures.get(slug)
      if (exposure?.kind === "camera" && keyOf(exposure.config) === key) continue
      stream.fail({ reason: "config_changed" })
      this.streams.delete(slug)
    }
  }

  attach(): void {
    this.awaySinceMs = null
    for (const { stream } of this.streams.values()) stream.attached(this.nowMs())
  }

  detach(nowMs: number): void {
    this.awaySinceMs = nowMs
    for (const { stream } of this.streams.values()) stream.detached()
  }

  /** Takes every camera_state; others may look at it, too. */
  message(message: BridgeMessage): boolean {
    if (message.type !== "camera_state") return false
    this.streams.get(message.slug)?.stream.state(message)
    this.sweep()
    return true
  }

  tick(nowMs: number): void {
    if (this.awaySinceMs === null) for (const { stream } of this.streams.values()) stream.tick(nowMs)
    else if (nowMs - this.awaySinceMs >= offlineAfterMs) this.endAll("robot_offline")
    this.sweep()
  }

  forget(): void {
    this.endAll("robot_deleted")
  }

  endAll(reason: "robot_offline" | "robot_deleted"): void {
    for (const { stream } of this.streams.values()) stream.fail({ reason })
    this.streams.clear()
  }

  /** Whether one more camera may send; one without viewers makes room. */
  private makeRoom(): boolean {
    this.sweep()
    if (this.streams.size < this.limits.streams) return true
    const idle = [...this.streams].find(([, { stream }]) => stream.isIdle)
    if (idle === undefined) return false
    idle[1].stream.stop(true)
    return this.streams.delete(idle[0])
  }

  private sweep(): void {
    for (const [slug, { stream }] of this.streams) if (stream.isOver) this.streams.delete(slug)
  }
}
