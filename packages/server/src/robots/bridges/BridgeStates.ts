import type { RobotId } from "@fleet/domain/Ids"
import { type BridgeState, offline } from "@fleet/domain/Robots"
import { Clock, Context, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { sweep } from "../../platform/schedule/sweep.ts"

/** So long a robot that left is remembered here; then its row alone knows since when. */
const rememberedMs = 600_000

/** Other processes hear of a latency that changed so often at most. */
const latencyEveryMs = 10_000

interface Known {
  readonly state: BridgeState
  /** When it became so, by the cloud's clock. */
  readonly timestampMs: number
}

/** What every process was told last, and when. */
interface Told {
  readonly state: BridgeState
  readonly atMs: number
}

const same = (a: BridgeState, b: BridgeState) =>
  a.online === b.online && a.low_bandwidth === b.low_bandwidth && a.latency_ms === b.latency_ms

/**
 * How every robot's bridge is doing. Exact for bridges of this process; of those of others online and low_bandwidth are,
 * and latency_ms is at most ten seconds old.
 */
export class BridgeStates extends Context.Service<
  BridgeStates,
  {
    readonly get: (robotId: RobotId) => BridgeState
    /** Null for a robot that left a while ago, or was never connected since this process started. */
    readonly known: (robotId: RobotId) => Known | null
    /**
     * Said by the holder of the bridge, at each change and each ping. Followers of the robot hear every change; answers
     * with the state before.
     */
    readonly set: (robotId: RobotId, state: BridgeState, timestampMs: number) => BridgeState
  }
>()("@fleet/server/BridgeStates") {
  static readonly layer = Layer.effect(
    BridgeStates,
    Effect.gen(function* () {
      const bus = yield* Bus
      const states = new Map<RobotId, Known>()
      /** Of connected bridges of this process. */
      const told = new Map<RobotId, Told>()

      yield* bus.onFact((event) => {
        if (event.type === "bridge_state") {
          states.set(event.robotId, { state: event.state, timestampMs: event.timestampMs })
        }
        if (event.type === "robot_deleted") {
          states.delete(event.robotId)
          told.delete(event.robotId)
        }
      })
      const clock = yield* Clock.Clock
      yield* sweep("1 minute", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [robotId, { state, timestampMs }] of states) {
          if (!state.online && nowMs - timestampMs >= rememberedMs) states.delete(robotId)
        }
      })

      /** Tells every process of what it does not know, a latency alone not too often. */
      const tell = (robotId: RobotId, known: Known, atMs: number) => {
        const { state } = known
        const last = told.get(robotId)
        if (last !== undefined) {
          const latencyAlone = last.state.online === state.online && last.state.low_bandwidth === state.low_bandwidth
          if (latencyAlone && (last.state.latency_ms === state.latency_ms || atMs - last.atMs < latencyEveryMs)) return
        }
        if (state.online) told.set(robotId, { state, atMs })
        else told.delete(robotId)
        bus.announce({ type: "bridge_state", robotId, ...known })
      }

      return BridgeStates.of({
        get: (robotId) => states.get(robotId)?.state ?? offline,
        known: (robotId) => states.get(robotId) ?? null,
        set: (robotId, state, timestampMs) => {
          const before = states.get(robotId)
          const isNew = before === undefined || !same(before.state, state)
          const known = isNew ? { state, timestampMs } : before
          states.set(robotId, known)
          tell(robotId, known, timestampMs)
          if (isNew) bus.publish({ type: "bridge_state", robotId, ...known })
          return before?.state ?? offline
        }
      })
    })
  )
}
