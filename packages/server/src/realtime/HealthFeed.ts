import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { SocketWriter } from "./SocketWriter.ts"
import { serverFrame } from "./ServerFrames.ts"

/** Frames that a developer was not sent while the socket waited for its token to be renewed. */
interface Missed {
  readonly sinceMs: number
  frames: number
}

/** Sends the health of an org's resources to the sockets of its developers, unasked, at each change. */
export class HealthFeed extends Context.Service<
  HealthFeed,
  {
    readonly join: (orgId: OrgId, writer: SocketWriter) => void
    readonly leave: (orgId: OrgId, writer: SocketWriter) => void
    /** Counts frames instead of sending them, until `resume`. */
    readonly pause: (orgId: OrgId, writer: SocketWriter) => void
    /** Sends how many frames were left out, and goes on. */
    readonly resume: (orgId: OrgId, writer: SocketWriter) => void
    /** Orgs with sockets of developers. */
    readonly size: () => number
  }
>()("@fleet/server/HealthFeed") {
  static readonly layer = Layer.effect(
    HealthFeed,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      /** `Missed` while the writer is paused, else null. */
      const orgs = new Map<OrgId, Map<SocketWriter, Missed | null>>()

      yield* bus.onFact((fact) => {
        if (fact.type !== "resource_health") return
        const writers = orgs.get(fact.orgId)
        if (writers === undefined) return
        const frames = fact.messages.map(serverFrame)
        for (const [writer, missed] of writers) {
          if (missed === null) for (const frame of frames) writer.send(frame)
          else missed.frames += frames.length
        }
      })

      return HealthFeed.of({
        join: (orgId, writer) => {
          const writers = orgs.get(orgId)
          if (writers === undefined) orgs.set(orgId, new Map([[writer, null]]))
          else writers.set(writer, null)
        },
        leave: (orgId, writer) => {
          const writers = orgs.get(orgId)
          if (writers?.delete(writer) && writers.size === 0) orgs.delete(orgId)
        },
        pause: (orgId, writer) => {
          const writers = orgs.get(orgId)
          if (writers?.get(writer) === null)
            writers.set(writer, { sinceMs: clock.currentTimeMillisUnsafe(), frames: 0 })
        },
        resume: (orgId, writer) => {
          const writers = orgs.get(orgId)
          const missed = writers?.get(writer)
          if (writers === undefined || missed === undefined || missed === null) return
          writers.set(writer, null)
          if (missed.frames === 0) return
          writer.send(serverFrame({ type: "org_event_dropped", since_ms: missed.sinceMs, dropped: missed.frames }))
        },
        size: () => orgs.size
      })
    })
  )
}
