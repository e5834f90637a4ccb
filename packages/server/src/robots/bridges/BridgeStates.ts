import type { RobotId } from "@fleet/domain/Ids"
import { type BridgeState, offline } from "@fleet/domain/Robots"
import { Clock, Context, Deferred, Effect, Exit, FiberSet, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { everySync } from "../../platform/schedule/every.ts"

/** A robot that left is dropped from memory after so long; since when it is offline is in its row. */
const rememberedMs = 600_000

/** The shortest time between two latencies of a robot that are announced to other processes. */
const minLatencyIntervalMs = 10_000

export interface Known {
  readonly state: BridgeState
  /** When it became so, by the cloud's clock. */
  readonly timestampMs: number
}

/** What was announced to every process last, and when. */
interface Announced {
  readonly state: BridgeState
  readonly atMs: number
}

const same = (a: BridgeState, b: BridgeState) =>
  a.online === b.online && a.low_bandwidth === b.low_bandwidth && a.latency_ms === b.latency_ms

/**
 * The state of every robot's bridge. Exact for bridges of this process; for others online and low_bandwidth are exact,
 * and latency_ms is at most ten seconds old. At the start and after a gap the others are asked for theirs: until they have
 * told them, the state of a robot that none of this process's bridges is of is unknown, and a reader of it waits.
 */
export class BridgeStates extends Context.Service<
  BridgeStates,
  {
    readonly get: (robotId: RobotId) => Effect.Effect<BridgeState>
    /** For many robots at once. */
    readonly reader: Effect.Effect<(robotId: RobotId) => BridgeState>
    /** The same with the time since when, as of `known`. */
    readonly knownReader: Effect.Effect<(robotId: RobotId) => Known | null>
    /** Null for a robot that left a while ago, or was never connected since this process started. */
    readonly known: (robotId: RobotId) => Effect.Effect<Known | null>
    /**
     * Called by the process that holds the bridge, at each change and each ping. Every change is published to followers
     * of the robot. Answers with the state before.
     */
    readonly set: (robotId: RobotId, state: BridgeState, timestampMs: number) => BridgeState
  }
>()("@fleet/server/BridgeStates") {
  static readonly layer = Layer.effect(
    BridgeStates,
    Effect.gen(function* () {
      const bus = yield* Bus
      const run = yield* FiberSet.makeRuntime()
      const states = new Map<RobotId, Known>()
      /** Of connected bridges of this process. */
      const announced = new Map<RobotId, Announced>()
      /** Robots that were online at other processes before a gap, and of which none has reported since. */
      const doubtful = new Set<RobotId>()
      /** Open until the others have sent the states of their bridges. */
      let asked: Deferred.Deferred<void> | null = null

      const ask = () => {
        const round = (asked = Deferred.makeUnsafe<void>())
        for (const [robotId, { state }] of states) if (state.online && !announced.has(robotId)) doubtful.add(robotId)
        run(
          Effect.andThen(
            bus.broadcastAndWait({ type: "bridge_states_asked" }),
            Effect.sync(() => {
              if (asked === round) {
                asked = null
                for (const robotId of doubtful) states.delete(robotId)
                doubtful.clear()
              }
              Deferred.doneUnsafe(round, Exit.void)
            })
          )
        )
      }

      yield* bus.onFact((event) => {
        switch (event.type) {
          case "bridge_state":
            doubtful.delete(event.robotId)
            return void states.set(event.robotId, { state: event.state, timestampMs: event.timestampMs })
          case "bridge_states_asked":
            for (const robotId of announced.keys())
              bus.broadcast({ type: "bridge_state", robotId, ...states.get(robotId)! })
            return
          case "robot_deleted":
            states.delete(event.robotId)
            announced.delete(event.robotId)
        }
      }, ask)
      ask()

      const clock = yield* Clock.Clock
      yield* everySync("1 minute", () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        for (const [robotId, { state, timestampMs }] of states) {
          if (!state.online && nowMs - timestampMs >= rememberedMs) states.delete(robotId)
        }
      })

      /** Announces a change to every process; one of the latency alone at a minimum interval. */
      const announce = (robotId: RobotId, known: Known, atMs: number) => {
        const { state } = known
        const last = announced.get(robotId)
        if (last !== undefined) {
          const latencyAlone = last.state.online === state.online && last.state.low_bandwidth === state.low_bandwidth
          if (latencyAlone && (last.state.latency_ms === state.latency_ms || atMs - last.atMs < minLatencyIntervalMs))
            return
        }
        if (state.online) announced.set(robotId, { state, atMs })
        else announced.delete(robotId)
        bus.broadcast({ type: "bridge_state", robotId, ...known })
      }

      const stateOf = (robotId: RobotId) => states.get(robotId)?.state ?? offline
      /** Reads once the state of the robot is known; of all robots, where none is given. */
      const once = <A>(read: () => A, robotId?: RobotId): Effect.Effect<A> =>
        Effect.suspend(() => {
          if (asked === null || (robotId !== undefined && announced.has(robotId))) return Effect.sync(read)
          return Effect.flatMap(Deferred.await(asked), () => once(read, robotId))
        })

      return BridgeStates.of({
        get: (robotId) => once(() => stateOf(robotId), robotId),
        reader: once(() => stateOf),
        knownReader: once(() => (robotId: RobotId) => states.get(robotId) ?? null),
        known: (robotId) => once(() => states.get(robotId) ?? null, robotId),
        set: (robotId, state, timestampMs) => {
          const before = states.get(robotId)
          const isNew = before === undefined || !same(before.state, state)
          const known = isNew ? { state, timestampMs } : before
          states.set(robotId, known)
          announce(robotId, known, timestampMs)
          if (isNew) bus.publishRobot({ type: "bridge_state", robotId, ...known })
          return before?.state ?? offline
        }
      })
    })
  )
}
