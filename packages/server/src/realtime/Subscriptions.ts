import type { Caller } from "@fleet/domain/Caller"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { SubscribeErrorCode } from "@fleet/domain/realtime/ServerMessages"
import type { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import type { ExposureKind } from "@fleet/domain/Slug"
import { Context, Effect, Layer, Option, Result } from "effect"
import { Access } from "../access/Access.ts"
import type { Refused } from "../access/decide.ts"
import type { ReachedRobot } from "../access/Granted.ts"
import { Jobs } from "../robots/jobs/Jobs.ts"
import { Datapoints } from "../robots/datapoints/Datapoints.ts"
import { subscribeError } from "./ClientFrames.ts"
import { Fanout, jobFrame, sampleFrame, type Topic } from "./Fanout.ts"
import type { ClientSocket, Subscription } from "./ClientSocket.ts"
import { makeRetryIfAccessChanged } from "../access/retryIfAccessChanged.ts"
import { Presence } from "./Presence.ts"

/** Subscriptions of one socket, presence included. */
const maxSubscriptions = 500

type Frame<Type extends ClientMessage["type"]> = Extract<ClientMessage, { readonly type: Type }>
type Refusal = { readonly code: SubscribeErrorCode; readonly message: string }

const refusals = {
  not_authenticated: "The session token has expired: send an auth frame with another.",
  not_found: "No such robot.",
  forbidden: "The role does not grant this.",
  unknown_datapoint: "The published configuration has no such datapoint.",
  unknown_slug: "The published configuration has no such slug.",
  wrong_kind: "The slug is of another kind.",
  not_subscribable: "Publishers and cameras cannot be subscribed to.",
  limit_reached: `A socket holds at most ${maxSubscriptions} subscriptions.`
} as const satisfies Partial<Record<SubscribeErrorCode, string>>

const refuse = (code: keyof typeof refusals): Effect.Effect<never, Refusal> =>
  Effect.fail({ code, message: refusals[code] })

/** The code of a refusal; a slug that is asked for as nothing in particular is a datapoint. */
const codeOf = ({ failed }: Refused, asked: ExposureKind | undefined): keyof typeof refusals => {
  switch (failed) {
    case "robot_attached":
      return "not_found"
    case "slug_published":
      return asked === undefined || asked === "datapoint" ? "unknown_datapoint" : "unknown_slug"
    case "kind_accepted":
      return "wrong_kind"
    default:
      return "forbidden"
  }
}

const keyOf = (robotId: RobotId, slug: string) => `${robotId}/${slug}`

/** What a socket follows, and whether it still may. The grant check is that of REST. */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    readonly subscribe: (session: ClientSocket, caller: Caller, frame: Frame<"subscribe">) => Effect.Effect<void>
    readonly unsubscribe: (session: ClientSocket, caller: Caller, frame: Frame<"unsubscribe">) => void
    readonly watch: (session: ClientSocket, caller: Caller, frame: Frame<"presence_subscribe">) => Effect.Effect<void>
    readonly unwatch: (session: ClientSocket, robotId: RobotId) => void
    /** Follows nothing until `resume`, and drops frames that were not sent yet. */
    readonly suspend: (session: ClientSocket, caller: Caller) => void
    /** Follows all of it again from what is current; ends what the caller may no longer follow. */
    readonly resume: (session: ClientSocket, caller: Caller) => Effect.Effect<void>
    /** Sends the current value of all that the socket follows. */
    readonly refresh: (session: ClientSocket, caller: Caller) => Effect.Effect<void>
    /** Ends what the caller may no longer follow with subscribe_error; of one robot, or of all. */
    readonly recheck: (session: ClientSocket, caller: Caller, robotId?: RobotId) => Effect.Effect<void>
    /** The socket closed. */
    readonly release: (session: ClientSocket, caller: Caller) => void
  }
>()("@fleet/server/Subscriptions") {
  static readonly layer = Layer.effect(
    Subscriptions,
    Effect.gen(function* () {
      const access = yield* Access
      const datapoints = yield* Datapoints
      const jobs = yield* Jobs
      const fanout = yield* Fanout
      const presence = yield* Presence
      const retryIfAccessChanged = yield* makeRetryIfAccessChanged

      const allowed = Effect.fnUntraced(function* (
        caller: Caller,
        robotId: RobotId,
        slug: string,
        asked: ExposureKind | undefined
      ) {
        const decided = access.resolve(caller, robotId, asked === undefined ? { slug } : { slug, kinds: [asked] })
        const { granted, kind } = yield* Effect.catch(decided, (refused) => refuse(codeOf(refused, asked)))
        if (kind === "publisher" || kind === "camera") return yield* refuse("not_subscribable")
        return { robot: granted.robot, kind }
      })

      const leave = (session: ClientSocket, caller: Caller, { robotId, topic }: Subscription) => {
        if (topic === null) return
        fanout.leave(topic, session.writer)
        presence.leave(robotId, caller)
      }

      const end = (session: ClientSocket, caller: Caller, subscription: Subscription) => {
        session.subscriptions.delete(keyOf(subscription.robotId, subscription.slug))
        leave(session, caller, subscription)
      }

      /** Ends a subscription that is no longer allowed with subscribe_error. */
      const refused = (session: ClientSocket, caller: Caller, subscription: Subscription, refusal: Refusal) => {
        const { kind, robotId, slug } = subscription
        end(session, caller, subscription)
        const gone = kind === "datapoint" ? "unknown_datapoint" : "unknown_slug"
        const code = refusal.code === "wrong_kind" ? gone : refusal.code
        session.send(subscribeError({ robot_id: robotId, slug }, code, refusal.message))
      }

      const lost = (session: ClientSocket, robotId: RobotId) => {
        session.watched.delete(robotId)
        presence.unwatch(robotId, session.writer)
        session.send(subscribeError({ robot_id: robotId }, "not_found", refusals.not_found))
      }

      /** The subscription: standing, or followed from now on. */
      const join = (session: ClientSocket, caller: Caller, robotId: RobotId, slug: string, kind: ExposureKind) => {
        const key = keyOf(robotId, slug)
        const standing = session.subscriptions.get(key)
        if (standing !== undefined && standing.topic !== null) return { subscription: standing, topic: standing.topic }
        const topic = fanout.join(robotId, slug, session.writer)
        const subscription: Subscription = { robotId, slug, kind, topic }
        session.subscriptions.set(key, subscription)
        presence.enter(robotId, caller)
        return { subscription, topic }
      }

      /** The current value of a topic, as a frame. */
      const current = Effect.fnUntraced(function* (kind: ExposureKind, topic: Topic, orgId: OrgId) {
        const { robotId, slug } = topic
        if (kind !== "datapoint") {
          const job = yield* jobs.current(robotId, slug)
          return job === null ? null : jobFrame(job)
        }
        const newest = yield* Effect.option(datapoints.latest({ robotId, orgId, slug, config: null }))
        return Option.match(newest, {
          onNone: () => null,
          onSome: ({ json, timestampMs }) => sampleFrame(topic, json, timestampMs)
        })
      })

      /**
       * Follows a slug that the caller may follow, from its current value on. At once, in the turn that saw the socket
       * open: one that has closed is released already, and would keep what it joins later.
       */
      const follow = (
        session: ClientSocket,
        caller: Caller,
        slug: string,
        { kind, robot }: { readonly kind: ExposureKind; readonly robot: ReachedRobot }
      ) => {
        // Joined before the current value is read: values that arrive meanwhile are newer and already sent.
        const { subscription, topic } = join(session, caller, robot.id, slug, kind)
        return sendCurrent(session, subscription, topic, robot.orgId)
      }

      /** Sends the current value of a topic that the socket follows, unless a newer one was sent meanwhile. */
      const sendCurrent = (session: ClientSocket, subscription: Subscription, topic: Topic, orgId: OrgId) => {
        const { kind, robotId, slug } = subscription
        const { version } = topic
        return Effect.map(current(kind, topic, orgId), (frameNow) => {
          const stands = session.subscriptions.get(keyOf(robotId, slug)) === subscription
          if (frameNow !== null && stands && topic.version === version) session.writer.message(topic, frameNow)
        })
      }

      return Subscriptions.of({
        subscribe: (session, caller, frame) =>
          Effect.gen(function* () {
            const { robot_id: robotId, slug } = frame
            const found = yield* retryIfAccessChanged(allowed(caller, robotId, slug, frame.kind))
            if (session.closed) return
            if (session.expired) return yield* refuse("not_authenticated")
            const repeated = session.subscriptions.has(keyOf(robotId, slug))
            if (!repeated && session.subscriptions.size + session.watched.size >= maxSubscriptions) {
              return yield* refuse("limit_reached")
            }
            yield* follow(session, caller, slug, found)
          }).pipe(
            Effect.catch((refusal: Refusal) =>
              Effect.sync(() => session.send(subscribeError(frame, refusal.code, refusal.message)))
            )
          ),

        unsubscribe: (session, caller, { robot_id, slug }) => {
          const subscription = session.subscriptions.get(keyOf(robot_id, slug))
          if (subscription !== undefined) end(session, caller, subscription)
        },

        watch: (session, caller, frame) =>
          Effect.gen(function* () {
            const robotId = frame.robot_id
            yield* Effect.catch(retryIfAccessChanged(access.requireRobot(caller, robotId)), () => refuse("not_found"))
            if (session.closed) return
            if (session.expired) return yield* refuse("not_authenticated")
            if (
              !session.watched.has(robotId) &&
              session.subscriptions.size + session.watched.size >= maxSubscriptions
            ) {
              return yield* refuse("limit_reached")
            }
            session.watched.add(robotId)
            presence.watch(robotId, session.writer, caller)
          }).pipe(
            Effect.catch((refusal: Refusal) =>
              Effect.sync(() => session.send(subscribeError(frame, refusal.code, refusal.message)))
            )
          ),

        unwatch: (session, robotId) => {
          if (session.watched.delete(robotId)) presence.unwatch(robotId, session.writer)
        },

        suspend: (session, caller) => {
          // First of all, or the socket would be sent a list of viewers without itself.
          for (const robotId of session.watched) presence.unwatch(robotId, session.writer)
          for (const [key, subscription] of session.subscriptions) {
            leave(session, caller, subscription)
            session.subscriptions.set(key, { ...subscription, topic: null })
          }
        },

        resume: Effect.fnUntraced(function* (session, caller) {
          const ended = () => session.closed || session.expired
          for (const subscription of session.subscriptions.values()) {
            const { kind, robotId, slug, topic } = subscription
            if (topic !== null) continue
            const found = yield* Effect.result(retryIfAccessChanged(allowed(caller, robotId, slug, kind)))
            if (ended()) return
            if (Result.isFailure(found)) refused(session, caller, subscription, found.failure)
            else yield* follow(session, caller, slug, found.success)
          }
          for (const robotId of session.watched) {
            const reached = yield* Effect.isSuccess(retryIfAccessChanged(access.requireRobot(caller, robotId)))
            if (ended()) return
            if (reached) presence.watch(robotId, session.writer, caller)
            else lost(session, robotId)
          }
        }),

        refresh: Effect.fnUntraced(function* (session, { orgId }) {
          for (const subscription of session.subscriptions.values()) {
            if (session.closed || session.expired) return
            if (subscription.topic !== null) yield* sendCurrent(session, subscription, subscription.topic, orgId)
          }
        }),

        recheck: Effect.fnUntraced(function* (session, caller, robotId) {
          for (const [key, subscription] of session.subscriptions) {
            const { kind, slug, topic } = subscription
            if (topic === null || (robotId !== undefined && topic.robotId !== robotId)) continue
            const found = yield* Effect.result(allowed(caller, topic.robotId, slug, kind))
            if (Result.isSuccess(found) || session.subscriptions.get(key) !== subscription) continue
            refused(session, caller, subscription, found.failure)
          }
          for (const watched of session.watched) {
            if (robotId !== undefined && watched !== robotId) continue
            const reached = yield* Effect.isSuccess(access.requireRobot(caller, watched))
            if (!reached && !session.expired && session.watched.has(watched)) lost(session, watched)
          }
        }),

        release: (session, caller) => {
          for (const robotId of session.watched) presence.unwatch(robotId, session.writer)
          session.watched.clear()
          for (const subscription of session.subscriptions.values()) end(session, caller, subscription)
        }
      })
    })
  )
}
