import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { HistoryDays } from "../../plans/HistoryDays.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { RecordedSamples } from "../history/RecordedSamples.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import { RecorderPart } from "./RecorderPart.ts"
import { RecorderQueue } from "./RecorderQueue.ts"
import { RecordingHealth } from "./RecordingHealth.ts"
import { RetentionQuota } from "./RetentionQuota.ts"

/**
 * Records datapoints: a sample is kept when no kept one of its datapoint lies nearer than the configured interval in
 * capture time, on either side, so that a replayed backlog thins out as live samples do. Written once a second.
 */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** Writes what waits. */
    readonly flush: Effect.Effect<void>
  }
>()("@fleet/server/Recorder") {
  static readonly layer = Layer.effect(
    Recorder,
    Effect.gen(function* () {
      const store = yield* RecordedSamples
      const quota = yield* RetentionQuota
      const health = yield* RecordingHealth
      const homes = yield* RobotHomes
      const historyDays = yield* HistoryDays
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const writing = yield* Semaphore.make(1)
      const queue = new RecorderQueue({
        nowMs: () => clock.currentTimeMillisUnsafe(),
        historyDays: historyDays.of,
        admit: quota.admit,
        lost: health.lost
      })

      const write = Effect.gen(function* () {
        const batch = queue.take()
        const refused = yield* Effect.onError(store.write(batch), () => Effect.sync(() => queue.giveBack(batch)))
        for (const { nearMs, orgId, robotId, slug, timestampMs } of refused) {
          const series = parts.of(robotId)?.series.get(slug)
          if (nearMs === null) {
            series?.drop(timestampMs)
            health.lost(orgId, "refused")
          } else series?.correct(timestampMs, nearMs)
        }
        queue.written(batch)
        counters.recording_robots = queue.robots
      })
      const flush = writing.withPermit(write)

      const parts = yield* homes.register({
        open: (home) => new RecorderPart(home, queue, historyDays.load(home.orgId)),
        flush
      })
      yield* Effect.sleep("1 second").pipe(
        Effect.andThen(flush),
        Effect.catchDefect((cause) => Effect.logError("samples could not be recorded", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      return Recorder.of({ flush })
    })
  )
}
