import type { RateLimited } from "@fleet/domain/Errors"
import type { ClientMessage } from "@fleet/domain/realtime/ClientMessages"
import { RealtimeClose } from "@fleet/domain/realtime/CloseCodes"
import type { ServerMessage } from "@fleet/domain/realtime/ServerMessages"
import { Clock, Context, Effect, FiberSet, Layer, Result } from "effect"
import type { Upgraded } from "../platform/http/Upgrades.ts"
import { Counters } from "../platform/telemetry/Counters.ts"
import { makeAccessWatch } from "./AccessWatch.ts"
import { beforeAuth, type MalformedCommand, onceExpired, readFrame } from "./ClientFrames.ts"
import { OrgActivity } from "./OrgActivity.ts"
import { WriteScheduler } from "./SocketWriter.ts"
import { makeRealtimeAuth } from "./RealtimeAuth.ts"
import { RealtimeCommands } from "./RealtimeCommands.ts"
import { type Identity, ClientSocket } from "./ClientSocket.ts"
import { Subscriptions } from "./Subscriptions.ts"

type Frame = Readonly<Record<string, unknown>>
type Readable = Exclude<ClientMessage, { readonly type: "auth" }> | MalformedCommand

/** Between two checks of the sockets' timers: at whole multiples of this, since tokens end at whole seconds. */
const tickEveryMs = 500

/** Every /realtime socket of this process, from its opening to its end. */
export class RealtimeHost extends Context.Service<
  RealtimeHost,
  {
    readonly open: (opened: Upgraded) => void
    /** Too many auths of this address failed in the last minute. */
    readonly barred: (ip: string) => RateLimited | null
    /** Whether auths wait for so long that no further client should be let in. */
    readonly isBusy: () => boolean
    /** Before the server stops: closes every socket with 1012, so that clients reconnect. */
    readonly closeAll: Effect.Effect<void>
  }
>()("@fleet/server/RealtimeHost") {
  static readonly layer = Layer.effect(
    RealtimeHost,
    Effect.gen(function* () {
      const auth = yield* makeRealtimeAuth
      const subscriptions = yield* Subscriptions
      const commands = yield* RealtimeCommands
      const activity = yield* OrgActivity
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const run = yield* FiberSet.makeRuntime()
      const now = () => clock.currentTimeMillisUnsafe()
      const scheduler = new WriteScheduler()
      const sessions = new Set<ClientSocket>()

      const serve = (session: ClientSocket, identity: Identity | null, message: Readable) => {
        if (identity === null) return Effect.void
        const { caller } = identity
        switch (message.type) {
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
          case "release":
          case "stop":
            return commands.run(caller, message, (result) => session.send(result))
          case "time":
            return Effect.sync(() => session.send({ type: "time", request_id: message.request_id, server_ms: now() }))
          case "org_event_subscribe":
          case "org_event_unsubscribe":
            return Effect.sync(() => {
              if (caller.kind !== "developer") {
                session.send({ type: "error", code: "forbidden", message: "Developers only." })
              } else if (message.type === "org_event_subscribe")
                activity.subscribe(caller.orgId, session.writer, message.after)
              else activity.unsubscribe(caller.orgId, session.writer)
            })
        }
      }

      /** What a frame is refused with for want of a token; null where it may be read. */
      const unproven = (session: ClientSocket, frame: Frame): ServerMessage | null => {
        if (frame["type"] === "auth") return null
        if (session.identity === null) return beforeAuth(frame)
        session.expire(now())
        return session.expired ? onceExpired(frame) : null
      }

      const handle = (session: ClientSocket, frame: Frame): Effect.Effect<void> => {
        const refusal = unproven(session, frame)
        const read = refusal === null ? readFrame(frame) : Result.fail(refusal)
        if (Result.isFailure(read)) return Effect.sync(() => session.send(read.failure))
        return read.success.type === "auth"
          ? auth.present(session, read.success.token)
          : serve(session, session.identity, read.success)
      }

      /**
       * A client without an answer would wait for ever; one that reconnects asks again. Before its first auth it is left
       * to the deadline, so that an outage does not make all of them reconnect at once, and again.
       */
      const missed = (session: ClientSocket) =>
        Effect.sync(() => {
          if (session.identity !== null) session.close(RealtimeClose.restarting, "a frame could not be served")
        })

      yield* makeAccessWatch(sessions)

      const nextTick = Effect.suspend(() => Effect.sleep(tickEveryMs - (now() % tickEveryMs)))
      const tick = Effect.sync(() => {
        const nowMs = now()
        for (const session of sessions) session.tick(nowMs)
        counters.realtime_auths_waiting = auth.waiting()
      })
      const guarded = Effect.catchDefect(tick, (defect) => Effect.logError("socket timers failed", defect))
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(nextTick, guarded)))

      const events = {
        now,
        onExpired: auth.expire,
        handle: (session: ClientSocket, frame: Frame, done: () => void) =>
          void run(
            Effect.ensuring(
              Effect.catchCause(
                Effect.suspend(() => handle(session, frame)),
                (cause) =>
                  Effect.andThen(Effect.logError("realtime frame could not be processed", cause), () => missed(session))
              ),
              Effect.sync(done)
            )
          ),
        onClose: (session: ClientSocket) => {
          sessions.delete(session)
          counters.realtime_sockets = sessions.size
          auth.release(session)
        }
      }

      return RealtimeHost.of({
        barred: auth.barred,
        isBusy: auth.isBusy,
        closeAll: Effect.sync(() => {
          for (const session of sessions) session.close(RealtimeClose.restarting, "server restarting")
        }),
        open: (opened) => {
          sessions.add(new ClientSocket(opened, scheduler, events, counters))
          counters.realtime_sockets = sessions.size
        }
      })
    })
  )
}
