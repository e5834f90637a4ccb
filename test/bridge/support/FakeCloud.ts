import { BridgeFrame, type BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { CloudFrame, type CloudMessage } from "@fleet/bridge-protocol/CloudMessages"
import { Clock, Effect, Schedule, Schema } from "effect"
import { TestClock } from "effect/testing"
import type { AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"

export const robotId = "11111111-2222-4333-8444-555555555555"

const decode = Schema.decodeUnknownSync(BridgeFrame)
const encode = Schema.encodeSync(CloudFrame)

type OfType<Type extends BridgeMessage["type"]> = Extract<BridgeMessage, { readonly type: Type }>

/** Runs on the computer's clock, whichever clock the test has. */
const withRealClock = Effect.provideService(Clock.Clock, Clock.Clock.defaultValue())

/** Waits on the real clock until there is an answer; fails with the words after a minute. */
export const eventually = <A>(what: string, look: () => A | undefined | false): Effect.Effect<A> =>
  withRealClock(
    Effect.suspend(() => {
      const found = look()
      return found === undefined || found === false ? Effect.fail("not yet") : Effect.succeed(found as A)
    }).pipe(
      Effect.retry({ schedule: Schedule.spaced("5 millis") }),
      Effect.orDie,
      Effect.timeoutOrElse({ duration: "1 minute", orElse: () => Effect.die(new Error(`Nobody saw: ${what}`)) })
    )
  )

/** So many turns of the event loop, however little of the computer this process gets: both ends of a socket are in it. */
const turns = (count: number) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resume) => setTimeout(resume, 1))
  })

/** Lets the test's time pass, half a second at a time, until there is an answer. */
export const passUntil = <A>(what: string, look: () => A | undefined | false): Effect.Effect<A> =>
  Effect.gen(function* () {
    for (let steps = 0; steps < 2000; steps++) {
      const found = look()
      if (found !== undefined && found !== false) return found as A
      yield* TestClock.adjust("500 millis")
      yield* turns(5)
    }
    return yield* Effect.die(new Error(`Nobody saw: ${what}`))
  })

/** Lets everything that is ready run, sockets included. */
export const settle = turns(50)

/** A cloud on a real socket that keeps the contract: what the bridge sends must decode. */
export class FakeCloud {
  readonly url: string
  readonly sockets: Array<WebSocket> = []
  readonly frames: Array<BridgeMessage> = []
  /** Binary frames: stills. */
  readonly stills: Array<Buffer> = []
  /** The codes that sockets were closed with, in their order. */
  readonly closes: Array<number> = []
  /** What a hello is answered with. */
  greeting: ReadonlyArray<CloudMessage> | "silence" = [
    {
      type: "hello_ok",
      robot_id: robotId,
      protocol: { status: "current", sunset_at: null },
      bridge: { latest_version: "0.1.0" }
    }
  ]
  /** The headers of a 503 that upgrades are answered with. */
  refusal: Readonly<Record<string, string>> | undefined
  /** Upgrades that were asked for. */
  attempts = 0

  constructor(server: WebSocketServer) {
    server.options.verifyClient = (_, done) => {
      this.attempts += 1
      done(this.refusal === undefined, 503, "full", this.refusal)
    }
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on("connection", (socket, request) => {
      if (request.url !== "/bridge") return socket.close(1008)
      this.sockets.push(socket)
      socket.on("close", (code) => this.closes.push(code))
      socket.on("message", (data: Buffer, isBinary) => {
        if (isBinary) return this.stills.push(data)
        const frame = decode(String(data))
        this.frames.push(frame)
        if (frame.type === "hello" && this.greeting !== "silence")
          this.greeting.forEach((message) => this.send(message))
      })
    })
  }

  send(message: CloudMessage): void {
    this.sendText(encode(message))
  }

  sendText(text: string): void {
    this.sockets.at(-1)?.send(text)
  }

  close(code: number): void {
    this.sockets.at(-1)?.close(code)
  }

  all<Type extends BridgeMessage["type"]>(type: Type): ReadonlyArray<OfType<Type>> {
    return this.frames.filter((frame): frame is OfType<Type> => frame.type === type)
  }

  /** The first frame of a type that fits, now or later. */
  sees<Type extends BridgeMessage["type"]>(
    type: Type,
    fits: (frame: OfType<Type>) => boolean = () => true
  ): Effect.Effect<OfType<Type>> {
    return eventually(`a ${type} that fits`, () => this.all(type).find(fits))
  }
}

/** A fake cloud on a free port, for as long as the scope is open. */
export const startCloud = Effect.acquireRelease(
  Effect.callback<WebSocketServer>((resume) => {
    const server = new WebSocketServer({ port: 0, host: "127.0.0.1" })
    server.once("listening", () => resume(Effect.succeed(server)))
  }),
  (server) =>
    Effect.callback<void>((resume) => {
      for (const socket of server.clients) socket.terminate()
      server.close(() => resume(Effect.void))
    })
).pipe(Effect.map((server) => new FakeCloud(server)))
