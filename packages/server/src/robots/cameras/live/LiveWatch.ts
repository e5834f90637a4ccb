import type { OrgId } from "@fleet/domain/Ids"
import { Effect, FiberSet, Layer } from "effect"
import { Access, unread } from "../../../access/Access.ts"
import { Credentials } from "../../../access/Credentials.ts"
import { bearerOf, revokedBy } from "../../../access/revoked.ts"
import { Plans } from "../../../plans/Plans.ts"
import { UsageCounters } from "../../../plans/UsageCounters.ts"
import { Bus } from "../../../platform/bus/Bus.ts"
import { every } from "../../../platform/schedule/every.ts"
import { appOf, type LiveSession } from "./LiveSession.ts"
import { LiveSessions } from "./LiveSessions.ts"

/** Ends live sessions whose callers may watch no more, or whose organisation has used up its month. */
export const LiveWatch = Layer.effectDiscard(
  Effect.gen(function* () {
    const access = yield* Access
    const bus = yield* Bus
    const counters = yield* UsageCounters
    const credentials = yield* Credentials
    const live = yield* LiveSessions
    const plans = yield* Plans
    const run = yield* FiberSet.makeRuntime()

    const unchecked = { reason: "unknown", detail: "access could not be checked" } as const

    const checkAccess = (session: LiveSession) => {
      const { caller, robotId, slug } = session
      return access.resolve(unread(caller), robotId, { slug, kinds: ["camera"] }).pipe(
        Effect.asVoid,
        Effect.catch(() => Effect.sync(() => live.end(session, { reason: "revoked" })))
      )
    }

    /** A server key cannot be read again without its secret: its holder has to ask anew. */
    const checkAll = Effect.fnUntraced(function* (session: LiveSession) {
      const { caller } = session
      if (caller.kind === "server_key") return live.end(session, unchecked)
      if (yield* credentials.goesOn(caller)) return yield* checkAccess(session)
      live.end(session, { reason: "revoked", isCredential: true })
    })

    const check = (session: LiveSession, checked: Effect.Effect<void>) =>
      run(
        Effect.catchCause(checked, (cause) =>
          Effect.andThen(
            Effect.logError("access to live video could not be checked", cause),
            Effect.sync(() => live.end(session, unchecked))
          )
        )
      )

    yield* bus.onFact(
      (fact) => {
        const isRevoked = revokedBy(fact)
        if (isRevoked !== null) {
          for (const session of live.open())
            if (isRevoked(bearerOf(session.caller))) live.end(session, { reason: "revoked", isCredential: true })
        } else if (fact.type === "app_access_changed") {
          for (const session of live.open()) if (appOf(session) === fact.appId) check(session, checkAccess(session))
        }
      },
      () => live.open().forEach((session) => check(session, checkAll(session)))
    )

    const limit = Effect.fnUntraced(function* (orgId: OrgId) {
      yield* Effect.catchTag(plans.admitLiveVideo(orgId, 0), "plan_limit", () =>
        Effect.sync(() => {
          for (const session of live.open())
            if (session.orgId === orgId && appOf(session) !== null) live.end(session, { reason: "plan_limit" })
        })
      )
    })
    yield* counters.beforeFlush(live.count)
    yield* every(
      "30 seconds",
      "use of live video could not be checked",
      Effect.gen(function* () {
        live.count()
        const watched = live.open().filter((session) => appOf(session) !== null)
        yield* Effect.forEach(new Set(watched.map(({ orgId }) => orgId)), limit, { discard: true })
      })
    )
  })
)
