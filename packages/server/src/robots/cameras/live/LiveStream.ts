import type { CameraState } from "@fleet/bridge-protocol/BridgeMessages"
import type { CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { Deferred, Effect } from "effect"
import type { MediaHub } from "../../../media/MediaHub.ts"
import type { Ending, LiveSession } from "./LiveSession.ts"

/** How long a bridge has to answer camera_start. */
export const startWithinMs = 10_000
/** How long a stream goes on after its last viewer left. */
export const lingerMs = 10_000
/** How long a stream whose publisher's socket is gone waits for the reason, before it is started again. */
const lostMs = 1_000
/** A stream that its bridge has lost is started again, unless it was so just before. */
export const againAfterMs = 10_000

/** What a bridge says whose socket of the stream is gone; its camera may be well. */
const mediaLost = "media_lost"

/** The outcome of a start; null where the camera publishes. `reason` is the bridge's own code, null after silence. */
export type NotStarted = { readonly reason: string | null; readonly isOffline?: boolean } | null

/** What a stream needs. `send` answers whether there is a bridge. */
export interface StreamPort {
  readonly hub: Pick<MediaHub["Service"], "open" | "close" | "publisherToken" | "isPublished">
  readonly url: string
  readonly send: (message: CloudMessage) => boolean
  readonly end: (session: LiveSession, ending: Ending) => void
}

/** The live video of one camera, from its first viewer until some seconds after its last. */
export class LiveStream {
  readonly sessions = new Set<LiveSession>()
  readonly room = crypto.randomUUID()
  isOver = false
  private request: {
    readonly id: string
    readonly dueMs: number
    readonly answer: Deferred.Deferred<NotStarted>
  } | null = null
  private emptySinceMs: number | null = null
  private lostSinceMs: number | null = null
  private startedMs: number
  private nowMs: number
  private readonly slug: string
  private readonly port: StreamPort

  /** `maxBitrate` in bit/s. Sends camera_start. */
  constructor(slug: string, maxBitrate: number, port: StreamPort, nowMs: number) {
    this.slug = slug
    this.port = port
    this.nowMs = nowMs
    this.startedMs = nowMs
    port.hub.open(this.room, maxBitrate, {
      onPublishing: () => (this.lostSinceMs = null),
      onPublisherLeft: () => (this.lostSinceMs ??= this.nowMs)
    })
    this.start(nowMs)
  }

  /** Whether it has no viewer, and goes on for those that may come. */
  get isIdle(): boolean {
    return this.sessions.size === 0
  }

  /** What becomes of the start that is under way; null where it is done. */
  get started(): Effect.Effect<NotStarted> {
    return this.request === null ? Effect.succeed(null) : Deferred.await(this.request.answer)
  }

  state({ cause, error, publishing, request_id }: typeof CameraState.Type): void {
    if (this.isOver) return
    if (request_id === null) {
      if (publishing || this.request !== null) return
      const detail = error?.code ?? null
      const mayStart = !this.isIdle && this.nowMs - this.startedMs >= againAfterMs
      if (detail === mediaLost && mayStart) return this.start(this.nowMs)
      return this.fail(
        cause === "config_change" ? { reason: "config_changed" } : { reason: "publish_failed", detail },
        false
      )
    }
    if (request_id !== this.request?.id) return
    this.settle(publishing ? null : { reason: error?.code ?? null })
  }

  tick(nowMs: number): void {
    this.nowMs = nowMs
    if (this.request !== null && nowMs >= this.request.dueMs) return this.settle({ reason: null })
    if (this.lostSinceMs !== null && nowMs - this.lostSinceMs >= lostMs && this.request === null) this.start(nowMs)
    if (!this.isIdle) this.emptySinceMs = null
    else if (this.request === null) {
      this.emptySinceMs ??= nowMs
      if (nowMs - this.emptySinceMs >= lingerMs) this.stop(true)
    }
  }

  /** The robot has a bridge again, or another one: one that does not publish is started. */
  attached(nowMs: number): void {
    if (!this.isOver && !this.port.hub.isPublished(this.room)) this.start(nowMs)
  }

  /** The robot has no bridge. */
  detached(): void {
    this.lostSinceMs = null
    this.answer({ reason: null, isOffline: true })
  }

  /** Ends every session, then the stream. */
  fail(ending: Ending, tellsBridge = true): void {
    for (const session of this.sessions) this.port.end(session, ending)
    this.answer({ reason: ending.reason, isOffline: ending.reason === "robot_offline" })
    this.stop(tellsBridge)
  }

  stop(tellsBridge: boolean): void {
    if (this.isOver) return
    this.isOver = true
    this.port.hub.close(this.room)
    if (tellsBridge) this.port.send({ type: "camera_stop", slug: this.slug, request_id: crypto.randomUUID() })
  }

  private start(nowMs: number): void {
    const { hub, send, url } = this.port
    const { room, slug } = this
    this.answer({ reason: null })
    this.lostSinceMs = null
    this.startedMs = nowMs
    const answer = Deferred.makeUnsafe<NotStarted>()
    this.request = { id: crypto.randomUUID(), dueMs: nowMs + startWithinMs, answer }
    const token = hub.publisherToken(room)
    send({ type: "camera_start", slug, url, room, token, request_id: this.request.id })
  }

  /** The bridge has answered, or had its time. A silent one is sent a stop, since it may have begun. */
  private settle(outcome: NotStarted): void {
    if (outcome === null) return this.answer(null)
    const isSilent = outcome.reason === null
    this.answer(outcome)
    this.fail({ reason: "publish_failed", detail: outcome.reason }, isSilent)
  }

  private answer(outcome: NotStarted): void {
    const { request } = this
    this.request = null
    if (request !== null) Deferred.doneUnsafe(request.answer, Effect.succeed(outcome))
  }
}
