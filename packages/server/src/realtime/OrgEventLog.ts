import type { OrgEventGap, OrgEventPosition } from "@fleet/domain/OrgEvents"

/** The newest events that are kept. */
const maxEvents = 200

/** An event as it goes over the wire. */
export interface Numbered {
  readonly seq: number
}

/** Events that were left out, and how many of all were by then. */
interface Gap extends OrgEventGap {
  readonly after_seq: number
  readonly total: number
}

/** What a reader is sent that asks for the kept events. */
export interface Replay {
  readonly events: ReadonlyArray<Numbered>
  /** Whether `events` is everything since the log began. */
  readonly complete: boolean
  /** Whether it goes on from where the reader said that it was. */
  readonly resumed: boolean
  /** What was left out among and after the events, and where a reader goes on, before the first of them. */
  readonly gaps: ReadonlyArray<OrgEventGap>
  /** Where a reader is once it has taken this. */
  readonly position: OrgEventPosition
}

/** The newest events of an org, and where others were left out. Each event that is kept has the next number. */
export class OrgEventLog {
  readonly #id: string
  readonly #events: Array<Numbered> = []
  readonly #gaps: Array<Gap> = []
  #complete = true
  #dropped = 0
  #seq: number

  /** `id` is of this log alone. `seq` is the number of the last event before it. */
  constructor(id: string, seq: number) {
    this.#id = id
    this.#seq = seq
  }

  get seq(): number {
    return this.#seq
  }

  /** Where a reader is that was told everything. */
  get position(): OrgEventPosition {
    return { stream: this.#id, seq: this.#seq, dropped: this.#dropped }
  }

  /** Keeps an event, made of its number. */
  add<Event extends Numbered>(make: (seq: number) => Event): Event {
    const event = make(++this.#seq)
    this.#events.push(event)
    if (this.#events.length > maxEvents) {
      this.#events.shift()
      this.#complete = false
    }
    // The one just before the oldest event is kept: a reader may be there.
    while (this.#gaps[0] !== undefined && this.#gaps[0].after_seq < this.#oldest - 1) this.#gaps.shift()
    return event
  }

  /** Some events were left out. */
  drop(dropped: number, sinceMs: number): void {
    this.#complete = false
    this.#dropped += dropped
    const last = this.#gaps.at(-1)
    const isSame = last?.after_seq === this.#seq
    if (isSame) this.#gaps.pop()
    this.#gaps.push({
      after_seq: this.#seq,
      since_ms: isSame ? last.since_ms : sinceMs,
      dropped: dropped + (isSame ? last.dropped : 0),
      total: this.#dropped
    })
  }

  /** Everything that is kept, or what came after a position of this log. */
  replay(after: OrgEventPosition | null): Replay {
    const { position } = this
    const resumed = after !== null && after.stream === this.#id && after.seq <= this.#seq
    if (!resumed) {
      const gaps = this.#gaps.filter(({ after_seq }) => after_seq >= this.#oldest).map(gapFrame)
      return { events: [...this.#events], complete: this.#complete, resumed, gaps, position }
    }
    const gone = this.#gone(after)
    const gaps = this.#gaps
      .filter(({ after_seq, total }) => total > after.dropped && (gone === 0 || after_seq >= this.#oldest))
      .map((gap) => gapFrame({ ...gap, dropped: Math.min(gap.dropped, gap.total - after.dropped) }))
    return {
      events: this.#events.slice(Math.max(0, after.seq - this.#oldest + 1)),
      complete: this.#complete,
      resumed,
      gaps: gone === 0 ? gaps : [{ after_seq: after.seq, since_ms: null, dropped: gone }, ...gaps],
      position
    }
  }

  /** The number of the oldest event that is kept, or of the next one. */
  get #oldest(): number {
    return this.#seq - this.#events.length + 1
  }

  /** How many events after a position are not kept any more, those that were left out among them counted. */
  #gone(after: OrgEventPosition): number {
    const events = this.#oldest - 1 - after.seq
    if (events <= 0) return 0
    const first = this.#gaps.find(({ after_seq }) => after_seq >= this.#oldest)
    const droppedBefore = first === undefined ? this.#dropped : first.total - first.dropped
    return events + Math.max(0, droppedBefore - after.dropped)
  }
}

const gapFrame = ({ after_seq, dropped, since_ms }: OrgEventGap): OrgEventGap => ({ after_seq, since_ms, dropped })
