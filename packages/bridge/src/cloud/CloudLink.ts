import { Clock, Effect, Ref } from "effect"
import { CloudStateRef } from "./CloudState.ts"
import { afterRefusal, atLeast, backoff, pause } from "./Reconnect.ts"
import { type CloudSettings, session } from "./Session.ts"
import type { SessionLost } from "./SessionErrors.ts"

/** A connection that held this long starts the waiting times over. */
const stableMs = 10_000

/**
 * Keeps a session with the cloud: reconnects until the cloud says for good that it must not. What changes is said once,
 * not at each attempt.
 */
export const keepConnected = Effect.fnUntraced(function* (settings: CloudSettings) {
  const state = yield* CloudStateRef
  const openedAt = yield* Ref.make<number | undefined>(undefined)
  const onOpen = Effect.fnUntraced(function* (robotId: string) {
    const now = yield* Clock.currentTimeMillis
    yield* Ref.set(openedAt, now)
    Object.assign(state, { connected: true, robotId, sinceMs: now })
    yield* Effect.logInfo(`Connected to ${settings.url} as robot ${robotId}`)
  })
  let attempt = 0
  let reported = ""

  const onLost = Effect.fnUntraced(function* (lost: SessionLost) {
    const opened = yield* Ref.getAndSet(openedAt, undefined)
    const now = yield* Clock.currentTimeMillis
    if (state.connected || state.sinceMs === null) state.sinceMs = now
    Object.assign(state, { connected: false, lastError: lost.message, losses: state.losses + 1 })
    const stable = opened !== undefined && now - opened >= stableMs
    attempt = stable ? 0 : attempt
    if (opened !== undefined || lost.message !== reported) {
      reported = lost.message
      yield* Effect.logWarning(`Not connected to ${settings.url}: ${lost.message}. Retrying.`)
    }
    yield* pause(lost.mustAct ? afterRefusal : atLeast(backoff(attempt++), lost.retryAfterMs))
  })

  return yield* Effect.forever(Effect.catchTag(session(settings, onOpen), "SessionLost", onLost))
})
