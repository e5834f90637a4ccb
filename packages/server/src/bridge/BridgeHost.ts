import type { Hello } from "@fleet/bridge-protocol/BridgeMessages"
import { BridgeClose } from "@fleet/bridge-protocol/CloseCodes"
import { offline } from "@fleet/domain/Robots"
import { Clock, Context, DateTime, Effect, FiberSet, Layer, Schedule } from "effect"
import { Bus } from "../bus/Bus.ts"
import { FailureLimit } from "../http/FailureLimit.ts"
import type { Upgraded } from "../http/Upgrades.ts"
import { JobDesks } from "../jobs/JobDesks.ts"
import { Counters } from "../ops/Counters.ts"
import { BridgeRecords } from "../robots/BridgeRecords.ts"
import { type BridgeLink, Bridges } from "../robots/Bridges.ts"
import { BridgeStates } from "../robots/BridgeStates.ts"
import { PublishedConfigs } from "../robots/config/PublishedConfigs.ts"
import { BridgeIntake } from "./BridgeIntake.ts"
import { BridgeSession } from "./BridgeSession.ts"
import { Greeting, type Refusal } from "./Greeting.ts"

const failedHellosPerMinute = 30

/** Every bridge socket of this process, from its opening to its end. */
export class BridgeHost extends Context.Service<
  BridgeHost,
  {
    readonly open: (opened: Upgraded) => void
    /** Too many hellos of this address failed in the last minute. */
    readonly isBarred: (ip: string) => boolean
    /** The server stops: bridges come back to whatever follows it. */
    readonly closeAll: Effect.Effect<void>
  }
>()("@fleet/server/BridgeHost") {
  static readonly layer = Layer.effect(
    BridgeHost,
    Effect.gen(function* () {
      const greeting = yield* Greeting
      const intake = yield* BridgeIntake
      const records = yield* BridgeRecords
      const bridges = yield* Bridges
      const states = yield* BridgeStates
      const desks = yield* JobDesks
      const configs = yield* PublishedConfigs
      const counters = yield* Counters
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const now = () => clock.currentTimeMillisUnsafe()
      const failures = new FailureLimit(failedHellosPerMinute, 60_000)
      const sessions = new Map<BridgeSession, BridgeLink | null>()

      const tell = (link: BridgeLink, subject: "online" | "offline" | "low_bandwidth") =>
        bus.control({
          type: "org_event",
          orgId: link.orgId,
          event: {
            at: DateTime.makeUnsafe(now()),
            kind: "bridge",
            severity: subject === "online" ? "info" : "warning",
            robot_id: link.robotId,
            subject,
            detail: null
          }
        })

      const tellState = (session: BridgeSession, link: BridgeLink) => {
        const before = states.get(link.robotId)
        const after = { online: true, latency_ms: session.meter.latencyMs, low_bandwidth: session.lowBandwidth }
        if (before.online && before.latency_ms === after.latency_ms && before.low_bandwidth === after.low_bandwidth) {
          return
        }
        states.set(link.robotId, after, now())
        if (!before.online) tell(link, "online")
        if (!before.low_bandwidth && after.low_bandwidth) tell(link, "low_bandwidth")
      }

      const refuse = (session: BridgeSession, { code, message }: Refusal) => {
        counters.bridge_hellos_refused_total++
        failures.failed(session.ip, now())
        session.refuse(code, message)
      }

      const greet = Effect.fnUntraced(function* (session: BridgeSession, hello: typeof Hello.Type) {
        const outcome = yield* greeting.greet(session, hello)
        if ("code" in outcome) return refuse(session, outcome)
        if (!sessions.has(session)) return leave(outcome)
        sessions.set(session, outcome)
        tellState(session, outcome)
      })

      const leave = (link: BridgeLink) => {
        if (!bridges.detach(link)) return
        desks.offline(link.robotId, now())
        states.set(link.robotId, offline, now())
        tell(link, "offline")
        run(records.disconnected(link))
      }

      const close = (session: BridgeSession) => {
        const link = sessions.get(session)
        if (!sessions.delete(session)) return
        counters.bridges_connected = sessions.size
        if (link !== null && link !== undefined) leave(link)
      }

      const reconfigure = Effect.fnUntraced(function* (session: BridgeSession, link: BridgeLink) {
        const published = yield* configs.current(link.robotId)
        if (published.version === session.published?.version) return
        session.published = published
        desks.onConfig(link.robotId, published.exposures)
        link.send({ type: "config", version: published.version, doc: { ...published.doc } })
      })

      yield* bus.onControl((event) => {
        if (!("robotId" in event)) return
        const link = bridges.get(event.robotId)
        if (link === undefined) return
        if (event.type === "token_rotated") link.close(BridgeClose.tokenRotated, "CLOSE_TOKEN_ROTATED")
        if (event.type === "robot_deleted") link.close(BridgeClose.robotDeleted, "robot deleted")
        if (event.type === "config_published") {
          for (const [session, held] of sessions) if (held === link) run(reconfigure(session, link))
        }
      })

      yield* Effect.sync(() => {
        const nowMs = now()
        for (const session of sessions.keys()) session.tick(nowMs)
      }).pipe(Effect.repeat(Schedule.spaced("250 millis")), Effect.forkScoped)

      return BridgeHost.of({
        isBarred: (ip) => failures.exceeded(ip, now()),
        closeAll: Effect.sync(() => {
          for (const session of sessions.keys()) session.close(BridgeClose.restarting, "server restarting")
        }),
        open: (opened) => {
          const session = new BridgeSession(
            opened,
            {
              onHello: (self, hello) =>
                void run(
                  Effect.catchCause(greet(self, hello), (cause) => {
                    self.close(1011, "internal error")
                    return Effect.logError("a hello could not be served", cause)
                  })
                ),
              onSample: intake.sample,
              onMessage: intake.message,
              onSnapshot: intake.snapshot,
              onLink: (self) => {
                const link = sessions.get(self)
                if (link !== null && link !== undefined && bridges.get(link.robotId) === link) tellState(self, link)
              },
              onClose: close
            },
            counters,
            now
          )
          sessions.set(session, null)
          counters.bridges_connected = sessions.size
        }
      })
    })
  )
}
