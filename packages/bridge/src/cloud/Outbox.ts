import type { BridgeMessage } from "@fleet/bridge-protocol/BridgeMessages"
import { maxBridgeFrame, maxFrame } from "@fleet/bridge-protocol/CloseCodes"
import { Clock, Context, Effect, Layer } from "effect"
import { Backlog } from "./Backlog.ts"
import { Dwell } from "./Dwell.ts"
import { isKept, keyOfMessage, laneOfMessage, Lanes, type Queued } from "./Lanes.ts"
import { datapointFrame, type Sample } from "./Sample.ts"
import type { Transport } from "./Transport.ts"

/** Above so many unwritten bytes frames wait here, where order and conflation still apply. */
const highWater = 32_768
/** Bytes of a report about a job, which readers of the job get whole: less than the cloud takes. */
const maxJobUpdate = maxBridgeFrame
/** The backlog moves only while the link is this idle. */
const idle = 4096

/** Why a sample did not reach the cloud: too large for a frame, replaced while it waited, or without room in the backlog. */
export type SampleDrop =
  | { readonly kind: "too_large"; readonly bytes: number; readonly limit: number }
  | { readonly kind: "replaced" }
  | { readonly kind: "backlog_full"; readonly capacity: number }

/** Frames the outbox refused to send, for the log. */
export type ReportRefused = (what: string, bytes: number) => void

/**
 * Everything the bridge sends. While the link keeps up a frame leaves at once; otherwise it waits by importance, and the
 * newest of a kind replaces the older. Without a connection ends of jobs wait, samples go to the backlog, and the rest
 * is dropped: the cloud will ask again.
 */
export class OutboxQueue {
  readonly #now: () => number
  readonly #reportRefused: ReportRefused
  readonly #lanes = new Lanes()
  readonly #dwell = new Dwell()
  readonly backlog = new Backlog()
  #transport: Transport | undefined
  #unwritten: Array<Queued> = []
  #refused = 0
  readonly #snapshots = new Map<string, Uint8Array>()
  /** Is called for each sample that is dropped. */
  onDrop: (slug: string, drop: SampleDrop) => void = () => undefined

  constructor(now: () => number, reportRefused: ReportRefused) {
    this.#now = now
    this.#reportRefused = reportRefused
    this.backlog.onDropped = (slug) =>
      this.onDrop(slug, { kind: "backlog_full", capacity: this.backlog.capacityOf(slug) })
  }

  get attached(): boolean {
    return this.#transport !== undefined
  }

  /** Frames go to this socket from now on. */
  attach(transport: Transport): void {
    this.detach()
    this.#transport = transport
    // What waited for the connection says nothing of how fast this one is.
    for (const frame of this.#lanes.drain()) this.#lanes.add({ ...frame, queuedAtMs: this.#now() })
    this.#flush()
  }

  /** The socket is gone. */
  detach(): void {
    this.#transport = undefined
    this.#snapshots.clear()
    const unwritten = this.#unwritten
    this.#unwritten = []
    for (const { sample } of unwritten.filter(({ lane }) => lane === "backfill").toReversed()) {
      if (sample !== undefined) this.backlog.giveBack(sample)
    }
    for (const frame of [...unwritten.filter(({ lane }) => lane !== "backfill"), ...this.#lanes.drain()]) {
      if (frame.sample !== undefined) this.backlog.keep(frame.sample)
      else if (frame.keep) this.#lanes.add(frame)
    }
  }

  /** Sends a message, now or when its turn comes. */
  send(message: BridgeMessage): void {
    const text = JSON.stringify(message)
    const keep = isKept(message)
    const limit = message.type === "job_update" ? maxJobUpdate : maxFrame
    if (this.#tooBig(message.type, text, limit)) {
      // That a job runs matters more than what it has to say.
      if (message.type === "job_update" && message.feedback !== null)
        this.send({ ...message, feedback: null, feedback_omitted: { bytes: Buffer.byteLength(text), limit } })
      return
    }
    if (!keep && !this.attached) return
    const lane = laneOfMessage(message)
    this.#add({ text, lane, queuedAtMs: this.#now(), key: keyOfMessage(message), keep, sample: undefined })
  }

  /** Sends a sample, or keeps it for later; whether it did. */
  sample(sample: Sample): boolean {
    const text = datapointFrame(sample, false)
    if (this.#isTooLarge(sample.slug, text)) return false
    if (!this.attached) this.backlog.keep(sample)
    else this.#add({ text, lane: "live", queuedAtMs: this.#now(), key: sample.slug, keep: false, sample })
    return true
  }

  /** Sends a still image when nothing else waits; a newer one of its camera takes its place. */
  snapshot(slug: string, frame: Uint8Array): void {
    if (this.attached) this.#snapshots.set(slug, frame)
  }

  /** Drops the still image that waits of a camera. */
  forgetSnapshot(slug: string): void {
    this.#snapshots.delete(slug)
  }

  /** Drops what is kept or waits of a datapoint that is no longer configured; nothing of it comes back. */
  forget(slug: string): void {
    this.backlog.forget(slug)
    this.#lanes.remove("live", slug)
    this.#unwritten = this.#unwritten.map((frame) =>
      frame.sample?.slug === slug ? { ...frame, sample: undefined } : frame
    )
  }

  /** Sends up to `count` samples of the backlog, then one still image; none while anything else waits. */
  replay(count: number): void {
    for (let sent = 0; sent < count; sent++) {
      if (this.#transport === undefined || !this.#lanes.isEmpty || this.#transport.bufferedAmount() > idle) return
      const sample = this.backlog.take()
      if (sample === undefined) return this.#sendSnapshot(this.#transport)
      const text = datapointFrame(sample, true)
      if (this.#isTooLarge(sample.slug, text)) continue
      const queuedAtMs = this.#now()
      this.#write(this.#transport, { text, lane: "backfill", queuedAtMs, key: undefined, keep: false, sample })
    }
  }

  /** The 95th percentile of the time frames spent waiting here, over five seconds; null when none was sent. */
  dwellP95(): number | null {
    const now = this.#now()
    const unwritten = this.#unwritten.filter(({ lane }) => lane !== "backfill")
    return this.#dwell.p95(now, [...unwritten.map((frame) => now - frame.queuedAtMs), ...this.#lanes.waits(now)])
  }

  /** Frames that wait by lane, samples kept for later, and what was dropped since the start. */
  counts() {
    return {
      waiting: this.#lanes.sizes(),
      backlog: this.backlog.size,
      backlogDropped: this.backlog.dropped,
      refused: this.#refused
    }
  }

  #sendSnapshot(transport: Transport): void {
    const [oldest] = this.#snapshots
    if (oldest === undefined) return
    this.#snapshots.delete(oldest[0])
    transport.sendBytes?.(oldest[1])
  }

  #isTooLarge(slug: string, text: string): boolean {
    if (!this.#tooBig(`datapoint ${slug}`, text, maxFrame)) return false
    this.onDrop(slug, { kind: "too_large", bytes: Buffer.byteLength(text), limit: maxFrame })
    return true
  }

  #tooBig(what: string, text: string, most: number): boolean {
    if (text.length * 3 <= most) return false
    const bytes = Buffer.byteLength(text)
    if (bytes <= most) return false
    this.#refused += 1
    this.#reportRefused(what, bytes)
    return true
  }

  #add(frame: Queued): void {
    const isReplacing = this.#lanes.add(frame)
    if (isReplacing && frame.sample !== undefined) this.onDrop(frame.sample.slug, { kind: "replaced" })
    this.#flush()
  }

  #flush(): void {
    while (this.#transport !== undefined && this.#transport.bufferedAmount() < highWater) {
      const frame = this.#lanes.take()
      if (frame === undefined) return
      this.#write(this.#transport, frame)
    }
  }

  #write(transport: Transport, frame: Queued): void {
    this.#unwritten.push(frame)
    transport.send(frame.text, () => {
      if (this.#transport === transport) this.#written()
    })
  }

  #written(): void {
    const frame = this.#unwritten.shift()!
    const now = this.#now()
    if (frame.lane !== "backfill") this.#dwell.record(now - frame.queuedAtMs, now)
    this.#flush()
  }
}

/** The one outbox of the program. */
export class Outbox extends Context.Service<Outbox, OutboxQueue>()("@fleet/bridge/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const log = Effect.runForkWith(yield* Effect.context())
      return new OutboxQueue(
        () => clock.currentTimeMillisUnsafe(),
        (what, bytes) => log(Effect.logWarning(`Frame not sent, too large: ${what}, ${bytes} bytes`))
      )
    })
  )
}
