import type { Caller } from "@fleet/domain/Caller"
import type { RobotId } from "@fleet/domain/Ids"
import { RealtimeClose } from "@fleet/domain/realtime/CloseCodes"
import type { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import type { ExposureKind } from "@fleet/domain/Slug"
import type { Upgraded } from "../platform/http/Upgrades.ts"
import type { WebSocketEvents } from "../platform/websocket/WebSocketConnection.ts"
import type { Counters } from "../platform/telemetry/Counters.ts"
import { parseObject } from "./ClientFrames.ts"
import type { Topic } from "./Fanout.ts"
import { type WriteScheduler, SocketWriter } from "./SocketWriter.ts"
import { serverFrame } from "./ServerFrames.ts"

export const authDeadlineMs = 10_000
/** How long a socket waits for a renewal once its token has expired. */
export const graceMs = 60_000
export const pingEveryMs = 20_000
const unansweredLimit = 2
/** Frames of one socket that may wait their turn before reading pauses, and where it resumes. */
const waitingMark = { pause: 256, resume: 64 }

/** One subscription of a socket. */
export interface Subscription {
  readonly robotId: RobotId
  readonly slug: string
  readonly kind: ExposureKind
  /** null while the socket's token has expired: then it follows nothing. */
  readonly topic: Topic | null
}

/** The caller of a socket. */
export interface Identity {
  readonly caller: Caller
  readonly token: string
  readonly expiresAtMs: number | null
}

type Frame = Readonly<Record<string, unknown>>

const isAuth = (frame: Frame | null) => frame?.["type"] === "auth"

/** Events of a session. `handle` takes one frame at a time and calls `done` when the next may come. */
export interface SessionEvents {
  readonly now: () => number
  readonly handle: (session: ClientSocket, frame: Frame, done: () => void) => void
  /** The token has expired and was not renewed. */
  readonly onExpired: (session: ClientSocket) => void
  readonly onClose: (session: ClientSocket) => void
}

/** One /realtime socket: its identity, subscriptions and timers. It decides nothing about access. */
export class ClientSocket implements WebSocketEvents {
  readonly id: string = crypto.randomUUID()
  readonly ip: string
  readonly writer: SocketWriter
  /** By `robot/slug`. */
  readonly subscriptions = new Map<string, Subscription>()
  readonly watched = new Set<RobotId>()
  identity: Identity | null = null
  closed = false
  /** When the token was found expired, until another is accepted. */
  private expiredMs: number | null = null
  private readonly connection: Upgraded["connection"]
  private readonly events: SessionEvents
  private readonly counters: Counters["Service"]
  private authDueMs: number
  /** Auth frames that were not answered yet, and since when there are some. */
  private presented = 0
  private presentedMs = 0
  private pingedMs: number
  private unanswered = 0
  private busy = false
  private serving = false
  private served: Frame | null = null
  private waiting: Array<Frame> | null = null

  constructor(opened: Upgraded, scheduler: WriteScheduler, events: SessionEvents, counters: Counters["Service"]) {
    this.connection = opened.connection
    this.ip = opened.ip
    this.events = events
    this.pingedMs = events.now()
    this.authDueMs = this.pingedMs + authDeadlineMs
    this.counters = counters
    this.writer = new SocketWriter(opened.connection.stream, scheduler, counters, this)
    this.connection.events = this
  }

  send(message: ServerMessage): void {
    if (!this.closed) this.writer.send(serverFrame(message))
  }

  /** Writes queued frames first. */
  close(code: RealtimeClose, reason: string): void {
    if (this.closed) return
    this.writer.flush()
    this.connection.close(code, reason)
    this.end()
  }

  refuseAuth(code: Extract<ServerMessage, { type: "auth_error" }>["code"], message: string): void {
    this.send({ type: "auth_error", code, message })
    this.close(RealtimeClose.refused, code)
  }

  /** Whether the token has expired: until another is accepted, nothing of a subscription leaves. */
  get expired(): boolean {
    return this.expiredMs !== null
  }

  /** Speaks for the identity from now on. */
  accept(identity: Identity): void {
    this.identity = identity
    this.expiredMs = null
  }

  /** Lets time pass: the deadline of the first auth, the credential's end, pings. */
  tick(nowMs: number): void {
    if (this.identity === null) {
      // A busy process may not have read yet what came in time: it reads first.
      if (this.presented === 0 && nowMs >= this.authDueMs) {
        setImmediate(() => {
          if (this.identity === null && this.presented === 0) {
            this.close(RealtimeClose.noAuthInTime, "no auth in time")
          }
        })
      }
      return
    }
    this.expire(nowMs)
    if (this.expiredMs !== null && this.presented === 0 && nowMs - this.expiredMs >= graceMs) {
      return this.close(RealtimeClose.refused, "token_expired")
    }
    if (nowMs - this.pingedMs < pingEveryMs) return
    this.pingedMs = nowMs
    if (this.unanswered++ >= unansweredLimit) return this.close(RealtimeClose.pingTimeout, "pings unanswered")
    this.connection.ping()
  }

  /** Begins the wait for a renewal where the token's time is over. */
  expire(nowMs: number): void {
    const endMs = this.identity?.expiresAtMs ?? null
    if (this.closed || this.expired || endMs === null || nowMs < endMs) return
    this.expiredMs = nowMs
    this.events.onExpired(this)
  }

  onText(text: string): void {
    this.counters.realtime_frames_total++
    if (!this.closed) this.receive(parseObject(text))
  }

  onBinary(): void {
    this.counters.realtime_frames_total++
    if (!this.closed) this.receive(null)
  }

  onPong(): void {
    this.unanswered = 0
  }

  onDrain(): void {
    this.writer.drained()
  }

  onClosed(): void {
    this.end()
  }

  onTooSlow(): void {
    this.counters.realtime_too_slow_total++
    this.close(RealtimeClose.readerTooSlow, "reader too slow")
  }

  private receive(frame: Frame | null): void {
    if (frame === null) return this.close(RealtimeClose.refused, "not a JSON object")
    if (isAuth(frame) && this.presented++ === 0) this.presentedMs = this.events.now()
    this.waiting ??= []
    if (this.waiting.push(frame) > waitingMark.pause) this.connection.pause()
    this.serve()
  }

  /**
   * Frames are served one after the other, so that commands reach the robot in the order they were sent. A loop, because
   * many frames are served in the turn they are begun in, and each would stand on the stack of the one before.
   */
  private serve(): void {
    if (this.serving) return
    this.serving = true
    while (!this.busy && this.waiting !== null && !this.closed) {
      const frame = this.waiting.shift()!
      if (this.waiting.length <= waitingMark.resume && this.connection.isPaused) this.connection.resume()
      if (this.waiting.length === 0) this.waiting = null
      this.busy = true
      this.served = frame
      this.events.handle(this, frame, this.next)
    }
    this.serving = false
  }

  private readonly next = () => {
    // Only time without an auth counts against who has not been answered yet.
    if (isAuth(this.served) && --this.presented === 0) this.authDueMs += this.events.now() - this.presentedMs
    this.served = null
    this.busy = false
    this.serve()
  }

  private end(): void {
    if (this.closed) return
    this.closed = true
    this.waiting = null
    this.events.onClose(this)
  }
}
