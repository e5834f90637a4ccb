import type { OrgId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { Bus } from "../platform/bus/Bus.ts"
import type { OrgMessageOf } from "../platform/bus/OrgMessages.ts"
import type { SocketWriter } from "./SocketWriter.ts"
import { serverFrame } from "./ServerFrames.ts"

/** Frames that a developer was not sent while the socket waited for its token to be renewed. */
interface Missed {
  readonly sinceMs: number
  frames: number
}

/** The sockets of one org's developers. */
interface Listening {
  /** `Missed` while the writer is paused, else null. */
  readonly writers: Map<SocketWriter, Missed | null>
  readonly stop: () => void
}

/** Sends the health of an org's resources to the sockets of its developers, unasked, at each change. */
export class HealthEvents extends Context.Service<
  HealthEvents,
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
>()("@fleet/server/HealthEvents") {
  static readonly layer = Layer.effect(
    HealthEvents,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const orgs = new Map<OrgId, Listening>()

      const sent = (orgId: OrgId, messages: OrgMessageOf<"health">["messages"]) => {
        const frames = messages.map(serverFrame)
        for (const [writer, missed] of orgs.get(orgId)?.writers ?? []) {
          if (missed === null) for (const frame of frames) writer.send(frame)
          else missed.frames += frames.length
        }
      }

      const dropped = (writer: SocketWriter, { frames, sinceMs }: Missed) =>
        writer.send(serverFrame({ type: "org_event_dropped", since_ms: sinceMs, dropped: frames }))

      // How many messages were missed is not known: at least one, or there would be no gap.
      yield* bus.onGap(() => {
        const sinceMs = clock.currentTimeMillisUnsafe()
        for (const { writers } of orgs.values()) {
          for (const [writer, missed] of writers) {
            if (missed === null) dropped(writer, { sinceMs, frames: 1 })
            else missed.frames++
          }
        }
      })

      return HealthEvents.of({
        join: (orgId, writer) => {
          const org = orgs.get(orgId)
          if (org !== undefined) return void org.writers.set(writer, null)
          const stop = bus.followOrg(orgId, "health", ({ messages }) => sent(orgId, messages))
          orgs.set(orgId, { writers: new Map([[writer, null]]), stop })
        },
        leave: (orgId, writer) => {
          const org = orgs.get(orgId)
          if (org === undefined || !org.writers.delete(writer) || org.writers.size > 0) return
          org.stop()
          orgs.delete(orgId)
        },
        pause: (orgId, writer) => {
          const writers = orgs.get(orgId)?.writers
          if (writers?.get(writer) === null)
            writers.set(writer, { sinceMs: clock.currentTimeMillisUnsafe(), frames: 0 })
        },
        resume: (orgId, writer) => {
          const writers = orgs.get(orgId)?.writers
          const missed = writers?.get(writer)
          if (writers === undefined || missed === undefined || missed === null) return
          writers.set(writer, null)
          if (missed.frames > 0) dropped(writer, missed)
        },
        size: () => orgs.size
      })
    })
  )
}
