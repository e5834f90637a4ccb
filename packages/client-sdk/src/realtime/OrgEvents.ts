import { FleetError } from "../FleetError.ts"
import type { OrgEvent, RealtimeClientMessage, RealtimeServerMessage } from "../types.gen.ts"
import type { Sink } from "./Subscription.ts"

/** Events that did not come. */
export interface OrgEventGap {
  /** Since when, by the service's clock; null where that is not known. */
  readonly since: Date | null
  /** How many; null where that is not known, as after a restart of the service. */
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

/** The newest events that are kept, as many as the service keeps. */
const kept = 200

/** What an event is, whatever process of the service numbered it. */
const contentOf = (event: OrgEvent) => JSON.stringify({ ...event, seq: 0 })

/** The organisation's events, asked for once whatever the number of readers. Each is given once, over reconnects too. */
export class OrgEvents {
  readonly #sinks = new Set<OrgEventSink>()
  readonly #send: (message: RealtimeClientMessage) => boolean
  #recent: Array<OrgEvent> = []
  /** Whether the socket was asked for them. */
  #asked = false
  /** Whether a replay came: what a later one lacks was missed. */
  #replayed = false

  constructor(send: (message: RealtimeClientMessage) => boolean) {
    this.#send = send
  }

  get size(): number {
    return this.#sinks.size
  }

  /** Adds a reader; it gets the kept events soon. Answers how to remove it. */
  join(sink: OrgEventSink): () => void {
    this.#sinks.add(sink)
    if (this.#sinks.size === 1) this.#ask()
    else {
      const recent = [...this.#recent]
      queueMicrotask(() => this.#sinks.has(sink) && recent.forEach(sink.next))
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
    if (message.type === "org_event") this.#take([message])
    else if (message.type === "org_event_dropped")
      this.#skip({ since: new Date(message.since_ms), dropped: message.dropped })
    else {
      const known = new Set(this.#recent.map(contentOf))
      const fresh = message.events.filter((event) => !known.has(contentOf(event)))
      const last = this.#recent.at(-1)
      const isJoined = message.complete || fresh.length < message.events.length
      if (this.#replayed && !isJoined)
        this.#skip({ since: last === undefined ? null : new Date(last.at), dropped: null })
      this.#replayed = true
      this.#take(fresh)
    }
  }

  /** None will come any more. */
  fail(error: FleetError): void {
    const sinks = [...this.#sinks]
    this.#sinks.clear()
    this.#forget()
    for (const sink of sinks) sink.fail(error)
  }

  #ask(): void {
    this.#asked = this.#send({ type: "org_event_subscribe" })
  }

  #forget(): void {
    this.#recent = []
    this.#replayed = false
  }

  #take(events: ReadonlyArray<OrgEvent>): void {
    this.#recent = [...this.#recent, ...events].slice(-kept)
    for (const event of events) for (const sink of this.#sinks) sink.next(event)
  }

  #skip(gap: OrgEventGap): void {
    for (const sink of this.#sinks) sink.gap(gap)
  }
}
