import { FleetError } from "../FleetError.ts"
import type { OrgEvent, RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"
import type { Sink } from "./Subscription.ts"

/** Events, or changes of health, that did not come. */
export interface OrgEventGap {
  /** Since when, by the service's clock; null where that is not known. */
  readonly since: Date | null
  /** How many; null where that is not known, as after a restart of the service or between two sockets. */
  readonly dropped: number | null
}

/** A reader of the organisation's events. */
export interface OrgEventSink extends Sink<OrgEvent> {
  readonly gap: (gap: OrgEventGap) => void
}

type OrgEventMessage = Extract<
  RealtimeServerMessage,
  { readonly type: "org_event" | "org_event_replay" | "org_event_dropped" }
>

type Position = Extract<RealtimeClientMessage, { readonly type: "org_event_subscribe" }>["after"]

/** What readers are given, in its order. */
type Item = OrgEvent | OrgEventGap

/** The newest items that a late reader begins with: as many events as the service keeps. */
const kept = 200

/** The newest items that are remembered: more than the service sends in `reorderedMs`. */
const remembered = 600

/** By how much two processes may differ in the order of events, in milliseconds. */
const reorderedMs = 10_000

const isEvent = (item: Item): item is OrgEvent => "seq" in item

const give = (sink: OrgEventSink, item: Item) => (isEvent(item) ? sink.next(item) : sink.gap(item))

const dateOf = (moment: number | string | null) => (moment === null ? null : new Date(moment))

const gapOf = (gap: { readonly since_ms: number | string | null; readonly dropped: number }): OrgEventGap => ({
  since: dateOf(gap.since_ms),
  dropped: gap.dropped
})

/** Where it stands among the numbers: a gap comes after the event that it names. */
const placeOf = (item: { readonly seq: number } | { readonly after_seq: number }) =>
  "seq" in item ? item.seq : item.after_seq + 0.5

/** What an event is, whatever process of the service numbered it. */
const contentOf = (event: OrgEvent) => JSON.stringify({ ...event, seq: 0 })

/** The organisation's events, asked for once whatever the number of readers. Each is given once, over reconnects too. */
export class OrgEvents {
  readonly #sinks = new Set<OrgEventSink>()
  readonly #send: (message: RealtimeClientMessage) => boolean
  #recent: Array<Item> = []
  #last: OrgEvent | undefined
  /** Whether the socket was asked for them. */
  #asked = false
  /** Whether a replay came: what a later one lacks was missed. */
  #replayed = false
  /** Up to where everything was given or told as a gap. */
  #position: Position = null

  constructor(send: (message: RealtimeClientMessage) => boolean) {
    this.#send = send
  }

  /** Adds a reader; it gets the kept events soon. Answers how to remove it. */
  join(sink: OrgEventSink): () => void {
    this.#sinks.add(sink)
    if (this.#sinks.size === 1) this.#ask()
    else {
      const recent = this.#recent.slice(-kept)
      queueMicrotask(() => this.#sinks.has(sink) && recent.forEach((item) => give(sink, item)))
    }
    return () => {
      if (this.#sinks.delete(sink) && this.#sinks.size === 0) {
        this.#send({ type: "org_event_unsubscribe" })
        this.#forget()
      }
    }
  }

  /** Frames come again. A new socket is asked for them, the same one where it was not asked yet. */
  resume(isNew: boolean): void {
    if (this.#sinks.size > 0 && (isNew || !this.#asked)) this.#ask()
  }

  /** The socket did not take the question up, for want of a credential: it is asked again with the next. */
  postpone(): void {
    this.#asked = false
  }

  receive(message: OrgEventMessage): void {
    if (message.type === "org_event") {
      if (this.#position != null) this.#position = { ...this.#position, seq: message.seq }
      this.#take([message])
    } else if (message.type === "org_event_dropped") {
      // Of the health of resources, where it says no position to who keeps one.
      if (this.#position != null && message.position === undefined) return
      this.#position = message.position
      this.#take([gapOf(message)])
    } else this.#replay(message)
  }

  /** None will come any more. */
  fail(error: FleetError): void {
    const sinks = [...this.#sinks]
    this.#sinks.clear()
    this.#forget()
    for (const sink of sinks) sink.fail(error)
  }

  #ask(): void {
    this.#asked = this.#send({ type: "org_event_subscribe", after: this.#position ?? null })
  }

  #forget(): void {
    this.#recent = []
    this.#last = undefined
    this.#replayed = false
    this.#position = null
  }

  #replay({
    events,
    gaps = [],
    position,
    resumed
  }: Extract<OrgEventMessage, { readonly type: "org_event_replay" }>): void {
    const since = this.#last?.at ?? null
    let fresh = events
    if (this.#replayed && resumed !== true) {
      // Another process, or one that numbers anew: an event is known by what it says.
      const known = this.#recent.filter(isEvent).map(contentOf)
      const agedMs = Date.parse(since ?? "") - reorderedMs
      let isJoined = false
      fresh = events.filter((event) => {
        const place = known.indexOf(contentOf(event))
        if (place < 0) return isJoined || !(Date.parse(event.at) < agedMs)
        known.splice(place, 1)
        isJoined = true
        return false
      })
      if (!isJoined) this.#take([{ since: dateOf(since), dropped: null }])
    }
    this.#replayed = true
    this.#position = position
    const places = [...fresh, ...gaps].sort((a, b) => placeOf(a) - placeOf(b))
    this.#take(places.map((item) => ("seq" in item ? item : gapOf({ ...item, since_ms: item.since_ms ?? since }))))
  }

  #take(items: ReadonlyArray<Item>): void {
    this.#recent = [...this.#recent, ...items].slice(-remembered)
    this.#last = items.findLast(isEvent) ?? this.#last
    for (const item of items) for (const sink of this.#sinks) give(sink, item)
  }
}
