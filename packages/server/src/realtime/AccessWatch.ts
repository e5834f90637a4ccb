import type { RobotId } from "@fleet/domain/Ids"
import { RealtimeClose } from "@fleet/domain/realtime/CloseCodes"
import { Effect, FiberHandle, FiberSet, Redacted, Result, Semaphore } from "effect"
import { bearerOf, revokedBy } from "../access/revoked.ts"
import { Credentials } from "../access/Credentials.ts"
import { Bus } from "../platform/bus/Bus.ts"
import type { Fact } from "../platform/bus/Facts.ts"
import type { Identity, ClientSocket } from "./ClientSocket.ts"
import { Subscriptions } from "./Subscriptions.ts"

/** A change may concern every socket: so many are checked at a time, and requests find the database free between them. */
const checksAtOnce = 32

/** A robot's holder writes its newest values once a second: by then the others can read one whose message they missed. */
const writtenAfter = "2 seconds"

/** Closes open sockets, or ends what they follow, when what they may do changes. */
export const makeAccessWatch = Effect.fnUntraced(function* (sessions: Iterable<ClientSocket>) {
  const credentials = yield* Credentials
  const subscriptions = yield* Subscriptions
  const bus = yield* Bus
  const run = yield* FiberSet.makeRuntime()
  const runLater = yield* FiberHandle.makeRuntime<never>()
  const few = Semaphore.withPermits(yield* Semaphore.make(checksAtOnce), 1)

  /** Reads the credential's row again, then everything the socket follows. */
  const reprove = Effect.fnUntraced(function* (session: ClientSocket) {
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
    // A token that only ran out follows nothing any more.
    if (proven.failure.code !== "token_expired") session.close(RealtimeClose.sessionEnded, "session ended")
  })

  /** Sends what the socket follows again as it is now: a change may have been missed. */
  const refresh = (session: ClientSocket) =>
    Effect.suspend(() =>
      session.closed || session.identity === null
        ? Effect.void
        : subscriptions.refresh(session, session.identity.caller)
    )

  /** Nothing of a topic leaves before the check is done. A socket that cannot be checked is closed: it may come back. */
  const check = (session: ClientSocket, checked: Effect.Effect<void>) => {
    session.writer.hold()
    const orClose = Effect.catchCause(checked, (cause) =>
      Effect.andThen(
        Effect.logError("socket access could not be checked", cause),
        Effect.sync(() => session.close(RealtimeClose.restarting, "access could not be checked"))
      )
    )
    run(
      Effect.ensuring(
        few(orClose),
        Effect.sync(() => session.writer.resume())
      )
    )
  }

  const checkAll = (checked: (session: ClientSocket) => Effect.Effect<void>) => {
    for (const session of sessions) if (session.identity !== null) check(session, checked(session))
  }

  const ofRobot =
    (robotId: RobotId) =>
    (session: ClientSocket, { caller }: Identity) => {
      const follows =
        session.watched.has(robotId) ||
        [...session.subscriptions.values()].some((subscription) => subscription.robotId === robotId)
      if (follows) check(session, subscriptions.recheck(session, caller, robotId))
    }

  const react = (event: Fact): ((session: ClientSocket, identity: Identity) => void) | null => {
    const isRevoked = revokedBy(event)
    if (isRevoked !== null) {
      return (session, { caller }) => {
        if (isRevoked(bearerOf(caller))) session.close(RealtimeClose.sessionEnded, "session ended")
      }
    }
    switch (event.type) {
      case "app_access_changed":
        return (session, { caller }) => {
          if (caller.kind !== "developer" && caller.appId === event.appId) check(session, reprove(session))
        }
      case "config_published":
      case "robot_deleted":
      case "slug_renamed":
        return ofRobot(event.robotId)
      default:
        return null
    }
  }

  yield* bus.onFact(
    (event) => {
      const reaction = react(event)
      if (reaction === null) return
      for (const session of sessions) if (session.identity !== null) reaction(session, session.identity)
    },
    () => {
      checkAll((session) => Effect.andThen(reprove(session), refresh(session)))
      runLater(
        Effect.delay(
          Effect.sync(() => checkAll(refresh)),
          writtenAfter
        )
      )
    }
  )
})
