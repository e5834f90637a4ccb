import { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { Effect, Schema } from "effect"
import { HttpServer } from "effect/http"
import { WebSocket } from "ws"

const check = Schema.decodeUnknownSync(Schema.toCodecJson(ServerMessage))
const deadlineMs = 60_000

/** A client of /realtime whose every frame a test says. What the service sends must decode; it is kept as it came. */
export class RealtimeClient {
  readonly socket: WebSocket
  /** What came and was not taken. */
  readonly frames: Array<any> = []
  private readonly waiting = new Set<() => void>()
  /** WebSocket pings that came; they are answered while `pongs`. */
  pings = 0
  pongs = true
  private code: number | null = null

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on("message", (data) => {
      const frame = JSON.parse(String(data))
      check(frame)
      this.frames.push(frame)
      this.changed()
    })
    socket.on("ping", (data) => {
      this.pings++
      if (this.pongs) socket.pong(data)
    })
    socket.on("close", (code) => {
      this.code = code
      this.changed()
    })
    socket.on("error", () => undefined)
  }

  send(frame: Readonly<Record<string, unknown>>): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** Takes the first frame of the type that fits, now or later. */
  next(type: ServerMessage["type"], fits: (frame: any) => boolean = () => true): Effect.Effect<any> {
    return Effect.suspend(() => {
      let looked = false
      return this.until(`a ${type}`, () => {
        // Those that were looked at once fit no better later: a test may leave ten thousand frames where they are.
        const from = looked ? Math.max(0, this.frames.length - 1) : 0
        looked = true
        for (let index = from; index < this.frames.length; index++) {
          const frame = this.frames[index]
          if (frame.type === type && fits(frame)) return { found: this.frames.splice(index, 1)[0] }
        }
        return null
      })
    })
  }

  /** The code the socket is closed with, now or later. */
  get closeCode(): Effect.Effect<number> {
    return this.until("the close", () => (this.code === null ? null : { found: this.code }))
  }

  /** Ends once the service has served all that was sent, and all that it had said before is here. */
  get served(): Effect.Effect<void> {
    return Effect.suspend(() => {
      const type = crypto.randomUUID()
      this.send({ type })
      return Effect.asVoid(this.next("error", ({ message }) => message.includes(type)))
    })
  }

  /** Takes everything that came until the service has served all that was sent. */
  get settled(): Effect.Effect<ReadonlyArray<any>> {
    return Effect.map(this.served, () => this.frames.splice(0))
  }

  /** Presents a token, and takes the answer. */
  auth(token: string): Effect.Effect<any> {
    return Effect.suspend(() => {
      this.send({ type: "auth", token })
      return this.until("an answer to auth", () => {
        const index = this.frames.findIndex(({ type }) => type === "auth_ok" || type === "auth_error")
        return index < 0 ? null : { found: this.frames.splice(index, 1)[0] }
      })
    })
  }

  /** Waits in real time, whichever clock the test has. */
  private until<A>(what: string, look: () => { readonly found: A } | null): Effect.Effect<A> {
    return Effect.callback<A>((resume) => {
      const timer = setTimeout(() => {
        this.waiting.delete(attempt)
        const seen = JSON.stringify(this.frames).slice(0, 2_000)
        resume(Effect.die(new Error(`The client never saw ${what}; it saw ${seen}, close code ${this.code}.`)))
      }, deadlineMs)
      const attempt = () => {
        const outcome = look()
        if (outcome === null) return
        clearTimeout(timer)
        this.waiting.delete(attempt)
        resume(Effect.succeed(outcome.found))
      }
      this.waiting.add(attempt)
      attempt()
      return Effect.sync(() => {
        clearTimeout(timer)
        this.waiting.delete(attempt)
      })
    })
  }

  private changed(): void {
    for (const attempt of this.waiting) attempt()
  }
}

/** The address of /realtime of the served app. */
export const realtimeUrl = HttpServer.addressFormattedWith((base) =>
  Effect.succeed(`${base.replace(/^http/, "ws")}/realtime`)
)

/** A socket to /realtime that has said nothing. */
export const openRealtime = Effect.gen(function* () {
  const url = yield* realtimeUrl
  return yield* Effect.acquireRelease(
    Effect.callback<RealtimeClient>((resume) => {
      const socket = new WebSocket(url, { perMessageDeflate: false, autoPong: false })
      const client = new RealtimeClient(socket)
      socket.once("open", () => resume(Effect.succeed(client)))
      socket.once("error", (error) => resume(Effect.die(error)))
    }),
    ({ socket }) => Effect.sync(() => socket.terminate())
  )
})

/** A socket that speaks for the bearer of a token; `auth_ok` is taken. */
export const connectRealtime = Effect.fnUntraced(function* (token: string) {
  const client = yield* openRealtime
  const answer = yield* client.auth(token)
  if (answer.type !== "auth_ok") return yield* Effect.die(new Error(`The token is refused: ${answer.code}.`))
  return client
})
