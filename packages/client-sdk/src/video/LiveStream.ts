import type { Camera } from "../Camera.ts"
import { FleetError } from "../FleetError.ts"
import { backoff, pause } from "../Timing.ts"
import type { LiveSessionResponse } from "../types.gen.ts"
import { MediaSocket, type MediaEvents } from "./MediaSocket.ts"

/** The events of a stream. */
export interface LiveStreamEvents extends Pick<MediaEvents, "onConfig" | "onUnit"> {
  /** It was lost for this reason, and is come back to. A configuration and a key picture come next. */
  readonly onLost: (reason: string) => void
  /** It is over. Nothing comes after it. */
  readonly onEnded: (reason: string) => void
}

const wait = { firstMs: 500, longestMs: 15_000 }
/** A connection that had pictures after so long is a good one: the next wait is a first one again. */
const steadyMs = 5_000
/** Reasons of a session's end after which another one is not wanted, or would be refused. */
const lastReasons = ["released_by_peer", "revoked", "plan_limit", "robot_deleted"]
/** Refusals that pass. */
const passing = ["network_error", "timeout", "invalid_answer", "rate_limited"]
const passingStates = ["robot_offline", "camera_offline", "quota_exceeded"]
const lost = "connection_lost"

const passes = (error: FleetError) =>
  error.status >= 500 || passing.includes(error.code) || passingStates.includes(error.code)

/**
 * The pictures of a camera. A session is good for one socket: where that is lost, another session is started after a while,
 * until the stream is closed or there is a reason not to.
 */
export class LiveStream {
  readonly #camera: Camera
  readonly #events: LiveStreamEvents
  readonly #closed = new AbortController()
  #socket!: MediaSocket
  #session!: LiveSessionResponse
  #attempt = 0

  private constructor(camera: Camera, events: LiveStreamEvents) {
    this.#camera = camera
    this.#events = events
  }

  /** Fails where the first session cannot be started, such as `camera_offline`. */
  static async open(camera: Camera, events: LiveStreamEvents, signal?: AbortSignal): Promise<LiveStream> {
    const stream = new LiveStream(camera, events)
    await stream.#join(signal)
    return stream
  }

  /** A picture is on the screen. */
  painted(seq: number): void {
    this.#socket.painted(seq)
  }

  /** Asks for a picture that needs none before it. */
  wantKey(): void {
    this.#socket.wantKey()
  }

  /** Gives the session back. No event comes after it. */
  close(): void {
    this.#closed.abort()
    this.#socket.close()
  }

  /** Gives back what the service may still hold: it has not seen a connection end that broke. */
  release(): Promise<void> {
    return this.#camera.endLive(this.#session.session_id).catch(() => undefined)
  }

  async #join(signal: AbortSignal | undefined): Promise<void> {
    const session = await this.#camera.startLive({ signal })
    this.#session = session
    if (this.#closed.signal.aborted) return void this.release()
    const joinedMs = performance.now()
    const socket = new MediaSocket(WebSocket, session, {
      onConfig: this.#events.onConfig,
      onUnit: (unit) => {
        if (performance.now() - joinedMs >= steadyMs) this.#attempt = 0
        this.#events.onUnit(unit)
      },
      onClosed: (_, reason) => {
        if (socket === this.#socket && !this.#closed.signal.aborted) this.#onLost(reason === "" ? lost : reason)
      }
    })
    this.#socket = socket
  }

  #onLost(reason: string): void {
    if (lastReasons.includes(reason)) return this.#end(reason)
    this.#events.onLost(reason)
    if (reason === lost) void this.release()
    void this.#comeBack()
  }

  async #comeBack(): Promise<void> {
    const { signal } = this.#closed
    try {
      await pause(backoff(this.#attempt++, wait.firstMs, wait.longestMs), signal)
      await this.#join(signal)
    } catch (error) {
      if (signal.aborted) return
      if (FleetError.is(error) && passes(error)) return void this.#comeBack()
      this.#end(FleetError.is(error) ? error.code : lost)
    }
  }

  #end(reason: string): void {
    if (this.#closed.signal.aborted) return
    this.#closed.abort()
    this.#events.onEnded(reason)
  }
}
