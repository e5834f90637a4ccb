import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import { RateLimited } from "@fleet/domain/Errors"
import { type BridgeState, offline } from "@fleet/domain/Robots"
import { Clock, Context, Effect, FiberSet, Layer } from "effect"
import { makeSocketAdmission } from "../../platform/limits/Admission.ts"
import { FailureLimit } from "../../platform/limits/FailureLimit.ts"
import type { Upgraded } from "../../platform/http/Upgrades.ts"
import { everySync } from "../../platform/schedule/every.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { BridgeActivity } from "../bridges/BridgeActivity.ts"
import { type BridgedRobot, BridgeRecords } from "../bridges/BridgeRecords.ts"
import { BridgeHandshake, type Refusal } from "./BridgeHandshake.ts"
import { BridgeIntake } from "./BridgeIntake.ts"
import { type BridgeEvents, BridgeConnection } from "./BridgeConnection.ts"
import { ConfigPush } from "./ConfigPush.ts"
import { makeQueues } from "./makeQueues.ts"
import { RobotHomes } from "./RobotHomes.ts"

const maxFailedHellosPerMinute = 30

/** Every bridge socket of this process, from its opening to its end. */
export class BridgeHost extends Context.Service<
  BridgeHost,
  {
    readonly open: (opened: Upgraded) => void
    /** Too many hellos of this address failed in the last minute. */
    readonly barred: (ip: string) => RateLimited | null
    /** Whether hellos wait for so long that no further bridge should be let in. */
    readonly isBusy: () => boolean
    /** Before the server stops: closes every bridge with 1012, so that it reconnects, and writes what is not written yet. */
    readonly closeAll: Effect.Effect<void>
  }
>()("@fleet/server/BridgeHost") {
  static readonly layer = Layer.effect(
    BridgeHost,
    Effect.gen(function* () {
      const handshake = yield* BridgeHandshake
      const intake = yield* BridgeIntake
      const configs = yield* ConfigPush
      const homes = yield* RobotHomes
      const records = yield* BridgeRecords
      const activity = yield* BridgeActivity
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const now = () => clock.currentTimeMillisUnsafe()
      const failures = new FailureLimit(maxFailedHellosPerMinute, 60_000)
      const sessions = new Set<BridgeConnection>()
      const admission = yield* makeSocketAdmission

      const placeOf = makeQueues<string>()

      /** Notifies webhooks in the order of the robot's changes. `first` is done before, without waiting. */
      const tell = (robot: BridgedRobot, state: BridgeState, atMs: number, first: Effect.Effect<void>) => {
        const { leave, turn } = placeOf(robot.robotId)
        const notified = Effect.andThen(turn, activity.tell(robot, state, atMs))
        return Effect.ensuring(Effect.andThen(first, notified), Effect.sync(leave))
      }

      /** Webhooks hear of it where the robot was offline until now, whichever call found it so. */
      const online = ({ link, lowBandwidth, meter }: BridgeConnection) => {
        if (link === null || link.home.link !== link) return
        const { latencyMs } = meter
        if (!activity.online(link.home, { latencyMs, lowBandwidth })) return
        const state = { online: true, latency_ms: latencyMs, low_bandwidth: lowBandwidth }
        run(
          Effect.catchDefect(tell(link.home, state, now(), Effect.void), (defect) =>
            Effect.logError("the webhooks of a robot that came online could not be notified", defect)
          )
        )
      }

      const refuse = (session: BridgeConnection, { code, message, robot }: Refusal) => {
        counters.bridge_hellos_refused_total++
        failures.failed(session.ip, now())
        session.refuse(code, message)
        if (robot !== null) activity.refused(robot, code)
      }

      const accept = Effect.fnUntraced(function* (session: BridgeConnection, hello: typeof Hello.Type) {
        if (!session.isOpen) return
        const refusal = yield* handshake.accept(session, hello)
        if (refusal !== null) return refuse(session, refusal)
        const { link } = session
        if (link === null) return
        online(session)
        // A publish may have come between the reading of the configuration and the link.
        yield* configs.push(link)
      })

      /** Detaches the session at once; the effect keeps a record of it. */
      const leave = (session: BridgeConnection): Effect.Effect<void> => {
        if (!sessions.delete(session)) return Effect.void
        counters.bridges_connected = sessions.size
        const nowMs = now()
        const home = session.link?.home
        if (home === undefined || !home.detach(session.link!, nowMs)) return Effect.void
        activity.offline(home, nowMs)
        return tell(home, offline, nowMs, records.disconnected(home, nowMs))
      }

      const events: BridgeEvents = {
        onHello: (session, hello) =>
          void run(
            Effect.catchCause(admission.admit(accept(session, hello)), (cause) => {
              session.close(1011, "internal error")
              return Effect.logError("bridge hello could not be processed", cause)
            })
          ),
        onSample: intake.sample,
        onUnreadable: intake.unreadable,
        onMessage: intake.message,
        onSnapshot: intake.snapshot,
        onLink: online,
        onPong: ({ home }, latencyMs) => home.pong(latencyMs),
        onClose: (session) =>
          void run(
            Effect.catchDefect(leave(session), (defect) =>
              Effect.logError("bridge disconnect could not be recorded", defect)
            )
          ),
        onFault: (session, fault) =>
          void run(
            Effect.logWarning(
              "bridge frame dropped: could not be processed or sent",
              session.link?.home.robotId ?? session.ip,
              fault
            )
          )
      }

      yield* everySync("250 millis", () => {
        const nowMs = now()
        for (const session of sessions) session.tick(nowMs)
        counters.bridge_hellos_waiting = admission.waiting
      })

      return BridgeHost.of({
        isBusy: () => admission.isBusy,
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
            { concurrency: "unbounded", discard: true }
          )
        ).pipe(Effect.andThen(homes.flush), Effect.timeout("3 seconds"), Effect.ignoreCause({ log: true })),
        open: (opened) => {
          sessions.add(new BridgeConnection(opened, events, counters, now))
          counters.bridges_connected = sessions.size
        }
      })
    })
  )
}
