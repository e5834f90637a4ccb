import type { LiveSessionResponse } from "@fleet/domain/Cameras"
import type { Caller } from "@fleet/domain/Caller"
import {
  CameraOffline,
  LiveUnavailable,
  NotFound,
  type PlanLimit,
  type QuotaExceeded,
  RobotOffline
} from "@fleet/domain/Errors"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Clock, Context, DateTime, Effect, FiberSet, Layer } from "effect"
import { MediaHub } from "../../../media/MediaHub.ts"
import { Plans } from "../../../plans/Plans.ts"
import { UsageCounters } from "../../../plans/UsageCounters.ts"
import { Bus } from "../../../platform/bus/Bus.ts"
import { Settings } from "../../../platform/settings/Settings.ts"
import { BridgeStates } from "../../bridges/BridgeStates.ts"
import { RobotHomes } from "../../home/RobotHomes.ts"
import { LivePart } from "./LivePart.ts"
import { LiveRecords } from "./LiveRecords.ts"
import { appOf, closeOf, type Ending, type LiveSession } from "./LiveSession.ts"
import type { NotStarted } from "./LiveStream.ts"

type Refused = RobotOffline | CameraOffline | PlanLimit | QuotaExceeded | LiveUnavailable

const longestDetail = 200

/** The camera that a caller wants to watch. */
type Target = Pick<LiveSession, "orgId" | "robotId" | "robotName" | "slug">

/** Who watches what, at the process that holds the robot's bridge. */
export class LiveSessions extends Context.Service<
  LiveSessions,
  {
    /** Waits for the camera, at most 10 s. */
    readonly start: (caller: Caller, target: Target) => Effect.Effect<LiveSessionResponse, Refused>
    /** One session, or all of the caller's on this camera. One that ended before is no failure. */
    readonly release: (
      caller: Caller,
      target: Pick<Target, "robotId" | "slug">,
      id: string | null
    ) => Effect.Effect<void, NotFound>
    /** Ends a session at once; what is written of it follows. */
    readonly end: (session: LiveSession, ending: Ending) => void
    readonly open: () => ReadonlyArray<LiveSession>
    readonly ofRobot: (robotId: RobotId) => ReadonlyArray<LiveSession>
    /** Ends every session of the robot. */
    readonly endRobot: (robotId: RobotId) => void
    /** Counts the time of those that watch until now. */
    readonly count: () => void
  }
>()("@fleet/server/LiveSessions") {
  static readonly layer = Layer.effect(
    LiveSessions,
    Effect.gen(function* () {
      const bus = yield* Bus
      const clock = yield* Clock.Clock
      const counters = yield* UsageCounters
      const homes = yield* RobotHomes
      const hub = yield* MediaHub
      const plans = yield* Plans
      const records = yield* LiveRecords
      const states = yield* BridgeStates
      const { baseUrl, liveStreams, liveVideo, liveViewers } = yield* Settings
      const run = yield* FiberSet.makeRuntime()
      const now = () => clock.currentTimeMillisUnsafe()
      const url = `${baseUrl.replace(/^http/, "ws")}/media`
      const sessions = new Map<string, LiveSession>()

      const count = (session: LiveSession, nowMs: number) => {
        if (session.firstMs === null) return
        counters.addSpan(session.orgId, appOf(session), "live_session_ms", session.countedMs, nowMs)
        session.countedMs = nowMs
      }

      const written = (session: LiveSession, atMs: number) =>
        Effect.catchCause(records.ended(session, atMs), (cause) =>
          Effect.logError("the end of a live session could not be stored", cause)
        )

      /** Ends it in memory and at its sockets; the effect writes it. */
      const finish = (session: LiveSession, ending: Ending): Effect.Effect<void> => {
        if (session.ending !== null) return Effect.void
        const atMs = now()
        session.ending = ending
        sessions.delete(session.id)
        parts.of(session.robotId)?.leave(session)
        count(session, atMs)
        session.seat?.end(...closeOf(ending))
        if (!session.isStored) return Effect.void
        const { caller, id, robotId, slug } = session
        bus.publishOrg(session.orgId, {
          type: "live_session_ended",
          callerKind: caller.kind,
          callerId: caller.id,
          robotId,
          slug,
          sessionId: id,
          reason: ending.reason,
          detail: ending.detail?.slice(0, longestDetail) || null,
          endedAtMs: Math.round(atMs)
        })
        return written(session, atMs)
      }
      const end = (session: LiveSession, ending: Ending) => void run(finish(session, ending))

      const parts = yield* homes.register<LivePart>({
        open: (home) => new LivePart(home, { hub, url, end }, { viewers: liveViewers, streams: liveStreams }, now)
      })

      const uncounted = (orgId: OrgId) =>
        [...sessions.values()]
          .filter((session) => session.orgId === orgId && appOf(session) !== null && session.firstMs !== null)
          .reduce((sum, { countedMs }) => sum + now() - countedMs, 0)

      const refusal = (notStarted: Exclude<NotStarted, null>) =>
        notStarted.isOffline === true
          ? new RobotOffline()
          : new CameraOffline({ details: { reason: notStarted.reason } })

      const take = (session: LiveSession, room: string) =>
        hub.seat(room, {
          onJoined: () => {},
          onDelivered: (atMs) => {
            session.firstMs = atMs
            session.countedMs = atMs
          },
          onClosed: (why) =>
            end(session, why === "too_slow" ? { reason: "unknown", detail: why } : { reason: "released_by_peer" }),
          onExpired: () => end(session, { reason: "expired" })
        })

      const wait = Effect.fnUntraced(function* (session: LiveSession) {
        const home = homes.get(session.robotId)
        if (home === undefined || home.link === null) return yield* new RobotOffline()
        const stream = parts.in(home).join(session, (yield* states.get(session.robotId)).low_bandwidth)
        if ("_tag" in stream) return yield* stream
        const notStarted = yield* stream.started
        if (notStarted !== null) return yield* refusal(notStarted)
        if (session.ending === null) session.seat = take(session, stream.room)
        return stream
      })

      const begin = Effect.fnUntraced(function* (session: LiveSession) {
        yield* wait(session)
        yield* records.started(session)
        session.isStored = true
        // It ended while its row was written.
        const { ending, seat } = session
        if (ending === null) return seat!
        yield* written(session, now())
        return yield* ending.reason === "robot_offline"
          ? new RobotOffline()
          : new CameraOffline({ details: { reason: ending.reason } })
      })

      return LiveSessions.of({
        start: Effect.fn("LiveSessions.start")(function* (caller, target) {
          if (liveVideo === "off") return yield* new LiveUnavailable()
          const { orgId, robotId, robotName, slug } = target
          if ((homes.get(robotId)?.link ?? null) === null) return yield* new RobotOffline()
          if (caller.kind !== "developer") yield* plans.admitLiveVideo(orgId, uncounted(orgId))
          const session: LiveSession = {
            id: crypto.randomUUID(),
            caller,
            orgId,
            robotId,
            robotName,
            slug,
            createdMs: now(),
            seat: null,
            isStored: false,
            firstMs: null,
            countedMs: 0,
            ending: null
          }
          sessions.set(session.id, session)
          const seat = yield* Effect.onExit(begin(session), (exit) =>
            exit._tag === "Success" ? Effect.void : finish(session, { reason: "unknown" })
          )
          const room = yield* Effect.sync(() => parts.of(robotId)?.roomOf(session))
          if (room === undefined) return yield* new RobotOffline()
          return {
            session_id: session.id,
            url,
            room,
            token: seat.token,
            expires_at: DateTime.makeUnsafe(seat.expiresAtMs)
          }
        }),
        release: Effect.fn("LiveSessions.release")(function* (caller, { robotId, slug }, id) {
          const own = [...sessions.values()].filter(
            (session) =>
              session.robotId === robotId &&
              session.slug === slug &&
              session.caller.kind === caller.kind &&
              session.caller.id === caller.id &&
              (id === null || session.id === id)
          )
          if (id !== null && own.length === 0 && !(yield* records.isKnown({ id, caller, robotId, slug })))
            return yield* new NotFound()
          yield* Effect.forEach(own, (session) => finish(session, { reason: "released_by_peer" }), { discard: true })
        }),
        end,
        open: () => [...sessions.values()],
        ofRobot: (robotId) => [...sessions.values()].filter((session) => session.robotId === robotId),
        endRobot: (robotId) => parts.of(robotId)?.endAll("robot_deleted"),
        count: () => {
          const nowMs = now()
          for (const session of sessions.values()) count(session, nowMs)
        }
      })
    })
  )
}
