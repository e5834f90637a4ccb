import { RateLimited } from "@fleet/domain/Errors"
import { Clock, Context, Effect, Layer } from "effect"

/** How many calls within how many milliseconds. */
export interface Window {
  readonly limit: number
  readonly windowMs: number
}

const perMinute = (limit: number): Window => ({ limit, windowMs: 60_000 })

const defaults = {
  client_login: perMinute(60),
  client_login_account: perMinute(10),
  session: perMinute(120)
}

export type Bucket = keyof typeof defaults

/** The size of each bucket. */
export const RateLimitTable = Context.Reference<Readonly<Record<Bucket, Window>>>("@fleet/server/RateLimitTable", {
  defaultValue: () => defaults
})

/** Keys that are let stand before the ones without recent calls are forgotten. */
const sweepAt = 10_000

/**
 * Sliding windows, kept in this process. A refused call is not counted, so a client that waits as told gets through.
 */
export class RateLimits extends Context.Service<
  RateLimits,
  {
    /** Counts a call, or refuses it when the window is full. */
    readonly take: (bucket: Bucket, key: string) => Effect.Effect<void, RateLimited>
  }
>()("@fleet/server/RateLimits") {
  static readonly layer = Layer.effect(
    RateLimits,
    Effect.gen(function* () {
      const table = yield* RateLimitTable
      const calls = new Map<string, { readonly at: Array<number>; readonly windowMs: number }>()
      let nextSweep = sweepAt

      const forgetQuiet = (now: number) => {
        for (const [key, { at, windowMs }] of calls) if (at.at(-1)! <= now - windowMs) calls.delete(key)
        nextSweep = Math.max(sweepAt, calls.size * 2)
      }

      const take = Effect.fnUntraced(function* (bucket: Bucket, key: string) {
        const now = yield* Clock.currentTimeMillis
        const { limit, windowMs } = table[bucket]
        const name = `${bucket}\n${key}`
        const at = calls.get(name)?.at ?? []
        const firstWithin = at.findIndex((time) => time > now - windowMs)
        at.splice(0, firstWithin === -1 ? at.length : firstWithin)
        if (at.length >= limit) {
          return yield* new RateLimited({ details: { retry_after_ms: Math.max(1, at[0]! + windowMs - now) } })
        }
        at.push(now)
        calls.set(name, { at, windowMs })
        if (calls.size > nextSweep) forgetQuiet(now)
      })

      return RateLimits.of({ take })
    })
  )
}
