import type { Caller } from "@fleet/domain/Caller"
import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { SubscribeErrorCode } from "@fleet/domain/realtime/ServerMessages"
import type { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import { type ExposureKind, isBuiltin } from "@fleet/domain/Slug"
import { Context, Effect, Layer, Option } from "effect"
import { Grants } from "../auth/Grants.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { PublishedConfigs } from "../robots/config/PublishedConfigs.ts"
import { Datapoints } from "../robots/datapoints/Datapoints.ts"
import { subscribeError } from "./ClientFrames.ts"
import { Fanout, jobFrame, sampleFrame } from "./Fanout.ts"
import type { RealtimeSession, Subscription } from "./RealtimeSession.ts"
import { makeSteadily } from "./Steadily.ts"
import { Viewers } from "./Viewers.ts"

/** Subscriptions one socket may hold, presence included. */
const limit = 500

type Frame<Type extends ClientMessage["type"]> = Extract<ClientMessage, { readonly type: Type }>
type Refusal = { readonly code: SubscribeErrorCode; readonly message: string }

const refusals = {
  not_found: "No such robot.",
  forbidden: "The role does not grant this.",
  unknown_datapoint: "The published configuration has no such datapoint.",
  unknown_slug: "The published configuration has no such slug.",
  wrong_kind: "The slug is of another kind.",
  not_subscribable: "Publishers and cameras cannot be subscribed to.",
  limit_reached: `A socket holds at most ${limit} subscriptions.`
} as const satisfies Partial<Record<SubscribeErrorCode, string>>

const refuse = (code: keyof typeof refusals): Effect.Effect<never, Refusal> =>
  Effect.fail({ code, message: refusals[code] })

const keyOf = (robotId: RobotId, slug: string) => `${robotId}/${slug}`

/** What a socket follows, and whether it still may. The grant check is that of REST. */
export class Subscriptions extends Context.Service<
  Subscriptions,
  {
    readonly subscribe: (session: RealtimeSession, caller: Caller, frame: Frame<"subscribe">) => Effect.Effect<void>
    readonly unsubscribe: (session: RealtimeSession, caller: Caller, frame: Frame<"unsubscribe">) => void
    readonly watch: (
      session: RealtimeSession,
      caller: Caller,
      frame: Frame<"presence_subscribe">
    ) => Effect.Effect<void>
    readonly unwatch: (session: RealtimeSession, robotId: RobotId) => void
    /** Ends what the caller may no longer follow, saying so; of one robot, or of all. */
    readonly recheck: (session: RealtimeSession, caller: Caller, robotId?: RobotId) => Effect.Effect<void>
    /** The socket is gone. */
    readonly release: (session: RealtimeSession, caller: Caller) => void
  }
>()("@fleet/server/Subscriptions") {
  static readonly layer = Layer.effect(
    Subscriptions,
    Effect.gen(function* () {
      const grants = yield* Grants
      const configs = yield* PublishedConfigs
      const datapoints = yield* Datapoints
      const jobs = yield* Jobs
      const fanout = yield* Fanout
      const viewers = yield* Viewers
      const steadily = yield* makeSteadily

      /** The robot (not_found), the grant (forbidden), then the slug and its kind. */
      const allowed = Effect.fnUntraced(function* (
        caller: Caller,
        robotId: RobotId,
        slug: string,
        asked: ExposureKind | undefined
      ) {
        const robot = yield* grants
          .require(caller, robotId, slug)
          .pipe(Effect.catch((error) => refuse(error.code === "forbidden" ? "forbidden" : "not_found")))
        const { exposures } = yield* configs.current(robotId)
        const kind = isBuiltin(slug) ? "datapoint" : exposures.get(slug)?.kind
        if (kind === undefined) {
          return yield* refuse(asked === undefined || asked === "datapoint" ? "unknown_datapoint" : "unknown_slug")
        }
        if (asked !== undefined && asked !== kind) return yield* refuse("wrong_kind")
        if (kind === "publisher" || kind === "camera") return yield* refuse("not_subscribable")
        return { robot, kind }
      })

      const leave = (session: RealtimeSession, caller: Caller, key: string, { topic }: Subscription) => {
        session.subscriptions.delete(key)
        fanout.leave(topic, session.outlet)
        viewers.leave(topic.robotId, caller)
      }

      /** The subscription, new or standing. */
      const join = (session: RealtimeSession, caller: Caller, robotId: RobotId, slug: string, kind: ExposureKind) => {
        const key = keyOf(robotId, slug)
        let subscription = session.subscriptions.get(key)
        if (subscription === undefined) {
          subscription = { topic: fanout.join(robotId, slug, session.outlet), kind }
          session.subscriptions.set(key, subscription)
          viewers.enter(robotId, caller)
        }
        return subscription
      }

      /** What a topic says now, as a frame. */
      const current = Effect.fnUntraced(function* ({ kind, topic }: Subscription, orgId: OrgId) {
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

      return Subscriptions.of({
        subscribe: (session, caller, frame) =>
          Effect.gen(function* () {
            const { robot_id: robotId, slug } = frame
            const { kind, robot } = yield* steadily(allowed(caller, robotId, slug, frame.kind))
            const repeated = session.subscriptions.has(keyOf(robotId, slug))
            if (!repeated && session.subscriptions.size + session.watched.size >= limit) {
              return yield* refuse("limit_reached")
            }
            if (session.closed) return
            // Joined before the current value is read: whatever comes meanwhile is newer, and is on its way already.
            const subscription = join(session, caller, robotId, slug, kind)
            const { said } = subscription.topic
            const frameNow = yield* current(subscription, robot.orgId)
            const stands = session.subscriptions.get(keyOf(robotId, slug)) === subscription
            if (frameNow !== null && stands && subscription.topic.said === said) {
              session.outlet.message(subscription.topic, frameNow)
            }
          }).pipe(
            Effect.catch((refusal: Refusal) =>
              Effect.sync(() => session.send(subscribeError(frame, refusal.code, refusal.message)))
            )
          ),

        unsubscribe: (session, caller, { robot_id, slug }) => {
          const key = keyOf(robot_id, slug)
          const subscription = session.subscriptions.get(key)
          if (subscription !== undefined) leave(session, caller, key, subscription)
        },

        watch: (session, caller, frame) =>
          Effect.gen(function* () {
            const robotId = frame.robot_id
            yield* Effect.catch(steadily(grants.reach(caller, robotId)), () => refuse("not_found"))
            if (!session.watched.has(robotId) && session.subscriptions.size + session.watched.size >= limit) {
              return yield* refuse("limit_reached")
            }
            if (session.closed) return
            session.watched.add(robotId)
            viewers.watch(robotId, session.outlet, caller)
          }).pipe(
            Effect.catch((refusal: Refusal) =>
              Effect.sync(() => session.send(subscribeError(frame, refusal.code, refusal.message)))
            )
          ),

        unwatch: (session, robotId) => {
          if (session.watched.delete(robotId)) viewers.unwatch(robotId, session.outlet)
        },

        recheck: Effect.fnUntraced(function* (session, caller, robotId) {
          for (const [key, subscription] of session.subscriptions) {
            const { kind, topic } = subscription
            if (robotId !== undefined && topic.robotId !== robotId) continue
            const refusal = yield* Effect.match(allowed(caller, topic.robotId, topic.slug, kind), {
              onSuccess: () => null,
              onFailure: (error) => error
            })
            if (refusal === null || session.subscriptions.get(key) !== subscription) continue
            leave(session, caller, key, subscription)
            const gone = kind === "datapoint" ? "unknown_datapoint" : "unknown_slug"
            const code = refusal.code === "wrong_kind" ? gone : refusal.code
            session.send(subscribeError({ robot_id: topic.robotId, slug: topic.slug }, code, refusal.message))
          }
          for (const watched of session.watched) {
            if (robotId !== undefined && watched !== robotId) continue
            const reached = yield* Effect.isSuccess(grants.reach(caller, watched))
            if (reached || !session.watched.delete(watched)) continue
            viewers.unwatch(watched, session.outlet)
            session.send(subscribeError({ robot_id: watched }, "not_found", refusals.not_found))
          }
        }),

        release: (session, caller) => {
          for (const [key, subscription] of session.subscriptions) leave(session, caller, key, subscription)
          for (const robotId of session.watched) viewers.unwatch(robotId, session.outlet)
          session.watched.clear()
        }
      })
    })
  )
}
