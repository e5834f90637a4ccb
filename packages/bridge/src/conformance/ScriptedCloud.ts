import { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import type { CloudMessage, HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import { parseRobotJson } from "@fleet/bridge-protocol/robotJson"
import { maxMediaUnit } from "@fleet/domain/media/MediaFrames"
import { Clock, Effect, Option, Schema } from "effect"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type WebSocket, WebSocketServer } from "ws"
import { MediaRoom } from "./MediaRoom.ts"
import { Uploads } from "./Uploads.ts"

const parse = Option.liftThrowable(parseRobotJson)
const decode = Schema.decodeUnknownOption(Schema.toCodecJson(BridgeMessage))

export type BridgeMessageOf<Type extends BridgeMessage["type"]> = Extract<BridgeMessage, { readonly type: Type }>

/** A frame of the bridge: a message of the contract, or whatever else it sent. */
export interface Seen {
  /** The connection it came on, counted from 1. */
  readonly session: number
  readonly atMs: number
  readonly bytes: number
  readonly message: BridgeMessage | undefined
  readonly text: string
  readonly binary: Uint8Array | undefined
}

/** What a hello is answered with. */
export type Greeting = "accept" | "deprecated" | "silence" | "close" | HelloErrorCode

const pingEvery = "2 seconds"
/** What is kept of a text that is no message, to show it. */
const shownCharacters = 200
const shownStrays = 10
/** Values of larger samples are not kept. */
const keptBytes = 65_536

const withoutValue = (message: BridgeMessage | undefined): BridgeMessage | undefined =>
  message?.type === "datapoint" ? { ...message, value: null } : message

/** A cloud that does what a script says, and keeps everything that a bridge sends. */
export class ScriptedCloud {
  readonly url: string
  readonly robotId = "11111111-2222-4333-8444-555555555555"
  readonly frames: Array<Seen> = []
  /** When connections opened and ended, in milliseconds since the epoch. */
  readonly opened: Array<number> = []
  readonly ended: Array<number> = []
  greeting: Greeting = "accept"
  /** The lag that pings tell. */
  lagMs: number | null = null
  isPinging = true
  /** When the last ping was sent. */
  pingedMs = 0
  /** Paths that were asked for a WebSocket and have none, the first few. */
  readonly strays = new Set<string>()
  /** Live video, and files, that bridges send beside their frames. */
  readonly media = new MediaRoom()
  readonly uploads = new Uploads()
  #socket: WebSocket | undefined
  #acceptedAtMs: number | undefined
  readonly #now: () => number

  constructor({ address, port }: AddressInfo, now: () => number) {
    this.url = `http://${address.includes(":") ? `[${address}]` : address}:${port}`
    this.#now = now
  }

  /** Where live video is published. */
  get mediaUrl(): string {
    return `${this.url.replace("http", "ws")}/media`
  }

  /** Reads nothing more that the bridge sends, so that it has to wait. */
  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  /** The time that frames are stamped with. */
  get nowMs(): number {
    return this.#now()
  }

  /** The number of the newest connection. */
  get session(): number {
    return this.opened.length
  }

  /** How long the open session has been accepted; undefined while there is none. */
  get acceptedForMs(): number | undefined {
    return this.#acceptedAtMs === undefined ? undefined : this.#now() - this.#acceptedAtMs
  }

  send(message: CloudMessage): void {
    this.sendText(JSON.stringify(message))
  }

  sendText(text: string): void {
    this.#socket?.send(text)
  }

  close(code: number): void {
    this.#acceptedAtMs = undefined
    this.#socket?.close(code)
  }

  ping(): void {
    if (this.#acceptedAtMs === undefined || !this.isPinging) return
    this.pingedMs = this.#now()
    this.send({ type: "ping", ts_ms: this.pingedMs, latency_ms: 1, lag_ms: this.lagMs })
  }

  all<Type extends BridgeMessage["type"]>(type: Type, from = 0): ReadonlyArray<BridgeMessageOf<Type>> {
    return this.frames
      .slice(from)
      .map(({ message }) => message)
      .filter((message): message is BridgeMessageOf<Type> => message?.type === type)
  }

  /** Takes a bridge's connection. An older one of the robot ends. */
  readonly open = (socket: WebSocket): void => {
    const session = this.opened.push(this.#now())
    this.#socket?.terminate()
    this.#socket = socket
    this.#acceptedAtMs = undefined
    socket.on("error", () => {})
    socket.on("close", () => {
      this.ended.push(this.#now())
      if (this.#socket === socket) this.#acceptedAtMs = undefined
    })
    socket.on("message", (data: Buffer, isBinary) => {
      this.#take(session, data, isBinary)
    })
  }

  #take(session: number, data: Buffer, isBinary: boolean): void {
    const text = isBinary ? "" : data.toString("utf8")
    const parsed = isBinary ? Option.none() : parse(text)
    const message = Option.getOrUndefined(Option.flatMap(parsed, decode))
    this.frames.push({
      session,
      atMs: this.#now(),
      bytes: data.length,
      message: data.length > keptBytes ? withoutValue(message) : message,
      text: message === undefined ? text.slice(0, shownCharacters) : "",
      binary: isBinary ? data : undefined
    })
    if (message?.type === "hello") this.#greet()
  }

  #greet(): void {
    switch (this.greeting) {
      case "silence":
        return
      case "close":
        return this.close(1012)
      case "accept":
      case "deprecated": {
        this.#acceptedAtMs = this.#now()
        const isCurrent = this.greeting === "accept"
        return this.send({
          type: "hello_ok",
          robot_id: this.robotId,
          protocol: { status: isCurrent ? "current" : "deprecated", sunset_at: isCurrent ? null : "2099-01-01" },
          bridge: { latest_version: "0.1.0" }
        })
      }
      default:
        this.send({ type: "hello_error", code: this.greeting, message: "Refused by the conformance kit." })
        this.close(1008)
    }
  }
}

const sockets = (maxPayload: number) => new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })

const listen = (http: Server, host: string, port: number) =>
  Effect.acquireRelease(
    Effect.callback<AddressInfo, Error>((resume) => {
      http.once("error", (error) => resume(Effect.fail(error)))
      http.listen(port, host, () => resume(Effect.succeed(http.address() as AddressInfo)))
    }),
    () =>
      Effect.callback<void>((resume) => {
        http.close(() => resume(Effect.void))
        http.closeAllConnections()
      })
  )

/** A scripted cloud at an address, for as long as the scope is open. Port 0 takes any free one. */
export const startScriptedCloud = Effect.fnUntraced(function* (host: string, port: number) {
  const clock = yield* Clock.Clock
  const http = createServer((request, response) => cloud.uploads.handle(request, response))
  const bridges = sockets(maxFrame)
  const publishers = sockets(maxMediaUnit)
  http.on("upgrade", (request, socket, head) => {
    if (request.url === "/bridge") bridges.handleUpgrade(request, socket, head, cloud.open)
    else if (request.url === "/media") publishers.handleUpgrade(request, socket, head, cloud.media.open)
    else {
      if (cloud.strays.size < shownStrays) cloud.strays.add(String(request.url).slice(0, shownCharacters))
      socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n")
    }
  })
  const address = yield* listen(http, host, port)
  const cloud = new ScriptedCloud(address, () => clock.currentTimeMillisUnsafe())
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const socket of [...bridges.clients, ...publishers.clients]) socket.terminate()
    })
  )
  yield* Effect.forkScoped(
    Effect.forever(
      Effect.delay(
        Effect.sync(() => cloud.ping()),
        pingEvery
      )
    )
  )
  return cloud
})
