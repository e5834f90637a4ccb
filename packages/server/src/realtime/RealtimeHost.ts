import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { identityOf } from "@fleet/domain/ClientIdentity"
import { RateLimited } from "@fleet/domain/Errors"
import type { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import { RealtimeClose } from "@fleet/domain/realtime/CloseCodes"
import { Clock, Context, DateTime, Effect, FiberSet, Layer, Redacted, Result } from "effect"
import { Credentials } from "../auth/Credentials.ts"
import { Bus } from "../bus/Bus.ts"
import type { ControlEvent } from "../bus/Events.ts"
import { FailureLimit } from "../http/FailureLimit.ts"
import type { Upgraded } from "../http/Upgrades.ts"
import { Counters } from "../ops/Counters.ts"
import { Meters } from "../org/Meters.ts"
import { Quotas } from "../org/Quotas.ts"
import { sweep } from "../sweep.ts"
import { readFrame, subscribeError } from "./ClientFrames.ts"
import { OrgActivity } from "./OrgActivity.ts"
import { Flusher } from "./Outlet.ts"
import { RealtimeCommands } from "./RealtimeCommands.ts"
import { type Identity, RealtimeSession } from "./RealtimeSession.ts"
import { makeSteadily } from "./Steadily.ts"
import { Subscriptions } from "./Subscriptions.ts"

const failedAuthsPerMinute = 60

/** Codes of auth_error for what a credential is refused with. */
const authCodes = {
  unauthorized: "invalid_token",
  token_expired: "token_expired",
  token_revoked: "token_revoked",
  org_locked: "org_locked"
} as const

/** Every /realtime socket of this process, from its opening to its end. */
export class RealtimeHost extends Context.Service<
  RealtimeHost,
  {
    readonly open: (opened: Upgraded) => void
    /** Too many auths of this address failed in the last minute. */
    readonly barred: (ip: string) => RateLimited | null
    /** The server stops: clients come back to whatever follows it. */
    readonly closeAll: Effect.Effect<void>
  }
>()("@fleet/server/RealtimeHost") {
  static readonly layer = Layer.effect(
    RealtimeHost,
    Effect.gen(function* () {
      const credentials = yield* Credentials
      const subscriptions = yield* Subscriptions
      const commands = yield* RealtimeCommands
      const activity = yield* OrgActivity
      const counters = yield* Counters
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const steadily = yield* makeSteadily
      const run = yield* FiberSet.makeRuntime()
      const now = () => clock.currentTimeMillisUnsafe()
      const { max_realtime_connections: socketsPerOrg } = yield* Quotas
      const flusher = new Flusher()
      const failures = new FailureLimit(failedAuthsPerMinute, 60_000)
      const sessions = new Set<RealtimeSession>()
      const perOrg = new Map<OrgId, number>()
      ;(yield* Meters).connect("max_realtime_connections", (orgId) => perOrg.get(orgId) ?? 0)

      const count = (orgId: OrgId, change: 1 | -1) => {
        const sockets = (perOrg.get(orgId) ?? 0) + change
        if (sockets === 0) perOrg.delete(orgId)
        else perOrg.set(orgId, sockets)
      }

      const auth = Effect.fnUntraced(function* (session: RealtimeSession, token: string) {
        const proven = yield* Effect.result(steadily(credentials.proveWithExpiry(Redacted.make(token))))
        if (session.closed) return
        if (Result.isFailure(proven)) {
          counters.realtime_auths_refused_total++
          failures.failed(session.ip, now())
          return session.refuseAuth(authCodes[proven.failure.code], proven.failure.message)
        }
        const { caller, expiresAt } = proven.success
        const before = session.identity?.caller
        if (before !== undefined && (before.kind !== caller.kind || before.id !== caller.id)) {
          return session.refuseAuth("forbidden", "A socket keeps the identity it began with.")
        }
        if (before === undefined) {
          if ((perOrg.get(caller.orgId) ?? 0) >= socketsPerOrg) {
            return session.refuseAuth("quota_exceeded", "The organisation has too many realtime connections.")
          }
          count(caller.orgId, 1)
        }
        session.identity = { caller, token, expiresAtMs: expiresAt === null ? null : DateTime.toEpochMillis(expiresAt) }
        session.send({
          type: "auth_ok",
          identity: identityOf(caller),
          session_id: session.id,
          expires_at: expiresAt
        })
      })

      const serve = (session: RealtimeSession, { caller }: Identity, message: ClientMessage): Effect.Effect<void> => {
        switch (message.type) {
          case "auth":
            return auth(session, message.token)
          case "subscribe":
            return subscriptions.subscribe(session, caller, message)
          case "unsubscribe":
            return Effect.sync(() => subscriptions.unsubscribe(session, caller, message))
          case "presence_subscribe":
            return subscriptions.watch(session, caller, message)
          case "presence_unsubscribe":
            return Effect.sync(() => subscriptions.unwatch(session, message.robot_id))
          case "invoke":
          case "cancel":
          case "publish":
            return commands.run(caller, message, (result) => session.send(result))
          case "org_event_subscribe":
          case "org_event_unsubscribe":
            return Effect.sync(() => {
              if (caller.kind !== "developer") {
                session.send({ type: "error", code: "forbidden", message: "Developers only." })
              } else if (message.type === "org_event_subscribe") activity.subscribe(caller, session.outlet)
              else activity.unsubscribe(caller.orgId, session.outlet)
            })
        }
      }

      const handle = (session: RealtimeSession, frame: Readonly<Record<string, unknown>>): Effect.Effect<void> => {
        const read = readFrame(frame)
        if (session.identity === null) {
          if (Result.isSuccess(read) && read.success.type === "auth") return auth(session, read.success.token)
          const type = frame["type"]
          if (type === "auth" && Result.isFailure(read)) {
            session.send(read.failure)
            return Effect.void
          }
          const said = "Send an auth frame first, and wait for auth_ok."
          session.send(
            type === "subscribe" || type === "presence_subscribe"
              ? subscribeError(frame, "not_authenticated", said)
              : { type: "error", code: "not_authenticated", message: said }
          )
          return Effect.void
        }
        if (Result.isSuccess(read)) return serve(session, session.identity, read.success)
        session.send(read.failure)
        return Effect.void
      }

      /**
       * A client that hears nothing would wait for ever; one that comes back asks again. Before its first auth it is
       * left to the deadline, so that an outage does not see all of them come back at once, and again.
       */
      const missed = (session: RealtimeSession) =>
        Effect.sync(() => {
          if (session.identity !== null) session.close(RealtimeClose.restarting, "a frame could not be served")
        })

      /** Reads the credential's row again, then everything the socket follows. */
      const reprove = Effect.fnUntraced(function* (session: RealtimeSession) {
        const { identity } = session
        if (identity === null) return
        const proven = yield* Effect.result(credentials.prove(Redacted.make(identity.token)))
        if (session.closed || session.identity === null) return
        // A server key's socket outlives the lock of its org: the key is as it was, and is only let in no more.
        const locked = Result.isFailure(proven) && proven.failure.code === "org_locked"
        if (Result.isSuccess(proven) || locked) {
          const caller = Result.isSuccess(proven) ? proven.success : identity.caller
          session.identity = { ...session.identity, caller }
          return yield* subscriptions.recheck(session, caller)
        }
        // An access token that only ran out is closed by its deadline, not here.
        if (proven.failure.code !== "token_expired") session.close(RealtimeClose.sessionEnded, "session ended")
      })

      /** Nothing of a topic leaves before the check is done. A socket that cannot be checked is closed: it may come back. */
      const check = (session: RealtimeSession, checked: Effect.Effect<void>) => {
        session.outlet.hold()
        const orClose = Effect.catchCause(checked, (cause) =>
          Effect.andThen(
            Effect.logError("the access of a socket could not be checked", cause),
            Effect.sync(() => session.close(RealtimeClose.restarting, "access could not be checked"))
          )
        )
        run(
          Effect.ensuring(
            orClose,
            Effect.sync(() => session.outlet.resume())
          )
        )
      }

      const ofRobot =
        (robotId: RobotId) =>
        (session: RealtimeSession, { caller }: Identity) => {
          const follows =
            session.watched.has(robotId) ||
            [...session.subscriptions.values()].some(({ topic }) => topic.robotId === robotId)
          if (follows) check(session, subscriptions.recheck(session, caller, robotId))
        }

      const react = (event: ControlEvent): ((session: RealtimeSession, identity: Identity) => void) | null => {
        switch (event.type) {
          case "session_ended":
            return (session, { caller }) => {
              if (caller.kind !== "server_key" && caller.sessionId === event.sessionId) {
                session.close(RealtimeClose.sessionEnded, "session ended")
              }
            }
          case "callers_ended": {
            const ended = new Set(event.ids)
            return (session, { caller }) => {
              if (caller.kind === event.kind && ended.has(caller.id)) {
                session.close(RealtimeClose.sessionEnded, "session ended")
              }
            }
          }
          case "app_access_changed":
            return (session, { caller }) => {
              if (caller.kind !== "developer" && caller.appId === event.appId) check(session, reprove(session))
            }
          case "config_published":
          case "robot_deleted":
            return ofRobot(event.robotId)
          default:
            return null
        }
      }

      yield* bus.onControl((event) => {
        const reaction = react(event)
        if (reaction === null) return
        for (const session of sessions) if (session.identity !== null) reaction(session, session.identity)
      })

      yield* sweep("500 millis", () => {
        const nowMs = now()
        for (const session of sessions) session.tick(nowMs)
      })

      const events = {
        handle: (session: RealtimeSession, frame: Readonly<Record<string, unknown>>, done: () => void) =>
          void run(
            Effect.ensuring(
              Effect.catchCause(
                Effect.suspend(() => handle(session, frame)),
                (cause) => Effect.andThen(Effect.logError("a frame could not be served", cause), () => missed(session))
              ),
              Effect.sync(done)
            )
          ),
        onClose: (session: RealtimeSession) => {
          sessions.delete(session)
          counters.realtime_sockets = sessions.size
          if (session.identity === null) return
          const { caller } = session.identity
          count(caller.orgId, -1)
          subscriptions.release(session, caller)
          activity.unsubscribe(caller.orgId, session.outlet)
        }
      }

      return RealtimeHost.of({
        barred: (ip) => {
          const retryAfterMs = failures.barredForMs(ip, now())
          return retryAfterMs === null ? null : new RateLimited({ details: { retry_after_ms: retryAfterMs } })
        },
        closeAll: Effect.sync(() => {
          for (const session of sessions) session.close(RealtimeClose.restarting, "server restarting")
        }),
        open: (opened) => {
          sessions.add(new RealtimeSession(opened, flusher, events, counters, now()))
          counters.realtime_sockets = sessions.size
        }
      })
    })
  )
}
