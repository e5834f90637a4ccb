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
    /** How many of the robot's publishers are held, or were while its bridge has been there. */
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

      yield* bus.onControl((event) => {
        if (event.type === "robot_deleted") robots.delete(event.robotId)
      })

      // Of a robot that left, what is held stays held for as long as it would have been.
      yield* sweep("1 second", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [robotId, holds] of robots) {
          if (bridges.get(robotId) !== undefined) continue
          for (const [slug, hold] of holds) if (nowMs >= quietAtMs(hold)) holds.delete(slug)
          if (holds.size === 0) robots.delete(robotId)
        }
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
        count: (robotId) => robots.get(robotId)?.size ?? 0
      })
    })
  )
}
