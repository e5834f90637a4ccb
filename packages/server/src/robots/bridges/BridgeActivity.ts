import type { HelloErrorCode } from "@fleet/bridge-protocol/CloudMessages"
import { type BridgeState, offline } from "@fleet/domain/Robots"
import { Clock, Context, DateTime, Effect, Layer } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { WebhookEvents } from "../../webhooks/WebhookEvents.ts"
import type { BridgedRobot } from "./BridgeRecords.ts"
import { BridgeStates } from "./BridgeStates.ts"

/** How a connected bridge's link is. */
export interface LinkState {
  /** The last ping's round trip, null before the first. */
  readonly latencyMs: number | null
  readonly lowBandwidth: boolean
}

/** Publishes the states of this process's bridges to followers, lists, org activity and webhooks. */
export class BridgeActivity extends Context.Service<
  BridgeActivity,
  {
    /** Call at the hello, at each ping that came back and when the link's mode changes. Answers whether it was offline. */
    readonly online: (robot: BridgedRobot, link: LinkState) => boolean
    readonly offline: (robot: BridgedRobot, nowMs: number) => void
    /** Tells the org's webhooks the state that the robot has since a time, once the record of the connection is written. */
    readonly tell: (robot: BridgedRobot, state: BridgeState, atMs: number) => Effect.Effect<void>
    readonly refused: (robot: BridgedRobot, code: HelloErrorCode) => void
  }
>()("@fleet/server/BridgeActivity") {
  static readonly layer = Layer.effect(
    BridgeActivity,
    Effect.gen(function* () {
      const bus = yield* Bus
      const states = yield* BridgeStates
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      const webhooks = yield* WebhookEvents

      const publish = (
        { orgId, robotId }: BridgedRobot,
        subject: "online" | "offline" | "refused" | "low_bandwidth",
        detail: { readonly code: string } | null = null
      ) =>
        bus.publishOrg(orgId, {
          type: "activity",
          event: {
            at: DateTime.makeUnsafe(now()),
            kind: "bridge",
            severity: subject === "online" ? "info" : "warning",
            robot_id: robotId,
            subject,
            detail
          }
        })

      return BridgeActivity.of({
        online: (robot, { latencyMs, lowBandwidth }) => {
          const state = { online: true, latency_ms: latencyMs, low_bandwidth: lowBandwidth }
          const before = states.set(robot.robotId, state, now())
          if (!before.online) publish(robot, "online")
          if (!before.low_bandwidth && lowBandwidth) publish(robot, "low_bandwidth")
          return !before.online
        },
        offline: (robot, nowMs) => {
          states.set(robot.robotId, offline, nowMs)
          publish(robot, "offline")
        },
        tell: ({ orgId, robotId }, state, atMs) =>
          webhooks.emitAlone({
            type: state.online ? "robot.online" : "robot.offline",
            orgId,
            robotId,
            atMs,
            data: () => state
          }),
        refused: (robot, code) => publish(robot, "refused", { code })
      })
    })
  )
}
