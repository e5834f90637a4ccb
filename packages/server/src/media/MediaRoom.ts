import { encodeMediaFrame, encodeRate, MediaKind } from "@fleet/domain/media/MediaFrames"
import { MediaClose } from "@fleet/domain/media/MediaMessages"
import { RateControl } from "@fleet/domain/media/RateControl"
import { binaryFrame } from "../platform/websocket/BinaryFrame.ts"
import { Gop, type Unit } from "./Gop.ts"
import { Publisher, type Published } from "./Publisher.ts"
import { Viewer, type Watched } from "./Viewer.ts"

/** Between two requests of one stream for a key picture. */
const keyEveryMs = 1_000

/** What happens with a stream. */
export interface RoomEvents {
  /** The publisher's first key picture since it joined has come. */
  readonly onPublishing: () => void
  /** The publisher's socket is gone, or it ended the stream. */
  readonly onPublisherLeft: () => void
}

/** One stream: what its publisher sends goes to each of its viewers as far as that one keeps up. */
export class MediaRoom implements Published, Watched {
  readonly viewers = new Set<Viewer>()
  readonly gop = new Gop()
  publisher: Publisher | null = null
  private configFrame: Buffer | null = null
  private isPublishing = false
  private keyWantedMs = -Infinity
  private readonly rate: RateControl
  readonly now: () => number
  private readonly events: RoomEvents

  /** `maxBitrate` of the publisher's rate, in bit/s. */
  constructor(maxBitrate: number, events: RoomEvents, now: () => number) {
    this.events = events
    this.now = now
    this.rate = new RateControl(maxBitrate, now())
  }

  /** Takes over from the publisher before. */
  publishFrom(publisher: Publisher): void {
    const before = this.publisher
    this.publisher = publisher
    this.isPublishing = false
    this.gop.clear()
    before?.close(MediaClose.liveEnded, "superseded")
  }

  /** Sends what is known of the stream; without a key picture the publisher is asked for one. */
  add(viewer: Viewer): void {
    this.viewers.add(viewer)
    if (this.configFrame !== null) viewer.write(this.configFrame)
    const nowMs = this.now()
    for (const unit of this.gop.units) viewer.picture(unit, nowMs)
    if (this.gop.units.length === 0) this.wantKey()
  }

  config(frame: Buffer): void {
    this.configFrame = frame
    this.gop.clear()
    for (const viewer of this.viewers) viewer.write(frame)
  }

  picture(unit: Unit): void {
    if (unit.isKey && !this.isPublishing) {
      this.isPublishing = true
      this.events.onPublishing()
    }
    this.gop.add(unit)
    const nowMs = this.now()
    for (const viewer of this.viewers) viewer.picture(unit, nowMs)
  }

  ended(): void {
    const end = binaryFrame(encodeMediaFrame({ kind: MediaKind.end }))
    for (const viewer of this.viewers) viewer.write(end)
    this.publisher?.close(MediaClose.liveEnded, "ended")
  }

  publisherLeft(publisher: Publisher): void {
    if (this.publisher !== publisher) return
    this.publisher = null
    this.events.onPublisherLeft()
  }

  wantKey(): void {
    const nowMs = this.now()
    if (this.publisher === null || nowMs - this.keyWantedMs < keyEveryMs) return
    this.keyWantedMs = nowMs
    this.publisher.send(encodeMediaFrame({ kind: MediaKind.keyWanted }))
  }

  left(viewer: Viewer): void {
    this.viewers.delete(viewer)
  }

  tick(nowMs: number): void {
    for (const viewer of this.viewers) viewer.tick(nowMs)
    if (this.publisher === null) return
    this.publisher.tick(nowMs)
    const rate = this.rate.next([...this.viewers], nowMs)
    if (rate === null) return
    this.publisher.send(encodeRate(rate))
    for (const { reader } of this.viewers) reader.link.restart()
  }

  /** Nothing of the stream goes on. Viewers are ended by who holds them. */
  close(): void {
    const { publisher } = this
    this.publisher = null
    this.gop.clear()
    publisher?.close(MediaClose.liveEnded, "stopped")
  }
}
