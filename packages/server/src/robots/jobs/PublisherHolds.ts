import type { RobotId } from "@fleet/domain/Ids"
import { Clock, Context, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { Bridges } from "../bridges/Bridges.ts"
import { sweep } from "../../platform/schedule/sweep.ts"

interface Hold {
  readonly holder: string
  /** When the holder last sent, in epoch milliseconds. */
  readonly lastMs: number
  readonly quietTimeoutMs: number
}

/** After this long without a message the holder begins anew. */
const silenceMs = 1_000

/** How long another must wait, or whether the publisher passed to the caller from nobody or from somebody else. */
export type Acquisition = { readonly retryAfterMs: number } | { readonly acquired: boolean }

const quietAtMs = ({ lastMs, quietTimeoutMs }: Hold) => lastMs + quietTimeoutMs

/** Who speaks through each publisher: the first to send holds it until it was quiet for long enough. */
export class PublisherHolds extends Context.Service<
  PublisherHolds,
  {
    readonly take: (
      robotId: RobotId,
      slug: string,
      holder: string,
      quietTimeoutMs: number,
      nowMs: number
    ) => Acquisition
    /** Whether a message of the caller would be the first of a hold, or the first after a second of silence. */
    readonly begins: (robotId: RobotId, slug: string, holder: string, nowMs: number) => boolean
    /** How many of the robot's publishers are held, or were since its bridge came and its configuration was published. */
    readonly count: (robotId: RobotId) => number
  }
>()("@fleet/server/PublisherHolds") {
  static readonly layer = Layer.effect(
    PublisherHolds,
    Effect.gen(function* () {
      const bridges = yield* Bridges
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const robots = new Map<RobotId, Map<string, Hold>>()

      /** Forgets holds that are over. */
      const release = (robotId: RobotId) => {
        const nowMs = clock.currentTimeMillisUnsafe()
        const holds = robots.get(robotId)
        for (const [slug, hold] of holds ?? []) if (nowMs >= quietAtMs(hold)) holds!.delete(slug)
        if (holds?.size === 0) robots.delete(robotId)
      }

      yield* bus.onFact((event) => {
        if (event.type === "robot_deleted") robots.delete(event.robotId)
        // What was renamed again and again would otherwise stay for as long as the robot does.
        if (event.type === "config_published") release(event.robotId)
      })

      // Of a robot that left, what is held stays held for as long as it would have been.
      yield* sweep("1 second", () => {
        for (const robotId of robots.keys()) if (bridges.get(robotId) === undefined) release(robotId)
      })

      return PublisherHolds.of({
        take: (robotId, slug, holder, quietTimeoutMs, nowMs) => {
          const holds = robots.get(robotId)
          const hold = holds?.get(slug)
          const acquired = hold?.holder !== holder
          if (acquired && hold !== undefined && nowMs < quietAtMs(hold))
            return { retryAfterMs: quietAtMs(hold) - nowMs }
          const next = { holder, lastMs: nowMs, quietTimeoutMs }
          if (holds === undefined) robots.set(robotId, new Map([[slug, next]]))
          else holds.set(slug, next)
          return { acquired }
        },
        begins: (robotId, slug, holder, nowMs) => {
          const hold = robots.get(robotId)?.get(slug)
          if (hold === undefined) return true
          return nowMs >= (hold.holder === holder ? hold.lastMs + silenceMs : quietAtMs(hold))
        },
        count: (robotId) => robots.get(robotId)?.size ?? 0
      })
    })
  )
}
