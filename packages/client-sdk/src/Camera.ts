import type { CallOptions } from "./Http.ts"
import type { ServiceClock } from "./realtime/ServiceClock.ts"
import type { RobotContext } from "./RobotContext.ts"
import type { LiveSessionResponse, SnapshotMeta } from "./types.gen.ts"

/** One camera of a robot: its newest still, whether or not the robot is online. */
export class Camera {
  readonly #context: RobotContext
  readonly slug: string

  constructor(context: RobotContext, slug: string) {
    this.#context = context
    this.slug = slug
  }

  /** The newest still, as JPEG, PNG or WebP bytes. Fails `no_snapshot_yet` where there is none. */
  snapshot(options: CallOptions = {}): Promise<Uint8Array> {
    return this.#context.request("cameras.snapshot", { ...options, ...this.#target })
  }

  /** Size, type and age of the newest still; nulls where there is none. */
  snapshotMeta(options: CallOptions = {}): Promise<SnapshotMeta> {
    return this.#context.request("cameras.snapshotMeta", { ...options, ...this.#target })
  }

  /** Starts a live session: where to join its stream, and with what token. `@fleet/sdk/video` shows it on a canvas. */
  startLive(options: CallOptions = {}): Promise<LiveSessionResponse> {
    return this.#context.request("live.start", { ...options, ...this.#target })
  }

  /** Ends a live session; all of the caller's on this camera where none is named. */
  endLive(sessionId?: string, options: CallOptions = {}): Promise<void> {
    const query = sessionId === undefined ? {} : { query: { session_id: sessionId } }
    return this.#context.request("live.end", { ...options, ...this.#target, ...query })
  }

  /** As `fleet.clock`. */
  get clock(): ServiceClock {
    return this.#context.realtime.clock
  }

  get #target() {
    return { params: { id: this.#context.id, slug: this.slug } }
  }
}
