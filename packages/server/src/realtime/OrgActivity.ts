import type { OrgId } from "@fleet/domain/Ids"
import { OrgEvent } from "@fleet/domain/OrgEvents"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { OrgActivityEvent } from "../platform/bus/OrgMessages.ts"
import { everySync } from "../platform/schedule/every.ts"
import { type SocketWriter } from "./SocketWriter.ts"
import { textFrame } from "../platform/websocket/TextFrame.ts"

const maxEvents = 200
const maxPerSecond = 50
const retainMs = 3_600_000
const maxDetailBytes = 4096
/** Orgs without a stream whose last number is known; those beyond go on from the highest of all. */
const maxSeqs = 1_000

const encode = Schema.encodeSync(Schema.toCodecJson(OrgEvent))

/** Events that a console was not sent while it waited for its token to be renewed. */
interface Missed {
  readonly sinceMs: number
  events: number
}

/** The activity of one org, from the first console that opens until an hour after the last was closed. */
interface Stream {
  /** `Missed` while the writer is paused, else null. */
  readonly writers: Map<SocketWriter, Missed | null>
  readonly events: Array<unknown>
  /** Whether `events` is everything since the stream began. */
  complete: boolean
  seq: number
  idleSinceMs: number | null
  secondMs: number
  inSecond: number
  dropped: number
  readonly unfollow: () => void
}

const bounded = (detail: unknown): unknown => {
  const bytes = detail === null ? 0 : Buffer.byteLength(JSON.stringify(detail))
  return bytes > maxDetailBytes ? { omitted: "too_large", bytes } : detail
}

/** The activity of an org, for consoles that are open now: the last 200 events, at most 50 a second. */
export class OrgActivity extends Context.Service<
  OrgActivity,
  {
    /** Sends the kept events, then follows. */
    readonly subscribe: (orgId: OrgId, writer: SocketWriter) => void
    readonly unsubscribe: (orgId: OrgId, writer: SocketWriter) => void
    /** Counts events instead of sending them, until `resume`. */
    readonly pause: (orgId: OrgId, writer: SocketWriter) => void
    /** Sends how many events were left out, and goes on. */
    readonly resume: (orgId: OrgId, writer: SocketWriter) => void
    /** Orgs whose activity is kept now, and orgs of which only the last number is. */
    readonly size: () => { readonly streams: number; readonly numbers: number }
  }
>()("@fleet/server/OrgActivity") {
  static readonly layer = Layer.effect(
    OrgActivity,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const streams = new Map<OrgId, Stream>()
      /** The last number of streams that ended: an org's numbers go on. */
      const lastSeqs = new Map<OrgId, number>()
      let highestForgotten = 0

      /** `events` is how many events a paused writer misses by it. */
      const send = (stream: Stream, message: unknown, events = 1) => {
        if (stream.writers.size === 0) return
        const frame = textFrame(JSON.stringify(message))
        for (const [writer, missed] of stream.writers) {
          if (missed === null) writer.send(frame)
          else missed.events += events
        }
      }

      /** Starts the next second, and sends how many events the last one left out. */
      const startSecond = (stream: Stream, nowMs: number) => {
        const passedMs = nowMs - stream.secondMs
        if (passedMs >= 0 && passedMs < 1_000) return
        const { dropped, secondMs } = stream
        stream.secondMs = nowMs
        stream.inSecond = 0
        stream.dropped = 0
        if (dropped > 0) send(stream, { type: "org_event_dropped", since_ms: secondMs, dropped }, dropped)
      }

      const add = (stream: Stream, event: OrgActivityEvent) => {
        startSecond(stream, clock.currentTimeMillisUnsafe())
        if (++stream.inSecond > maxPerSecond) {
          stream.dropped++
          stream.complete = false
          return
        }
        const { detail, ...rest } = event
        const encoded = encode({ ...rest, detail: bounded(detail), type: "org_event", seq: ++stream.seq })
        stream.events.push(encoded)
        if (stream.events.length > maxEvents) {
          stream.events.shift()
          stream.complete = false
        }
        send(stream, encoded)
      }

      const begin = (orgId: OrgId): Stream => {
        const stream: Stream = {
          writers: new Map(),
          events: [],
          complete: true,
          seq: lastSeqs.get(orgId) ?? highestForgotten,
          idleSinceMs: null,
          secondMs: clock.currentTimeMillisUnsafe(),
          inSecond: 0,
          dropped: 0,
          unfollow: () => unfollow()
        }
        const unfollow = bus.followOrg(orgId, "activity", ({ event }) => add(stream, event))
        streams.set(orgId, stream)
        lastSeqs.delete(orgId)
        return stream
      }

      const end = (orgId: OrgId, { seq, unfollow }: Stream) => {
        unfollow()
        streams.delete(orgId)
        lastSeqs.set(orgId, seq)
        if (lastSeqs.size <= maxSeqs) return
        const [oldest, last] = lastSeqs.entries().next().value!
        lastSeqs.delete(oldest)
        highestForgotten = Math.max(highestForgotten, last)
      }

      // At least one event was missed; how many is not known.
      yield* bus.onGap(() => {
        for (const stream of streams.values()) {
          stream.dropped++
          stream.complete = false
        }
      })

      yield* everySync("1 second", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [orgId, stream] of streams) {
          startSecond(stream, nowMs)
          if (stream.idleSinceMs !== null && nowMs - stream.idleSinceMs >= retainMs) end(orgId, stream)
        }
      })

      return OrgActivity.of({
        size: () => ({ streams: streams.size, numbers: lastSeqs.size }),
        subscribe: (orgId, writer) => {
          // Events before a stream that begins now are not known.
          const complete = streams.get(orgId)?.complete ?? false
          const stream = streams.get(orgId) ?? begin(orgId)
          stream.idleSinceMs = null
          stream.writers.set(writer, null)
          writer.send(textFrame(JSON.stringify({ type: "org_event_replay", events: stream.events, complete })))
        },
        unsubscribe: (orgId, writer) => {
          const stream = streams.get(orgId)
          if (!stream?.writers.delete(writer) || stream.writers.size > 0) return
          stream.idleSinceMs = clock.currentTimeMillisUnsafe()
        },
        pause: (orgId, writer) => {
          const writers = streams.get(orgId)?.writers
          if (writers?.get(writer) === null)
            writers.set(writer, { sinceMs: clock.currentTimeMillisUnsafe(), events: 0 })
        },
        resume: (orgId, writer) => {
          const writers = streams.get(orgId)?.writers
          const missed = writers?.get(writer)
          if (missed === undefined || missed === null) return
          writers?.set(writer, null)
          const { events: dropped, sinceMs: since_ms } = missed
          if (dropped > 0) writer.send(textFrame(JSON.stringify({ type: "org_event_dropped", since_ms, dropped })))
        }
      })
    })
  )
}
