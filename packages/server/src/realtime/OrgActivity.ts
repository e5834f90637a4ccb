import type { OrgId } from "@fleet/domain/Ids"
import { OrgEvent } from "@fleet/domain/OrgEvents"
import { Clock, Context, Effect, Layer, Schema } from "effect"
import { Bus } from "../bus/Bus.ts"
import { sweep } from "../sweep.ts"
import { type Outlet } from "./Outlet.ts"
import { textFrame } from "./TextFrame.ts"

const held = 200
const perSecond = 50
const keepMs = 3_600_000
const detailBytes = 4096

const encode = Schema.encodeSync(Schema.toCodecJson(OrgEvent))

/** What one org's open consoles are told. */
interface Stream {
  readonly outlets: Set<Outlet>
  readonly events: Array<unknown>
  /** Whether `events` is all since it began. */
  complete: boolean
  seq: number
  idleSinceMs: number | null
  secondMs: number
  inSecond: number
  dropped: number
}

const bounded = (detail: unknown): unknown => {
  const bytes = detail === null ? 0 : Buffer.byteLength(JSON.stringify(detail))
  return bytes > detailBytes ? { omitted: "too_large", bytes } : detail
}

/** The activity of an org, for consoles that are open now: the last 200 events, at most 50 a second. */
export class OrgActivity extends Context.Service<
  OrgActivity,
  {
    /** Answers with what is held, then follows. */
    readonly subscribe: (orgId: OrgId, outlet: Outlet) => void
    readonly unsubscribe: (orgId: OrgId, outlet: Outlet) => void
  }
>()("@fleet/server/OrgActivity") {
  static readonly layer = Layer.effect(
    OrgActivity,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const streams = new Map<OrgId, Stream>()

      const tell = (stream: Stream, message: unknown) => {
        const frame = textFrame(JSON.stringify(message))
        for (const outlet of stream.outlets) outlet.send(frame)
      }

      /** Starts the next second, and says what the last one left out. */
      const turn = (stream: Stream, nowMs: number) => {
        if (nowMs - stream.secondMs < 1_000) return
        const { dropped, secondMs } = stream
        stream.secondMs = nowMs
        stream.inSecond = 0
        stream.dropped = 0
        if (dropped > 0) tell(stream, { type: "org_event_dropped", since_ms: secondMs, dropped })
      }

      yield* bus.onControl((control) => {
        if (control.type !== "org_event") return
        const stream = streams.get(control.orgId)
        if (stream === undefined) return
        turn(stream, clock.currentTimeMillisUnsafe())
        if (++stream.inSecond > perSecond) {
          stream.dropped++
          stream.complete = false
          return
        }
        const event = encode({
          ...control.event,
          type: "org_event",
          seq: ++stream.seq,
          detail: bounded(control.event.detail)
        })
        stream.events.push(event)
        if (stream.events.length > held) {
          stream.events.shift()
          stream.complete = false
        }
        tell(stream, event)
      })

      yield* sweep("1 second", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [orgId, stream] of streams) {
          turn(stream, nowMs)
          if (stream.idleSinceMs !== null && nowMs - stream.idleSinceMs >= keepMs) streams.delete(orgId)
        }
      })

      return OrgActivity.of({
        subscribe: (orgId, outlet) => {
          let stream = streams.get(orgId)
          // What was before a stream that begins now is not known.
          const complete = stream?.complete ?? false
          if (stream === undefined) {
            stream = {
              outlets: new Set(),
              events: [],
              complete: true,
              seq: 0,
              idleSinceMs: null,
              secondMs: clock.currentTimeMillisUnsafe(),
              inSecond: 0,
              dropped: 0
            }
            streams.set(orgId, stream)
          }
          stream.idleSinceMs = null
          stream.outlets.add(outlet)
          outlet.send(textFrame(JSON.stringify({ type: "org_event_replay", events: stream.events, complete })))
        },
        unsubscribe: (orgId, outlet) => {
          const stream = streams.get(orgId)
          if (!stream?.outlets.delete(outlet) || stream.outlets.size > 0) return
          stream.idleSinceMs = clock.currentTimeMillisUnsafe()
        }
      })
    })
  )
}
