import type { ActiveJob, BridgeMessage, JobUpdate } from "@fleet/bridge-protocol/BridgeMessages"
import { PROTOCOL_VERSION } from "@fleet/bridge-protocol/CloseCodes"
import { CloudFrame, type CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import type { JobId } from "@fleet/domain/Ids"
import { Effect, Schema } from "effect"
import { HttpServer } from "effect/http"
import { WebSocket } from "ws"

type OfType<Type extends CloudMessage["type"]> = Extract<CloudMessage, { readonly type: Type }>

const decode = Schema.decodeUnknownSync(CloudFrame)
const deadlineMs = 60_000

/** Waits in real time, whichever clock the test has. */
const within = <A>(what: string, wait: (resume: (value: A) => void) => () => void) =>
  Effect.callback<A>((resume) => {
    const stop = wait((value) => {
      clearTimeout(timer)
      resume(Effect.succeed(value))
    })
    const timer = setTimeout(() => {
      stop()
      resume(Effect.die(new Error(`The bridge never saw ${what}.`)))
    }, deadlineMs)
    return Effect.sync(() => {
      clearTimeout(timer)
      stop()
    })
  })

/** A robot's bridge whose every frame a test says. What the cloud sends must decode. It answers pings while `pongs`. */
export class FakeBridge {
  readonly socket: WebSocket
  /** What came and was not taken by `next`. */
  readonly frames: Array<CloudMessage> = []
  pongs = true
  private readonly waiting = new Set<() => void>()
  private code: number | null = null

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on("message", (data) => {
      const frame = decode(String(data))
      this.frames.push(frame)
      if (frame.type === "ping" && this.pongs) this.send({ type: "pong", ts_ms: frame.ts_ms })
      this.changed()
    })
    socket.on("close", (code) => {
      this.code = code
      this.changed()
    })
    socket.on("error", () => undefined)
  }

  send(message: BridgeMessage): void {
    this.sendRaw(JSON.stringify(message))
  }

  /** Any text or bytes. */
  sendRaw(data: string | Uint8Array): void {
    this.socket.send(data)
  }

  hello(token: string, rest: Readonly<Record<string, unknown>> = {}): void {
    const hello = { type: "hello", protocol_version: PROTOCOL_VERSION, token, bridge_version: "0.1.0", ...rest }
    this.sendRaw(JSON.stringify(hello))
  }

  /** Says something of a job of this platform, unless `rest` says that it is external. */
  update(job: { readonly id: string; readonly slug: string }, state: JobUpdate["state"], rest: object = {}): void {
    this.send({
      type: "job_update",
      job_id: job.id as JobId,
      slug: job.slug,
      state,
      origin: "platform",
      goal_id: "goal-1",
      feedback: null,
      progress: null,
      result: null,
      error: null,
      timestamp_ms: 1,
      ...rest
    })
  }

  /** Takes the first frame of the type, now or later. */
  next<Type extends CloudMessage["type"]>(type: Type): Effect.Effect<OfType<Type>> {
    return this.until(`a ${type}`, () => {
      const index = this.frames.findIndex((frame) => frame.type === type)
      return index < 0 ? null : (this.frames.splice(index, 1)[0] as OfType<Type>)
    })
  }

  /** The code the socket is closed with, now or later. */
  get closeCode(): Effect.Effect<number> {
    return this.until("the close", () => this.code)
  }

  /** Ends once the cloud has read all that was sent, and all that it has sent before is here. */
  get sync(): Effect.Effect<void> {
    return within("its ping answered", (resume) => {
      const heard = () => resume(undefined)
      this.socket.once("pong", heard)
      this.socket.ping()
      return () => this.socket.off("pong", heard)
    })
  }

  /** Leaves without a word; ends when the cloud has seen it. */
  get leave(): Effect.Effect<void> {
    this.socket.close()
    return Effect.asVoid(this.closeCode)
  }

  private until<A>(what: string, look: () => A | null): Effect.Effect<A> {
    return within(what, (resume) => {
      const check = () => {
        const found = look()
        if (found === null) return
        this.waiting.delete(check)
        resume(found)
      }
      this.waiting.add(check)
      // Not before `within` has its timer.
      queueMicrotask(check)
      return () => this.waiting.delete(check)
    })
  }

  private changed(): void {
    for (const check of this.waiting) check()
  }
}

/** A socket to /bridge of a server that has said nothing. */
const openBridgeAt = (base: string) =>
  Effect.acquireRelease(
    Effect.callback<FakeBridge>((resume) => {
      const socket = new WebSocket(`${base.replace(/^http/, "ws")}/bridge`, { perMessageDeflate: false })
      const bridge = new FakeBridge(socket)
      socket.once("open", () => resume(Effect.succeed(bridge)))
      socket.once("error", (error) => resume(Effect.die(error)))
    }),
    ({ socket }) => Effect.sync(() => socket.terminate())
  )

/** The same of the served app. */
export const openBridge = Effect.flatMap(HttpServer.addressFormattedWith(Effect.succeed), openBridgeAt)

type Said = { readonly active_jobs?: ReadonlyArray<typeof ActiveJob.Encoded> }

const accepted = Effect.fnUntraced(function* (bridge: FakeBridge, token: string, hello: Said = {}) {
  bridge.hello(token, hello)
  yield* bridge.next("hello_ok")
  return bridge
})

/** A bridge that has been accepted; `hello_ok` is taken. */
export const connectBridge = (token: string, hello: Said = {}) =>
  Effect.flatMap(openBridge, (bridge) => accepted(bridge, token, hello))

/** The same of a server at an address. */
export const connectBridgeAt = (base: string, token: string) =>
  Effect.flatMap(openBridgeAt(base), (bridge) => accepted(bridge, token))
