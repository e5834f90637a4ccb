import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import type { RobotId } from "@fleet/domain/Ids"
import { RateLimited } from "@fleet/domain/Errors"
import { offline } from "@fleet/domain/Robots"
import { Clock, Context, DateTime, Effect, FiberSet, Layer, Schedule } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import { FailureLimit } from "../../platform/limits/FailureLimit.ts"
import type { Upgraded } from "../../platform/http/Upgrades.ts"
import { LiveJobs } from "../jobs/LiveJobs.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { type BridgedRobot, BridgeRecords } from "../bridges/BridgeRecords.ts"
import { Bridges } from "../bridges/Bridges.ts"
import { BridgeStates } from "../bridges/BridgeStates.ts"
import { LatencyLog } from "../latency/LatencyLog.ts"
import { configFrame } from "../config/configFrame.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { sweep } from "../../platform/schedule/sweep.ts"
import { BridgeIntake } from "./BridgeIntake.ts"
import { BridgeSession } from "./BridgeSession.ts"
import { BridgeHandshake, type Refusal } from "./BridgeHandshake.ts"

const failedHellosPerMinute = 30

/** Every bridge socket of this process, from its opening to its end. */
export class BridgeHost extends Context.Service<
  BridgeHost,
  {
    readonly open: (opened: Upgraded) => void
    /** Too many hellos of this address failed in the last minute. */
    readonly barred: (ip: string) => RateLimited | null
    /** The server stops: bridges come back to whatever follows it. */
    readonly closeAll: Effect.Effect<void>
  }
>()("@fleet/server/BridgeHost") {
  static readonly layer = Layer.effect(
    BridgeHost,
    Effect.gen(function* () {
      const handshake = yield* BridgeHandshake
      const intake = yield* BridgeIntake
      const records = yield* BridgeRecords
      const bridges = yield* Bridges
      const states = yield* BridgeStates
      const latencies = yield* LatencyLog
      const liveJobs = yield* LiveJobs
      const configs = yield* PublishedConfigs
      const counters = yield* Counters
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const now = () => clock.currentTimeMillisUnsafe()
      const failures = new FailureLimit(failedHellosPerMinute, 60_000)
      const sessions = new Set<BridgeSession>()

      const tell = (
        { orgId, robotId }: BridgedRobot,
        subject: "online" | "offline" | "refused" | "low_bandwidth",
        detail: { readonly code: string } | null = null
      ) =>
        bus.publishActivity(orgId, {
          at: DateTime.makeUnsafe(now()),
          kind: "bridge",
          severity: subject === "online" ? "info" : "warning",
          robot_id: robotId,
          subject,
          detail
        })

      const tellState = (session: BridgeSession) => {
        const { link } = session
        if (link === null || bridges.get(link.robotId) !== link) return
        latencies.online(link.robotId)
        const before = states.get(link.robotId)
        const after = { online: true, latency_ms: session.meter.latencyMs, low_bandwidth: session.lowBandwidth }
        if (before.online && before.latency_ms === after.latency_ms && before.low_bandwidth === after.low_bandwidth) {
          return
        }
        states.set(link.robotId, after, now())
        if (!before.online) tell(link, "online")
        if (!before.low_bandwidth && after.low_bandwidth) tell(link, "low_bandwidth")
      }

      const refuse = (session: BridgeSession, { code, message, robot }: Refusal) => {
        counters.bridge_hellos_refused_total++
        failures.failed(session.ip, now())
        session.refuse(code, message)
        if (robot !== null) tell(robot, "refused", { code })
      }

      /** Lets go of the session at once; the effect keeps a record of it. */
      const leave = (session: BridgeSession): Effect.Effect<void> => {
        if (!sessions.delete(session)) return Effect.void
        counters.bridges_connected = sessions.size
        const { link } = session
        if (link === null || !bridges.detach(link)) return Effect.void
        const nowMs = now()
        liveJobs.offline(link.robotId, nowMs)
        latencies.offline(link.robotId)
        states.set(link.robotId, offline, nowMs)
        tell(link, "offline")
        return records.disconnected(link, nowMs)
      }

      /** At once, and beside whatever else is done. */
      const letGo = (session: BridgeSession) =>
        void run(
          Effect.catchDefect(leave(session), (defect) =>
            Effect.logError("a bridge's end could not be recorded", defect)
          )
        )

      const sessionOf = (robotId: RobotId) => {
        const link = bridges.get(robotId)
        return link && [...sessions].find((session) => session.link === link)
      }

      const end = (session: BridgeSession | undefined, code: number, reason: string) => {
        if (session === undefined) return
        session.close(code, reason)
        letGo(session)
      }

      /** Gives the bridge a configuration that is newer than its own, and ends the jobs that it leaves without a slug. */
      const reconfigure = Effect.fnUntraced(function* (robotId: RobotId, session: BridgeSession) {
        const published = yield* configs.current(robotId)
        if (published.version <= (session.published?.version ?? 0)) return
        session.published = published
        intake.configured(session)
        liveJobs.onConfig(robotId, published.exposures)
        session.send(configFrame(published.version, published.doc))
      })

      /** As long as the bridge is there, and the configuration could not be read. */
      const reconfigurePatiently = (robotId: RobotId, session: BridgeSession) =>
        reconfigure(robotId, session).pipe(
          Effect.tapCause((cause) =>
            Effect.logError("a bridge could not be given what was published; trying again", cause)
          ),
          Effect.sandbox,
          Effect.retry({ schedule: Schedule.spaced("1 second"), while: () => sessions.has(session) }),
          Effect.ignore
        )

      const accept = Effect.fnUntraced(function* (session: BridgeSession, hello: typeof Hello.Type) {
        const refusal = yield* handshake.accept(session, hello)
        if (refusal !== null) return refuse(session, refusal)
        const { link } = session
        if (link === null) return
        tellState(session)
        intake.configured(session)
        // A publish may have come between the reading of the configuration and the link.
        yield* reconfigure(link.robotId, session)
      })

      yield* bus.onFact((event) => {
        switch (event.type) {
          case "config_published": {
            const session = sessionOf(event.robotId)
            if (session !== undefined) run(reconfigurePatiently(event.robotId, session))
            return
          }
          case "token_rotated":
            return end(sessionOf(event.robotId), BridgeClose.tokenRotated, "CLOSE_TOKEN_ROTATED")
          case "robot_deleted":
            return end(sessionOf(event.robotId), BridgeClose.robotDeleted, "robot deleted")
        }
      })

      yield* sweep("250 millis", () => {
        const nowMs = now()
        for (const session of sessions) session.tick(nowMs)
      })

      return BridgeHost.of({
        barred: (ip) => {
          const retryAfterMs = failures.barredForMs(ip, now())
          return retryAfterMs === null ? null : new RateLimited({ details: { retry_after_ms: retryAfterMs } })
        },
        closeAll: Effect.suspend(() =>
          Effect.forEach(
            [...sessions],
            (session) => {
              session.close(BridgeClose.restarting, "server restarting")
              return leave(session)
            },
            { concurrency: 16, discard: true }
          )
        ).pipe(Effect.timeout("3 seconds"), Effect.ignoreCause({ log: true })),
        open: (opened) => {
          const session = new BridgeSession(
            opened,
            {
              onHello: (self, hello) =>
                void run(
                  Effect.catchCause(accept(self, hello), (cause) => {
                    self.close(1011, "internal error")
                    return Effect.logError("a hello could not be served", cause)
                  })
                ),
              onSample: intake.sample,
              onMessage: intake.message,
              onSnapshot: intake.snapshot,
              onLink: tellState,
              onLatency: ({ link }, latencyMs) => {
                if (link !== null) latencies.measured(link.robotId, latencyMs)
              },
              onClose: letGo,
              onFault: (self, fault) =>
                void run(Effect.logWarning("a bridge's frame was let go", self.link?.robotId ?? self.ip, fault))
            },
            counters,
            now
          )
          sessions.add(session)
          counters.bridges_connected = sessions.size
        }
      })
    })
  )
}
