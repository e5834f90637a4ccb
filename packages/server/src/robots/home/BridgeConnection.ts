import type { BridgeMessage, Hello, LinkMode } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import type { CloudMessage, HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import { isForBridge } from "@fleet/bridge-protocol/fitsBridge"
import { isDatapoint } from "@fleet/bridge-protocol/isDatapoint"
import { decodeSnapshot, type SnapshotHeader, snapshotFault } from "@fleet/bridge-protocol/Snapshot"
import { lastEpochMs } from "@fleet/domain/Wire"
import { Option } from "effect"
import type { Upgraded } from "../../platform/http/Upgrades.ts"
import type { WebSocketEvents } from "../../platform/websocket/WebSocketConnection.ts"
import type { Counters } from "../../platform/telemetry/Counters.ts"
import type { BridgeLink } from "./RobotHome.ts"
import { LinkMeter } from "./LinkMeter.ts"
import { parseFrame } from "./parseFrame.ts"
import { readMessage, withoutUnreadable } from "./readMessage.ts"

export const helloDeadlineMs = 10_000
export const pingEveryMs = 2_000
const unansweredLimit = 3
/** Bytes that wait for a bridge, at most: of what is sent faster than it reads, until pings stay unanswered. */
export const tooSlowMark = 16 * 1024 * 1024

/** Events of a session, called in the turn of the frame; those with a link come after the hello. */
export interface BridgeEvents {
  readonly onHello: (session: BridgeConnection, hello: typeof Hello.Type) => void
  readonly onSample: (
    link: BridgeLink,
    slug: string,
    json: string,
    timestampMs: number,
    backfill: boolean,
    nowMs: number
  ) => void
  /** A frame was dropped that should have been a datapoint or a still. */
  readonly onUnreadable: (link: BridgeLink, slug: string, reason: string, nowMs: number) => void
  readonly onMessage: (link: BridgeLink, message: BridgeMessage) => void
  readonly onSnapshot: (link: BridgeLink, header: SnapshotHeader, image: Uint8Array) => void
  /** The link's latency or its mode may have changed. */
  readonly onLink: (session: BridgeConnection) => void
  /** A ping came back after so many milliseconds. */
  readonly onPong: (link: BridgeLink, latencyMs: number) => void
  readonly onClose: (session: BridgeConnection) => void
  /** A frame was dropped: it could not be processed, or not be sent. */
  readonly onFault: (session: BridgeConnection, fault: unknown) => void
}

/** Protocol numbers beyond the largest that can be stored count as the largest. */
const inRange = (hello: object): object =>
  "protocol_version" in hello &&
  Number.isInteger(hello.protocol_version) &&
  Number(hello.protocol_version) > Number.MAX_SAFE_INTEGER
    ? { ...hello, protocol_version: Number.MAX_SAFE_INTEGER }
    : hello

interface FaultySample {
  readonly slug?: unknown
  readonly value?: unknown
  readonly timestamp_ms?: unknown
}

/** What is wrong with a datapoint's frame, of which the slug can be read. */
const faultOf = ({ timestamp_ms, value }: FaultySample): string =>
  value === undefined
    ? "A sample was dropped: it has no value."
    : `A sample was dropped: timestamp_ms is ${String(JSON.stringify(timestamp_ms)).slice(0, 40)}, no integer from 0 to ${lastEpochMs}.`

/** One bridge's socket: frames in, frames out, timers. It knows no database and no other bridge. */
export class BridgeConnection implements Omit<BridgeLink, "home">, WebSocketEvents {
  readonly meter = new LinkMeter()
  readonly ip: string
  /** Null until the hello is accepted. */
  link: BridgeLink | null = null
  lowBandwidth = false
  private greeted = false
  private readonly openedMs: number
  private pingedMs = 0
  private readonly connection: Upgraded["connection"]
  private readonly events: BridgeEvents
  private readonly counters: Counters["Service"]
  private readonly now: () => number

  constructor(opened: Upgraded, events: BridgeEvents, counters: Counters["Service"], now: () => number) {
    this.connection = opened.connection
    this.ip = opened.ip
    this.events = events
    this.counters = counters
    this.now = now
    this.openedMs = now()
    this.connection.events = this
  }

  /** False once either side began to close. */
  get isOpen(): boolean {
    return this.connection.isOpen
  }

  send(message: CloudMessage): void {
    if (!this.isOpen) return
    const text = JSON.stringify(message)
    if (!isForBridge(text)) {
      return this.events.onFault(this, new Error(`a ${message.type} of more than 1 MiB was not sent`))
    }
    this.connection.send(text)
    if (this.connection.stream.queuedBytes <= tooSlowMark) return
    this.counters.bridges_too_slow_total++
    this.end(BridgeClose.pingTimeout, "reader too slow")
  }

  /** What is sent meanwhile leaves in one write. */
  together<A>(send: () => A): A {
    const { stream } = this.connection
    stream.cork()
    try {
      return send()
    } finally {
      stream.uncork()
    }
  }

  close(code: number, reason: string): void {
    this.connection.close(code, reason)
  }

  /** Closes the socket, and does not wait for the peer to agree. */
  end(code: number, reason: string): void {
    this.close(code, reason)
    this.events.onClose(this)
  }

  refuse(code: HelloErrorCode, message: string): void {
    this.send({ type: "hello_error", code, message })
    this.close(BridgeClose.refused, code)
  }

  /** Applies timers: the hello's deadline, then a ping every two seconds. */
  tick(nowMs: number): void {
    if (this.link === null) {
      // A busy process may not have read yet what came in time: it reads first.
      if (!this.greeted && nowMs - this.openedMs >= helloDeadlineMs) {
        setImmediate(() => {
          if (!this.greeted) this.close(BridgeClose.noHelloInTime, "no hello in time")
        })
      }
      return
    }
    // A clock that was set back does not silence the pings until it is where it was.
    if (nowMs >= this.pingedMs && nowMs - this.pingedMs < pingEveryMs) return
    this.pingedMs = nowMs
    if (this.meter.pinged(nowMs) >= unansweredLimit) return this.end(BridgeClose.pingTimeout, "pings unanswered")
    this.send({ type: "ping", ts_ms: nowMs, latency_ms: this.meter.latencyMs, lag_ms: this.meter.lagMs(nowMs) })
  }

  onText(text: string): void {
    // Frames that arrive while the socket closes are dropped.
    if (!this.isOpen) return
    this.counters.bridge_frames_total++
    try {
      this.text(text)
    } catch (fault) {
      this.failed(fault)
    }
  }

  onBinary(bytes: Buffer): void {
    if (!this.isOpen) return
    this.counters.bridge_frames_total++
    try {
      this.binary(bytes)
    } catch (fault) {
      this.failed(fault)
    }
  }

  onPong(): void {}

  onDrain(): void {}

  onClosed(): void {
    this.events.onClose(this)
  }

  /** A fault in a frame, such as a nesting deeper than the stack, affects its own socket alone. */
  private failed(fault: unknown): void {
    this.counters.bridge_frames_ignored_total++
    this.events.onFault(this, fault)
  }

  private text(text: string): void {
    const frame = parseFrame(text)
    if (frame === null) return this.close(BridgeClose.refused, "not a JSON object")
    const { link } = this
    if (link === null) return this.first(frame)
    if ("type" in frame && frame.type === "datapoint") return this.sample(link, frame)
    const message = readMessage(frame, this.leftOut)
    if (Option.isNone(message)) this.counters.bridge_frames_ignored_total++
    else this.message(link, message.value)
  }

  private first(frame: object): void {
    if (this.greeted) return
    this.greeted = true
    const hello = readMessage(inRange(frame), this.leftOut)
    if (Option.isSome(hello) && hello.value.type === "hello") this.events.onHello(this, hello.value)
    else this.refuse("invalid_frame", "The first frame has to be a valid hello.")
  }

  /** An optional part of a frame could not be read. */
  private readonly leftOut = () => void this.counters.bridge_parts_ignored_total++

  private sample(link: BridgeLink, received: object): void {
    const nowMs = this.now()
    const frame = isDatapoint(received) ? received : withoutUnreadable(received, this.leftOut)
    if (!isDatapoint(frame)) {
      this.counters.bridge_frames_ignored_total++
      const { slug, ...faulty }: FaultySample = frame
      if (typeof slug === "string") this.events.onUnreadable(link, slug, faultOf(faulty), nowMs)
      return
    }
    this.counters.samples_received_total++
    const backfill = frame.backfill === true
    if (!backfill) this.meter.sampled(frame.timestamp_ms, nowMs)
    let json: string
    try {
      json = JSON.stringify(frame.value)
    } catch (fault) {
      this.events.onUnreadable(link, frame.slug, "A sample was dropped: its value nests too deep.", nowMs)
      return this.failed(fault)
    }
    this.events.onSample(link, frame.slug, json, frame.timestamp_ms, backfill, nowMs)
  }

  private message(link: BridgeLink, message: BridgeMessage): void {
    switch (message.type) {
      case "pong": {
        const latencyMs = this.meter.ponged(message.ts_ms, this.now())
        if (latencyMs !== null) this.events.onPong(link, latencyMs)
        return this.events.onLink(this)
      }
      case "link_mode":
        return this.linkMode(message)
      case "hello":
        this.counters.bridge_frames_ignored_total++
        return
      default:
        return this.events.onMessage(link, message)
    }
  }

  private linkMode(mode: typeof LinkMode.Type): void {
    this.lowBandwidth = mode.low_bandwidth
    this.events.onLink(this)
  }

  private binary(data: Buffer): void {
    const { link } = this
    if (link === null) return this.close(BridgeClose.refused, "not a JSON object")
    const snapshot = decodeSnapshot(data)
    if (Option.isSome(snapshot)) return this.events.onSnapshot(link, snapshot.value.header, snapshot.value.image)
    this.counters.bridge_frames_ignored_total++
    const fault = snapshotFault(data)
    if (fault !== null) this.events.onUnreadable(link, fault.slug, fault.reason, this.now())
  }
}
