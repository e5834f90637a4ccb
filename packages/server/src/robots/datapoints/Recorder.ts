import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { type Retention, retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import { Context, Effect, Layer, Semaphore } from "effect"
import { Bus } from "../../bus/Bus.ts"
import type { Sample } from "../../bus/Events.ts"
import { type Candidate, RecordingStore } from "./RecordingStore.ts"
import { RetentionQuota } from "./RetentionQuota.ts"
import { Series } from "./Series.ts"

/** What may wait to be written: so many samples, so many characters of JSON. What comes on top is dropped. */
const room = { samples: 100_000, characters: 64_000_000 }

/** Times a series keeps in memory between writes. */
const remembered = 16

/**
 * Records datapoints: a sample is kept when no kept one of its datapoint lies nearer than the configured interval in
 * capture time, on either side, so that a replayed backlog thins out as live samples do.
 */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** Synchronous; samples of datapoints without retention return at once. Written once a second. */
    readonly record: (orgId: OrgId, retention: Retention | undefined, sample: Omit<Sample, "type">) => void
    /** Writes what waits. */
    readonly flush: Effect.Effect<void>
  }
>()("@fleet/server/Recorder") {
  static readonly layer = Layer.effect(
    Recorder,
    Effect.gen(function* () {
      const store = yield* RecordingStore
      const quota = yield* RetentionQuota
      const bus = yield* Bus
      const writing = yield* Semaphore.make(1)
      const robots = new Map<RobotId, Map<string, Series>>()
      let waiting: Array<{ readonly candidate: Candidate; readonly series: Series }> = []
      let characters = 0
      let dropped = 0

      const seriesOf = (robotId: RobotId, slug: string) => {
        let slugs = robots.get(robotId)
        if (slugs === undefined) robots.set(robotId, (slugs = new Map()))
        let series = slugs.get(slug)
        if (series === undefined) slugs.set(slug, (series = new Series()))
        return series
      }

      const flush = writing.withPermit(
        Effect.gen(function* () {
          const batch = waiting
          const lost = dropped
          const held = characters
          waiting = []
          characters = 0
          dropped = 0
          if (lost > 0) yield* Effect.logWarning(`${lost} samples were not recorded: the database is too slow`)
          const refused = yield* Effect.onError(store.write(batch.map(({ candidate }) => candidate)), () =>
            Effect.sync(() => {
              waiting = [...batch, ...waiting]
              characters += held
            })
          )
          for (const { nearMs, robotId, slug, timestampMs } of refused) {
            robots.get(robotId)?.get(slug)?.correct(timestampMs, nearMs)
          }
          const inUse = new Set(waiting.map(({ series }) => series))
          for (const { series } of batch) if (!inUse.has(series)) series.prune(remembered)
        })
      )

      yield* bus.onControl((event) => {
        if (event.type === "robot_deleted") robots.delete(event.robotId)
      })
      yield* Effect.addFinalizer(() => Effect.ignoreCause(flush, { log: true }))
      yield* Effect.sleep("1 second").pipe(
        Effect.andThen(flush),
        Effect.catchDefect((cause) => Effect.logError("samples could not be recorded", cause)),
        Effect.forever,
        Effect.forkScoped
      )

      return Recorder.of({
        flush,
        record: (orgId, retention, { json, robotId, slug, timestampMs }) => {
          if (retention?.enabled !== true) return
          const gapMs = (retention.interval_seconds ?? retentionDefaults.interval_seconds) * 1000
          const series = seriesOf(robotId, slug)
          if (!series.take(timestampMs, gapMs)) return
          const full = waiting.length >= room.samples || characters + json.length > room.characters
          if (full || !quota.admit(orgId)) {
            series.drop(timestampMs)
            if (full) dropped++
            return
          }
          waiting.push({ candidate: { robotId, orgId, slug, timestampMs, gapMs, json }, series })
          characters += json.length
        }
      })
    })
  )
}
