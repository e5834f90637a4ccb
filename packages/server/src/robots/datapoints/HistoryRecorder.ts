import { Clock, Context, Effect, Layer, Option, Semaphore } from "effect"
import { HistoryDays } from "../../plans/HistoryDays.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import type { Refused } from "../history/Candidate.ts"
import { RecordedSamples } from "../history/RecordedSamples.ts"
import { RobotHomes } from "../home/RobotHomes.ts"
import type { OrgLine } from "./OrgLine.ts"
import { HistoryRecorderPart } from "./HistoryRecorderPart.ts"
import { HistoryRecorderQueue } from "./HistoryRecorderQueue.ts"
import { makeRecordApart, samplesAtOnce, timeLimits, type WriteBatch } from "./recordApart.ts"
import { HistoryHealth } from "./HistoryHealth.ts"
import { RetentionQuota } from "./RetentionQuota.ts"
import { watchRecording } from "./watchRecording.ts"

/**
 * Records datapoints: a sample is kept when no kept one of its datapoint lies nearer than the configured interval in
 * capture time, on either side, so that a replayed backlog thins out as live samples do. Written once a second, all orgs'
 * samples together; apart from the others' where an org's take too long.
 */
export class HistoryRecorder extends Context.Service<
  HistoryRecorder,
  {
    /** Writes what waits, but for what is recorded apart. */
    readonly flush: Effect.Effect<void>
  }
>()("@fleet/server/HistoryRecorder") {
  static readonly layer = Layer.effect(
    HistoryRecorder,
    Effect.gen(function* () {
      const store = yield* RecordedSamples
      const quota = yield* RetentionQuota
      const health = yield* HistoryHealth
      const homes = yield* RobotHomes
      const historyDays = yield* HistoryDays
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const oneWriter = yield* Semaphore.make(1)
      const queue = new HistoryRecorderQueue({
        nowMs: () => clock.currentTimeMillisUnsafe(),
        historyDays: historyDays.of,
        admit: quota.admit,
        lost: health.lost
      })

      const correct = ({ nearMs, orgId, robotId, slug, timestampMs }: Refused) => {
        const series = parts.of(robotId)?.series.get(slug)
        if (nearMs === null) {
          series?.drop(timestampMs)
          health.lost(orgId, "refused")
        } else series?.correct(timestampMs, nearMs)
      }

      const write: WriteBatch = (batch, limit) =>
        store.write(batch.samples).pipe(
          // An interrupted statement is cancelled. What it wrote nevertheless is found when it is written again.
          Effect.onError(() => Effect.sync(() => queue.giveBack(batch))),
          Effect.timeoutOption(limit),
          Effect.map((answer) => {
            if (Option.isNone(answer)) return false
            for (const refused of answer.value) correct(refused)
            queue.written(batch)
            counters.samples_recorded_total += batch.samples.length - answer.value.length
            return true
          })
        )

      /** Writes what waits now in some lines; what comes meanwhile waits for the next time. */
      const writeTogether = Effect.fnUntraced(function* (
        tooSlow: (lines: ReadonlyArray<OrgLine>) => Effect.Effect<void>
      ) {
        const shared = () => queue.idle().filter(({ isShared }) => isShared)
        let left = shared().reduce((all, { waiting }) => all + waiting, 0)
        while (left > 0) {
          const batch = queue.take(shared(), Math.min(left, samplesAtOnce))
          if (batch.samples.length === 0) break
          left -= batch.samples.length
          if (!(yield* write(batch, timeLimits.together))) yield* tooSlow(batch.lines)
        }
        queue.prune()
        counters.recording_robots = queue.robots
      })

      /** At the end nothing is written later: each org has its time, so that a slow one costs no other's samples. */
      const writeEach = (lines: ReadonlyArray<OrgLine>) =>
        Effect.forEach(lines, (line) => write(queue.take([line], samplesAtOnce), timeLimits.some), { discard: true })
      const last = oneWriter.withPermit(
        Effect.andThen(
          writeTogether(writeEach),
          Effect.suspend(() => writeEach(queue.idle()))
        )
      )

      const parts = yield* homes.register({
        open: (home) =>
          new HistoryRecorderPart(
            home,
            queue,
            historyDays.load(home.orgId),
            Effect.suspend(() => flush)
          ),
        flush: last
      })
      const recordApart = yield* makeRecordApart(queue, write)
      const flush = oneWriter.withPermit(Effect.suspend(() => writeTogether(recordApart)))
      yield* watchRecording(queue)
      yield* Effect.sleep("1 second").pipe(
        Effect.andThen(flush),
        Effect.catchDefect((cause) => Effect.logError("samples could not be recorded", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      return HistoryRecorder.of({ flush })
    })
  )
}
