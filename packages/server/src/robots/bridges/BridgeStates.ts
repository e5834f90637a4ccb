import type { RobotId } from "@fleet/domain/Ids"
import { type BridgeState, offline } from "@fleet/domain/Robots"
import { Clock, Context, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { sweep } from "../../platform/schedule/sweep.ts"

/** So long a robot that left is remembered here; then its row alone knows since when. */
const rememberedMs = 600_000

interface Known {
  readonly state: BridgeState
  /** When it became so, by the cloud's clock. */
  readonly timestampMs: number
}

/** How every robot's bridge is doing, as the process that holds the bridge last said. */
export class BridgeStates extends Context.Service<
  BridgeStates,
  {
    readonly get: (robotId: RobotId) => BridgeState
    /** Null for a robot that left a while ago, or was never connected since this process started. */
    readonly known: (robotId: RobotId) => Known | null
    /** Said by the holder of the bridge; followers hear of it. */
    readonly set: (robotId: RobotId, state: BridgeState, timestampMs: number) => void
  }
>()("@fleet/server/BridgeStates") {
  static readonly layer = Layer.effect(
    BridgeStates,
    Effect.gen(function* () {
      const bus = yield* Bus
      const states = new Map<RobotId, Known>()
      yield* bus.onFact((event) => {
        if (event.type === "bridge_state") {
          states.set(event.robotId, { state: event.state, timestampMs: event.timestampMs })
        }
        if (event.type === "robot_deleted") states.delete(event.robotId)
      })
      const clock = yield* Clock.Clock
      yield* sweep("1 minute", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [robotId, { state, timestampMs }] of states) {
          if (!state.online && nowMs - timestampMs >= rememberedMs) states.delete(robotId)
        }
      })
      return BridgeStates.of({
        get: (robotId) => states.get(robotId)?.state ?? offline,
        known: (robotId) => states.get(robotId) ?? null,
        set: (robotId, state, timestampMs) => {
          const event = { type: "bridge_state", robotId, state, timestampMs } as const
          bus.announce(event)
          bus.publish(event)
        }
      })
    })
  )
}
