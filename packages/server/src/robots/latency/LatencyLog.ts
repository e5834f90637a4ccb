import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { LatencyBucket, LatencyQuery, LatencyResponse } from "@fleet/domain/OrgReports"
import { Clock, Context, Effect, Layer, Schedule } from "effect"
import { makeWriteBehind } from "../../platform/sql/makeWriteBehind.ts"
import { dateOf } from "../../platform/sql/values.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { LatencyPart } from "./LatencyPart.ts"
import { LatencyStore } from "./LatencyStore.ts"
import { RunningMinute } from "./RunningMinute.ts"
import { UnwrittenMinutes } from "./UnwrittenMinutes.ts"

const maxBuckets = 20_000

/** Minutes of robots that one statement writes, at most. */
const atOnce = 5_000

/** How long a server that stops waits for the minutes to be written, and how long for a second try. */
const stopWithin = { first: "2 seconds", again: "1 second" } as const

/** The latency of bridge links, minute by minute. Bridges of this process are measured here. */
export class LatencyLog extends Context.Service<
  LatencyLog,
  {
    /** What is kept of an org's robots; the minute that runs now is not in it. */
    readonly read: (orgId: OrgId, query: LatencyQuery) => Effect.Effect<LatencyResponse>
  }
>()("@fleet/server/LatencyLog") {
  static readonly layer = Layer.effect(
    LatencyLog,
    Effect.gen(function* () {
      const store = yield* LatencyStore
      const clock = yield* Clock.Clock
      const now = () => clock.currentTimeMillisUnsafe()
      const homes = yield* RobotHomes
      const minute = new RunningMinute(now())
      const unwritten = new UnwrittenMinutes()

      const { flush, flushOf } = yield* makeWriteBehind({
        name: "latency minutes",
        when: { every: "1 second" },
        atOnce,
        queue: unwritten,
        write: store.add,
        stopWithin: stopWithin.again
      })
      const endMinute: Effect.Effect<void> = Effect.sync(() => unwritten.add(minute.take(parts.all(), now())))
      const logDropped = Effect.suspend(() => {
        const dropped = unwritten.takeDropped()
        return dropped === 0
          ? Effect.void
          : Effect.logError(`${dropped} latency minutes dropped: too many wait to be written`)
      })

      const parts = yield* homes.register({
        open: (home) => new LatencyPart(home, minute, now, { queue: unwritten, flushOf }),
        flush: Effect.andThen(endMinute, flush).pipe(
          Effect.timeout(stopWithin.first),
          Effect.ignoreCause({ log: true })
        )
      })

      // Apart from the writing, so that minutes end in time while the database is slow.
      yield* Effect.suspend(() => (minute.isOver(now()) ? endMinute : Effect.void)).pipe(
        Effect.andThen(logDropped),
        Effect.catchCause((cause) => Effect.logError("latency minutes could not be ended", cause)),
        Effect.repeat(Schedule.spaced("1 second")),
        Effect.forkScoped
      )

      return LatencyLog.of({
        read: Effect.fn("LatencyLog.read")(function* (orgId, { from_ms, robot_id = null, to_ms }) {
          const rows = yield* store.list({
            orgId,
            from: dateOf(from_ms),
            to: dateOf(to_ms),
            robotId: robot_id,
            limit: maxBuckets + 1
          })
          const series = new Map<RobotId, Array<LatencyBucket>>()
          for (const { robot_id: id, ...bucket } of rows.slice(0, maxBuckets)) {
            const known = series.get(id)
            if (known === undefined) series.set(id, [bucket])
            else known.push(bucket)
          }
          const truncated = rows.length > maxBuckets
          return {
            series: [...series].map(([id, buckets]) => ({ robot_id: id, buckets })),
            from_ms,
            to_ms,
            truncated,
            truncated_by: truncated ? "limit" : null
          } satisfies LatencyResponse
        })
      })
    })
  )
}
