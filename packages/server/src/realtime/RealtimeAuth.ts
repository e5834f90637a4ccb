import type { Caller } from "@fleet/domain/Caller"
import { identityOf } from "@fleet/domain/ClientIdentity"
import { RateLimited } from "@fleet/domain/Errors"
import type { OrgId } from "@fleet/domain/Ids"
import { Clock, DateTime, Effect, Redacted, Result } from "effect"
import { Credentials } from "../access/Credentials.ts"
import { makeSocketAdmission } from "../platform/limits/Admission.ts"
import { FailureLimit } from "../platform/limits/FailureLimit.ts"
import { Counters } from "../platform/telemetry/Counters.ts"
import { Meters } from "../org/Meters.ts"
import { Quotas } from "../plans/Quotas.ts"
import { HealthEvents } from "./HealthEvents.ts"
import { makeLiveSessionEvents } from "./LiveSessionEvents.ts"
import { OrgActivity } from "./OrgActivity.ts"
import type { ClientSocket } from "./ClientSocket.ts"
import { makeRetryIfAccessChanged } from "../access/retryIfAccessChanged.ts"
import { Subscriptions } from "./Subscriptions.ts"

const maxFailedAuthsPerMinute = 60

/** Codes of auth_error for what a credential is refused with. */
const authCodes = {
  unauthorized: "invalid_token",
  token_expired: "token_expired",
  token_revoked: "token_revoked",
  org_locked: "org_locked"
} as const

const expired = "The session token has expired."

/** The identity of sockets: authentication, renewal, expiry, and the org's number of sockets. */
export const makeRealtimeAuth = Effect.gen(function* () {
  const credentials = yield* Credentials
  const subscriptions = yield* Subscriptions
  const activity = yield* OrgActivity
  const news = yield* makeLiveSessionEvents
  const health = yield* HealthEvents
  const counters = yield* Counters
  const clock = yield* Clock.Clock
  const retryIfAccessChanged = yield* makeRetryIfAccessChanged
  const quotas = yield* Quotas
  const now = () => clock.currentTimeMillisUnsafe()
  const failures = new FailureLimit(maxFailedAuthsPerMinute, 60_000)
  const admission = yield* makeSocketAdmission
  const perOrg = new Map<OrgId, number>()
  ;(yield* Meters).connect("max_realtime_connections", (orgId) => perOrg.get(orgId) ?? 0)

  const count = (orgId: OrgId, change: 1 | -1) => {
    const sockets = (perOrg.get(orgId) ?? 0) + change
    if (sockets === 0) perOrg.delete(orgId)
    else perOrg.set(orgId, sockets)
  }

  const refuse = (session: ClientSocket, code: (typeof authCodes)[keyof typeof authCodes], message: string) => {
    counters.realtime_auths_refused_total++
    failures.failed(session.ip, now())
    session.refuseAuth(code, message)
  }

  const authOk = (session: ClientSocket, caller: Caller, expires_at: DateTime.Utc | null) =>
    session.send({
      type: "auth_ok",
      identity: identityOf(caller),
      session_id: session.id,
      expires_at,
      server_ms: now()
    })

  return {
    /**
     * Answers an auth frame. An accepted one resumes what was suspended when the token expired. The token that the socket
     * holds already is answered from memory: what ends it ends the socket too.
     */
    present: Effect.fnUntraced(function* (session: ClientSocket, token: string) {
      const held = session.identity
      if (held !== null && held.token === token && (held.expiresAtMs === null || held.expiresAtMs > now())) {
        const expires_at = held.expiresAtMs === null ? null : DateTime.makeUnsafe(held.expiresAtMs)
        return authOk(session, held.caller, expires_at)
      }
      const proving = retryIfAccessChanged(credentials.proveWithExpiry(Redacted.make(token)))
      const proven = yield* Effect.result(admission.admit(proving))
      if (session.closed) return
      if (Result.isFailure(proven)) return refuse(session, authCodes[proven.failure.code], proven.failure.message)
      const { caller, expiresAt } = proven.success
      const expiresAtMs = expiresAt === null ? null : DateTime.toEpochMillis(expiresAt)
      if (expiresAtMs !== null && expiresAtMs <= now()) return refuse(session, "token_expired", expired)
      const before = session.identity?.caller
      if (before !== undefined && (before.kind !== caller.kind || before.id !== caller.id)) {
        return session.refuseAuth("forbidden", "A socket keeps the identity it began with.")
      }
      if (before === undefined) {
        if ((perOrg.get(caller.orgId) ?? 0) >= quotas(caller.orgId).max_realtime_connections) {
          return session.refuseAuth("quota_exceeded", "The organisation has too many realtime connections.")
        }
        count(caller.orgId, 1)
      }
      session.accept({ caller, token, expiresAtMs })
      authOk(session, caller, expiresAt)
      if (before === undefined) news.join(caller, session)
      if (before === undefined && caller.kind === "developer") health.join(caller.orgId, session.writer)
      activity.resume(caller.orgId, session.writer)
      health.resume(caller.orgId, session.writer)
      yield* subscriptions.resume(session, caller)
    }),

    /** The token expired: the socket is suspended until another is accepted. */
    expire: (session: ClientSocket) => {
      if (session.identity === null) return
      const { caller } = session.identity
      subscriptions.suspend(session, caller)
      activity.pause(caller.orgId, session.writer)
      health.pause(caller.orgId, session.writer)
      session.send({ type: "auth_error", code: "token_expired", message: expired })
    },

    /** The socket closed. */
    release: (session: ClientSocket) => {
      if (session.identity === null) return
      const { caller } = session.identity
      count(caller.orgId, -1)
      subscriptions.release(session, caller)
      activity.unsubscribe(caller.orgId, session.writer)
      health.leave(caller.orgId, session.writer)
      news.leave(caller, session)
    },

    /** Whether auths wait for so long that no further client should be let in. */
    isBusy: () => admission.isBusy,

    /** Auths that wait for others. */
    waiting: () => admission.waiting,

    /** Too many auths of this address failed in the last minute. */
    barred: (ip: string): RateLimited | null => {
      const retryAfterMs = failures.barredForMs(ip, now())
      return retryAfterMs === null ? null : new RateLimited({ details: { retry_after_ms: retryAfterMs } })
    }
  }
})
