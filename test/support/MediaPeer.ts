import {
  decodeMediaFrame,
  encodeAck,
  encodeMediaFrame,
  type MediaFrame,
  MediaKind
} from "@fleet/domain/media/MediaFrames"
import { Effect } from "effect"
import { HttpServer } from "effect/http"
import { WebSocket } from "ws"

const deadlineMs = 30_000

/** One end of /media whose every frame a test says. */
export class MediaPeer {
  readonly socket: WebSocket
  /** Binary frames that came, oldest first. */
  readonly frames: Array<MediaFrame> = []
  readonly texts: Array<any> = []
  close: { readonly code: number; readonly reason: string } | null = null
  private readonly waiting = new Set<() => void>()

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on("message", (data, isBinary) => {
      if (isBinary) this.frames.push(decodeMediaFrame(data as Buffer)!)
      else this.texts.push(JSON.parse(String(data)))
      this.changed()
    })
    socket.on("close", (code, reason) => {
      this.close = { code, reason: String(reason) }
      this.changed()
    })
    socket.on("error", () => undefined)
  }

  send(frame: Uint8Array | string): void {
    this.socket.send(frame)
  }

  picture(seq: number, rest: Partial<MediaFrame> = {}): void {
    this.send(encodeMediaFrame({ kind: MediaKind.picture, seq, payload: Uint8Array.of(seq & 255), ...rest }))
  }

  config(rest: object = {}): void {
    const payload = Buffer.from(JSON.stringify({ codec: "mjpeg", width: 4, height: 3, fps: 10, avcc: null, ...rest }))
    this.send(encodeMediaFrame({ kind: MediaKind.config, payload }))
  }

  /** Acknowledges each picture from now on, as a viewer does: one that does not is let go after ten seconds. */
  acknowledge(): void {
    this.socket.on("message", (data, isBinary) => {
      const frame = isBinary ? decodeMediaFrame(data as Buffer) : null
      if (frame?.kind === MediaKind.picture && !frame.more) this.send(encodeAck(frame.seq, frame.seq))
    })
    const last = this.frames.findLast(({ kind, more }) => kind === MediaKind.picture && !more)
    if (last !== undefined) this.send(encodeAck(last.seq, last.seq))
  }

  /** Waits in real time, whichever clock the test has. */
  until<A>(what: string, look: () => A | null | undefined | false): Effect.Effect<A> {
    return Effect.callback<A>((resume) => {
      const timer = setTimeout(() => {
        this.waiting.delete(attempt)
        const seen = JSON.stringify([this.texts, this.frames.map(({ kind, seq }) => [kind, seq]), this.close])
        resume(Effect.die(new Error(`The peer never saw ${what}; it saw ${seen}.`)))
      }, deadlineMs)
      const attempt = () => {
        const found = look()
        if (found === null || found === undefined || found === false) return
        clearTimeout(timer)
        this.waiting.delete(attempt)
        resume(Effect.succeed(found))
      }
      this.waiting.add(attempt)
      attempt()
      return Effect.sync(() => {
        clearTimeout(timer)
        this.waiting.delete(attempt)
      })
    })
  }

  get closed(): Effect.Effect<readonly [number, string]> {
    return this.until("the close", () => this.close && ([this.close.code, this.close.reason] as const))
  }

  /** The first frame of a kind, taken. */
  next(kind: MediaKind): Effect.Effect<MediaFrame> {
    return this.until(`a frame of kind ${kind}`, () => {
      const index = this.frames.findIndex((frame) => frame.kind === kind)
      return index < 0 ? null : this.frames.splice(index, 1)[0]!
    })
  }

  /** Ends once the service has read all that was sent, and all that it has sent before is here. */
  get sync(): Effect.Effect<void> {
    return Effect.callback<void>((resume) => {
      const heard = () => resume(Effect.void)
      this.socket.once("pong", heard)
      this.socket.ping()
      return Effect.sync(() => this.socket.off("pong", heard))
    })
  }

  private changed(): void {
    for (const attempt of this.waiting) attempt()
  }
}

/** A socket to /media of the served app that has said nothing. */
export const openMedia = Effect.gen(function* () {
  const base = yield* HttpServer.addressFormattedWith(Effect.succeed)
  return yield* Effect.acquireRelease(
    Effect.callback<MediaPeer>((resume) => {
      const socket = new WebSocket(`${base.replace(/^http/, "ws")}/media`, { perMessageDeflate: false })
      const peer = new MediaPeer(socket)
      socket.once("open", () => resume(Effect.succeed(peer)))
      socket.once("error", (error) => resume(Effect.die(error)))
    }),
    ({ socket }) => Effect.sync(() => socket.terminate())
  )
})

/** One that has joined. */
export const joinMedia = Effect.fnUntraced(function* (
  room: string,
  token: string,
  role: "viewer" | "publisher" = "viewer"
) {
  const peer = yield* openMedia
  peer.send(JSON.stringify({ type: "join", room, token, role }))
  yield* peer.until("joined", () => peer.texts.length > 0)
  return peer
})
