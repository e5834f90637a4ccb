import type { OrgId, RobotId } from "@fleet/domain/Ids"
import type { LatencyBucket, LatencyQuery, LatencyResponse } from "@fleet/domain/OrgReports"
import { Clock, Context, Effect, Layer, Schedule, Semaphore } from "effect"
import { dateOf } from "../../platform/sql/values.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { LatencyPart } from "./LatencyPart.ts"
import { LatencyStore } from "./LatencyStore.ts"
import { RunningMinute } from "./RunningMinute.ts"
import { UnwrittenMinutes } from "./UnwrittenMinutes.ts"

const maxBuckets = 20_000

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
      const oneWriter = Semaphore.makeUnsafe(1)

      const endMinute = () => {
        const lost = unwritten.add(minute.take(parts.all(), now()))
        return lost === 0
          ? Effect.void
          : Effect.logError(`${lost} latency minutes dropped: too many wait to be written`)
      }
      const write = Effect.gen(function* () {
        for (let batch = unwritten.next; batch !== undefined; batch = unwritten.next) {
          yield* store.add(batch)
          unwritten.forget(batch)
        }
      }).pipe(oneWriter.withPermit)
      const carefully = (work: Effect.Effect<void>) =>
        Effect.catchCause(work, (cause) => Effect.logError("latency minutes could not be ended or written", cause))

      const parts = yield* homes.register({
        open: (home) => new LatencyPart(home, minute, now),
        flush: carefully(Effect.andThen(Effect.suspend(endMinute), write)).pipe(
          Effect.timeout("2 seconds"),
          Effect.ignore
        )
      })

      // Apart from the writing, so that minutes end in time while the database is slow.
      yield* carefully(Effect.suspend(() => (minute.isOver(now()) ? endMinute() : Effect.void))).pipe(
        Effect.repeat(Schedule.spaced("1 second")),
        Effect.forkScoped
      )
      yield* carefully(write).pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)

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
