import { Clock, Context, Effect, Layer, SubscriptionRef } from "effect"
import { Outbox } from "../../cloud/Outbox.ts"
import { RosGateway } from "../../ros/RosGateway.ts"

/** The least time between two reports of the clock. */
const spacingMs = 10_000
/** Offsets that differ by less are the same: messages are under way for some time. */
const sameMs = 1_000
/** A clock that may be simulated is, where its stamps are so far from this computer's clock. */
const apartMs = 5_000

interface ClockWords {
  readonly sim_time: boolean
  readonly offset_ms: number | null
}

/** Whether two offsets count as equal: within a second, or a tenth of the larger. */
const isSameOffset = (one: number | null, other: number | null): boolean => {
  if (one === null || other === null) return one === other
  return Math.abs(one - other) <= Math.max(sameMs, 0.1 * Math.max(Math.abs(one), Math.abs(other)))
}

/** Tells the cloud how the robot's clock differs from this computer's, and whether it is simulated. */
export class RobotClock extends Context.Service<
  RobotClock,
  {
    /** A message with this stamp was received. Synchronous and cheap: it is called for every message. */
    readonly observe: (timestampMs: number, receivedAtMs: number) => void
    /** The cloud has accepted a hello. */
    readonly connected: () => void
    /** Tells what changed; called each second. */
    readonly tick: () => void
  }
>()("@fleet/bridge/RobotClock") {
  static readonly layer = Layer.effect(
    RobotClock,
    Effect.gen(function* () {
      const outbox = yield* Outbox
      const gateway = yield* RosGateway
      const clock = yield* Clock.Clock
      let offsetMs: number | null = null
      let reported: ClockWords | undefined
      let reportedMs = Number.NEGATIVE_INFINITY

      const isSimulated = () => {
        const { simulatedTime = "no" } = SubscriptionRef.getUnsafe(gateway.status)
        return simulatedTime === "perhaps" ? Math.abs(offsetMs ?? 0) >= apartMs : simulatedTime === "yes"
      }

      const tell = (nowMs: number) => {
        reported = { sim_time: isSimulated(), offset_ms: offsetMs }
        reportedMs = nowMs
        outbox.send({ type: "clock_state", ...reported })
      }

      return RobotClock.of({
        observe: (timestampMs, receivedAtMs) => void (offsetMs = timestampMs - receivedAtMs),
        connected: () => tell(clock.currentTimeMillisUnsafe()),
        tick: () => {
          const nowMs = clock.currentTimeMillisUnsafe()
          if (!outbox.attached || reported === undefined || Math.abs(nowMs - reportedMs) < spacingMs) return
          if (reported.sim_time !== isSimulated() || !isSameOffset(reported.offset_ms, offsetMs)) tell(nowMs)
        }
      })
    })
  )
}
