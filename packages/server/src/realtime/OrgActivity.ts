import type { OrgId } from "@fleet/domain/Ids"
import { OrgEvent, type OrgEventPosition } from "@fleet/domain/OrgEvents"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { OrgActivityEvent } from "../platform/bus/OrgMessages.ts"
import { everySync } from "../platform/schedule/every.ts"
import { type Numbered, OrgEventLog } from "./OrgEventLog.ts"
import { type SocketWriter } from "./SocketWriter.ts"
import { textFrame } from "../platform/websocket/TextFrame.ts"

const maxPerSecond = 50
const retainMs = 3_600_000
const maxDetailBytes = 4096
/** Orgs without a stream whose last number is known; those beyond go on from the highest of all. */
const maxSeqs = 1_000

const toJson = Schema.encodeSync(Schema.toCodecJson(OrgEvent))
const encode = (event: OrgEvent) => toJson(event) as unknown as Numbered

/** Events that a console was not sent while it waited for its token to be renewed. */
interface Missed {
  readonly sinceMs: number
  events: number
}

/** A console that follows. */
interface Reader {
  /** While it is paused. */
  missed: Missed | null
  /** Whether it is told its position, so that another socket can go on from there. */
  readonly keepsPosition: boolean
}

/** The activity of one org, from the first console that opens until an hour after the last was closed. */
interface Stream {
  readonly writers: Map<SocketWriter, Reader>
  readonly log: OrgEventLog
  idleSinceMs: number | null
  secondMs: number
  inSecond: number
  /** Events that were left out and are not told yet. */
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
    /** Sends the kept events, or those after a position, then follows. With null for `after`, the reader begins. */
    readonly subscribe: (orgId: OrgId, writer: SocketWriter, after?: OrgEventPosition | null) => void
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

      const sendEvent = ({ writers }: Stream, event: Numbered) => {
        if (writers.size === 0) return
        const frame = textFrame(JSON.stringify(event))
        for (const [writer, { missed }] of writers) {
          if (missed === null) writer.send(frame)
          else missed.events++
        }
      }

      const sendDropped = ({ log }: Stream, writer: SocketWriter, reader: Reader, { events, sinceMs }: Missed) => {
        const message = { type: "org_event_dropped", since_ms: sinceMs, dropped: events }
        const { position } = log
        writer.send(textFrame(JSON.stringify(reader.keepsPosition ? { ...message, position } : message)))
      }

      /** Starts the next second, and sends how many events the last one left out. */
      const startSecond = (stream: Stream, nowMs: number) => {
        const passedMs = nowMs - stream.secondMs
        if (passedMs >= 0 && passedMs < 1_000) return
        const { dropped, secondMs } = stream
        stream.secondMs = nowMs
        stream.inSecond = 0
        stream.dropped = 0
        if (dropped === 0) return
        stream.log.drop(dropped, secondMs)
        for (const [writer, reader] of stream.writers) {
          if (reader.missed === null) sendDropped(stream, writer, reader, { events: dropped, sinceMs: secondMs })
          else reader.missed.events += dropped
        }
      }

      const add = (stream: Stream, event: OrgActivityEvent) => {
        startSecond(stream, clock.currentTimeMillisUnsafe())
        if (++stream.inSecond > maxPerSecond) return void stream.dropped++
        const { detail, ...rest } = event
        sendEvent(
          stream,
          stream.log.add((seq) => encode({ ...rest, detail: bounded(detail), type: "org_event", seq }))
        )
      }

      const begin = (orgId: OrgId): Stream => {
        const stream: Stream = {
          writers: new Map(),
          log: new OrgEventLog(crypto.randomUUID(), lastSeqs.get(orgId) ?? highestForgotten),
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

      const end = (orgId: OrgId, { log, unfollow }: Stream) => {
        unfollow()
        streams.delete(orgId)
        lastSeqs.set(orgId, log.seq)
        if (lastSeqs.size <= maxSeqs) return
        const [oldest, last] = lastSeqs.entries().next().value!
        lastSeqs.delete(oldest)
        highestForgotten = Math.max(highestForgotten, last)
      }

      // At least one event was missed; how many is not known.
      yield* bus.onGap(() => {
        for (const stream of streams.values()) stream.dropped++
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
        subscribe: (orgId, writer, after) => {
          const known = streams.get(orgId)
          const stream = known ?? begin(orgId)
          const keepsPosition = after !== undefined
          stream.idleSinceMs = null
          stream.writers.set(writer, { missed: null, keepsPosition })
          const { events, gaps, position, resumed, ...replay } = stream.log.replay(after ?? null)
          // Events before a stream that begins now are not known, and those left out in this second not told yet.
          const complete = known !== undefined && replay.complete && stream.dropped === 0
          const message = { type: "org_event_replay", events, complete }
          const more = keepsPosition ? { resumed, gaps, position } : {}
          writer.send(textFrame(JSON.stringify({ ...message, ...more })))
        },
        unsubscribe: (orgId, writer) => {
          const stream = streams.get(orgId)
          if (!stream?.writers.delete(writer) || stream.writers.size > 0) return
          stream.idleSinceMs = clock.currentTimeMillisUnsafe()
        },
        pause: (orgId, writer) => {
          const reader = streams.get(orgId)?.writers.get(writer)
          if (reader?.missed === null) reader.missed = { sinceMs: clock.currentTimeMillisUnsafe(), events: 0 }
        },
        resume: (orgId, writer) => {
          const stream = streams.get(orgId)
          const reader = stream?.writers.get(writer)
          if (stream === undefined || reader === undefined || reader.missed === null) return
          const { missed } = reader
          reader.missed = null
          if (missed.events > 0) sendDropped(stream, writer, reader, missed)
        }
      })
    })
  )
}
