import { Clock, Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Settings } from "../settings/Settings.ts"
import type { Window } from "../settings/RateWindows.ts"
import { everySync } from "../schedule/every.ts"
import { RateLimitKeys } from "./RateLimitKeys.ts"

/** The clock may be set back, and servers' clocks differ a little: no call counts longer than its window. */
const within = (calls: ReadonlyArray<number>, { windowMs }: Window, nowMs: number): Array<number> =>
  calls.filter((at) => at > nowMs - windowMs).map((at) => Math.min(at, nowMs))

/** How often expired keys are dropped. */
const sweptEvery = "1 minute"

/** Where calls are counted. A store decides and counts in one step. */
export class RateLimitStore extends Context.Service<
  RateLimitStore,
  {
    /**
     * Counts a call and answers 0; or, where the window is full, counts nothing and answers the milliseconds to wait. Not
     * for use within a transaction: the call would be counted when that commits, and never if it does not.
     */
    readonly take: (key: string, window: Window, nowMs: number) => Effect.Effect<number>
  }
>()("@fleet/server/RateLimitStore") {
  /** This process's memory. */
  static readonly memory = Layer.effect(
    RateLimitStore,
    Effect.gen(function* () {
      const windows = new RateLimitKeys<{ readonly calls: Array<number>; readonly expiresAtMs: number }>()
      const clock = yield* Clock.Clock
      yield* everySync(sweptEvery, () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        windows.forget(({ expiresAtMs }) => expiresAtMs <= nowMs)
      })

      return RateLimitStore.of({
        take: (key, window, nowMs) =>
          Effect.sync(() => {
            const { limit, windowMs } = window
            const calls = within(windows.get(key)?.calls ?? [], window, nowMs)
            const isFull = calls.length >= limit
            if (!isFull) calls.push(nowMs)
            windows.set(key, { calls, expiresAtMs: nowMs + windowMs })
            return isFull ? Math.max(1, calls[0]! + windowMs - nowMs) : 0
          })
      })
    })
  )

  /** The database, for all the servers on it. */
  static readonly shared = Layer.effect(
    RateLimitStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      /** Until when a key is known to be refused: a flood of calls over the limit does not reach the database. */
      const full = new RateLimitKeys<number>()
      const clock = yield* Clock.Clock
      yield* everySync(sweptEvery, () => {
        const nowMs = clock.currentTimeMillisUnsafe()
        full.forget((untilMs) => untilMs <= nowMs)
      })

      const count = (key: string, { limit, windowMs }: Window, nowMs: number) =>
        sql<{ wait_ms: number }>`
          INSERT INTO rate_limit_windows AS known (key, calls_ms, wait_ms, quiet_at_ms)
          VALUES (${key}, ARRAY[${nowMs}::bigint], 0, ${nowMs + windowMs}::bigint)
          ON CONFLICT (key) DO UPDATE SET (calls_ms, wait_ms, quiet_at_ms) = (
            SELECT
              CASE WHEN cardinality(calls) < ${limit}::int THEN calls || ${nowMs}::bigint ELSE calls END,
              CASE WHEN cardinality(calls) < ${limit}::int THEN 0
                ELSE greatest(1, calls[1] + ${windowMs}::bigint - ${nowMs}::bigint) END,
              EXCLUDED.quiet_at_ms
            FROM (
              SELECT ARRAY(
                SELECT least(at, ${nowMs}::bigint) FROM unnest(known.calls_ms) AS at
                WHERE at > ${nowMs - windowMs}::bigint ORDER BY at
              ) AS calls
            ) AS within
          )
          RETURNING wait_ms`.pipe(
          Effect.orDie,
          Effect.map(([row]) => row!.wait_ms)
        )

      const forgetWindows = Effect.gen(function* () {
        yield* sql`
          DELETE FROM rate_limit_windows WHERE key IN (
            SELECT key FROM rate_limit_windows WHERE quiet_at_ms <= ${yield* Clock.currentTimeMillis}::bigint
            FOR UPDATE SKIP LOCKED
          )`
      })
      yield* Effect.sleep("5 minutes").pipe(
        Effect.andThen(forgetWindows),
        Effect.catchCause((cause) => Effect.logError("expired rate limit windows could not be deleted", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      return RateLimitStore.of({
        take: Effect.fnUntraced(function* (key, window, nowMs) {
          const knownMs = (full.get(key) ?? 0) - nowMs
          if (knownMs > 0 && knownMs <= window.windowMs) return knownMs
          const waitMs = yield* count(key, window, nowMs)
          if (waitMs > 0) full.set(key, nowMs + waitMs)
          return waitMs
        })
      })
    })
  )

  /** A database of its own serves one process, which counts faster by itself. */
  static readonly layer = Layer.unwrap(
    Effect.map(Settings, ({ databaseUrl }) =>
      Option.isSome(databaseUrl) ? RateLimitStore.shared : RateLimitStore.memory
    )
  )
}
