import { AckWindow } from "@fleet/domain/media/AckWindow"
import { decodeMediaFrame, encodeMediaFrame, maxMediaUnit, MediaKind, rateOf } from "@fleet/domain/media/MediaFrames"
import type { MediaConfig } from "@fleet/domain/media/MediaMessages"
import { Clock, Deferred, Effect } from "effect"
import { WebSocket } from "ws"
import { CloudProxy, type ProxyFor } from "../../cloud/proxy/CloudProxy.ts"
import { connectionTo } from "../../cloud/proxy/connectionTo.ts"
import { CameraFault, withoutCredentials } from "./CameraFault.ts"

/** Where a stream is published, as camera_start says it. */
export interface Room {
  readonly url: string
  readonly room: string
  readonly token: string
}

/** Parts are no larger, so that nothing waits long behind one. */
const partBytes = 524_288
const maxPayload = 65_536

const lost = (message: string) => new CameraFault({ code: "media_lost", message: withoutCredentials(message) })

/** The bridge's socket of one stream. What the link cannot take is dropped up to the next key picture, and never queued. */
export class MediaUplink {
  readonly window = new AckWindow()
  readonly accepted = Deferred.makeUnsafe<void>()
  /** The newest rate that the cloud asked for, in bit/s. */
  rate = Infinity
  /** Pictures that the source has given, sent or not. */
  pictures = 0
  private seq = 0
  private keySeq: number | null = null
  private readonly socket: WebSocket
  private readonly now: () => number

  constructor(socket: WebSocket, now: () => number) {
    this.socket = socket
    this.now = now
  }

  config(config: MediaConfig): void {
    this.socket.send(encodeMediaFrame({ kind: MediaKind.config, payload: Buffer.from(JSON.stringify(config)) }))
  }

  /** A picture, captured at a time by the robot's clock in milliseconds. */
  picture(payload: Uint8Array, isKey: boolean, capturedMs: number): void {
    this.pictures++
    const seq = (this.seq + 1) & 0xffff
    if (payload.length > maxMediaUnit || !this.window.takes({ isKey, seq, bytes: payload.length }, this.now())) return
    this.seq = seq
    if (isKey) this.keySeq ??= seq
    const shared = { kind: MediaKind.picture, isKey, seq, ptsMs: Math.floor(capturedMs) >>> 0 }
    const capturedUs = BigInt(Math.max(0, Math.round(capturedMs * 1000)))
    for (let from = 0; from === 0 || from < payload.length; from += partBytes) {
      const more = from + partBytes < payload.length
      this.socket.send(
        encodeMediaFrame({ ...shared, capturedUs, more, payload: payload.subarray(from, from + partBytes) })
      )
    }
  }

  receive(bytes: Uint8Array): void {
    const frame = decodeMediaFrame(bytes)
    if (frame?.kind === MediaKind.rate) this.rate = rateOf(frame)
    if (frame?.kind !== MediaKind.ack) return
    this.window.ack(frame.seq, this.now())
    if (this.keySeq !== null) Deferred.doneUnsafe(this.accepted, Effect.void)
  }
}

const connect = ({ room, token, url }: Room, proxyFor: ProxyFor) =>
  Effect.acquireRelease(
    Effect.callback<WebSocket, CameraFault>((resume) => {
      const socket = new WebSocket(url, { maxPayload, perMessageDeflate: false, ...connectionTo(url, proxyFor) })
      // Stays: an error without a listener would end the process.
      socket.on("error", (error) => resume(Effect.fail(lost(`The cloud's media cannot be reached: ${error.message}`))))
      socket.once("open", () => socket.send(JSON.stringify({ type: "join", room, token, role: "publisher" })))
      socket.once("message", () => resume(Effect.succeed(socket)))
      socket.once("close", (code) => resume(Effect.fail(lost(`The cloud's media closed with ${code}.`))))
      return Effect.sync(() => socket.terminate())
    }),
    (socket) => Effect.sync(() => socket.terminate()),
    { interruptible: true }
  ).pipe(
    Effect.timeoutOrElse({
      duration: "5 seconds",
      orElse: () => Effect.fail(lost("The cloud's media does not answer."))
    })
  )

/** Joins a room as its publisher until the scope closes; `ended` fails once the socket is gone. */
export const openUplink = Effect.fnUntraced(function* (room: Room) {
  const clock = yield* Clock.Clock
  const socket = yield* connect(room, yield* CloudProxy)
  const uplink = new MediaUplink(socket, () => clock.currentTimeMillisUnsafe())
  const ended = Deferred.makeUnsafe<never, CameraFault>()
  socket.on("message", (data: Buffer, isBinary) => {
    if (isBinary) uplink.receive(data)
  })
  socket.once("close", (code, reason) =>
    Deferred.doneUnsafe(ended, Effect.fail(lost(`The cloud closed the stream: ${code} ${reason}`)))
  )
  return { uplink, ended: Deferred.await(ended) }
})
