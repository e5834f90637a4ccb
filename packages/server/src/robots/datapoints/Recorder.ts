import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { type Retention, retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import { Clock, Context, Effect, Layer, Semaphore } from "effect"
import { Bus } from "../../platform/bus/Bus.ts"
import type { Sample } from "../../platform/bus/RobotEvents.ts"
import { Counters } from "../../platform/telemetry/Counters.ts"
import { Settings } from "../../platform/settings/Settings.ts"
import { stampedWrongly } from "./recordingBounds.ts"
import { RecordingHealth } from "./RecordingHealth.ts"
import { type Candidate, RecordingStore } from "./RecordingStore.ts"
import { RetentionQuota } from "./RetentionQuota.ts"
import { Series } from "./Series.ts"

/** What may wait for the database: so many samples, so many characters of JSON. What comes on top is lost. */
const room = { samples: 100_000, characters: 64_000_000 }

/** Times a series keeps in memory between writes. */
const remembered = 16

interface Waiting {
  readonly candidate: Candidate
  readonly series: Series
}

/**
 * Records datapoints: a sample is kept when no kept one of its datapoint lies nearer than the configured interval in
 * capture time, on either side, so that a replayed backlog thins out as live samples do.
 */
export class Recorder extends Context.Service<
  Recorder,
  {
    /** Synchronous; samples of datapoints without retention return at once. Written once a second. */
    readonly record: (orgId: OrgId, retention: Retention | undefined, sample: Omit<Sample, "type">) => void
    /** Remembers nothing of a robot but what is published now, once the rest is written. */
    readonly retain: (robotId: RobotId, isPublished: (slug: string) => boolean) => void
    /** Writes what waits. */
    readonly flush: Effect.Effect<void>
  }
>()("@fleet/server/Recorder") {
  static readonly layer = Layer.effect(
    Recorder,
    Effect.gen(function* () {
      const store = yield* RecordingStore
      const quota = yield* RetentionQuota
      const health = yield* RecordingHealth
      const { historyDays } = yield* Settings
      const bus = yield* Bus
      const counters = yield* Counters
      const clock = yield* Clock.Clock
      const writing = yield* Semaphore.make(1)
      const robots = new Map<RobotId, Map<string, Series>>()
      const leaving = new Set<RobotId>()
      /** Robots that may have series of what is no longer published. */
      const republished = new Map<RobotId, (slug: string) => boolean>()
      let waiting: Array<Waiting> = []
      /** What waits and what is being written. */
      const held = { samples: 0, characters: 0 }

      const seriesOf = (robotId: RobotId, slug: string) => {
        let slugs = robots.get(robotId)
        if (slugs === undefined) robots.set(robotId, (slugs = new Map()))
        let series = slugs.get(slug)
        if (series === undefined) slugs.set(slug, (series = new Series()))
        return series
      }

      const written = (batch: ReadonlyArray<Waiting>) => {
        held.samples -= batch.length
        for (const { candidate } of batch) held.characters -= candidate.json.length
        const inUse = new Set(waiting.map(({ series }) => series))
        for (const { series } of batch) if (!inUse.has(series)) series.prune(remembered)
        const awaited = new Set(waiting.map(({ candidate }) => candidate.robotId))
        for (const robotId of leaving) {
          if (awaited.has(robotId)) continue
          robots.delete(robotId)
          leaving.delete(robotId)
        }
        for (const [robotId, isPublished] of republished) {
          const slugs = robots.get(robotId)
          const others = Array.from(slugs ?? []).filter(([slug]) => !isPublished(slug))
          for (const [slug, series] of others) if (!inUse.has(series)) slugs?.delete(slug)
          if (!others.some(([, series]) => inUse.has(series))) republished.delete(robotId)
        }
        counters.recording_robots = robots.size
      }

      const flush = writing.withPermit(
        Effect.gen(function* () {
          const batch = waiting
          waiting = []
          const refused = yield* Effect.onError(store.write(batch.map(({ candidate }) => candidate)), () =>
            Effect.sync(() => {
              waiting = [...batch, ...waiting]
            })
          )
          for (const { nearMs, orgId, robotId, slug, timestampMs } of refused) {
            const series = robots.get(robotId)?.get(slug)
            if (nearMs === null) {
              series?.drop(timestampMs)
              health.lost(orgId, "refused")
            } else series?.correct(timestampMs, nearMs)
          }
          written(batch)
        })
      )

      yield* bus.onFact((event) => {
        if (event.type === "robot_deleted") robots.delete(event.robotId)
        // The table knows what was written: times are needed in memory only beside those that still wait.
        if (event.type === "bridge_state" && !event.state.online && robots.has(event.robotId))
          leaving.add(event.robotId)
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
        retain: (robotId, isPublished) => {
          if (robots.has(robotId)) republished.set(robotId, isPublished)
        },
        record: (orgId, retention, { json, robotId, slug, timestampMs }) => {
          if (retention?.enabled !== true) return
          const wrong = stampedWrongly(timestampMs, clock.currentTimeMillisUnsafe(), historyDays)
          if (wrong !== null) return health.lost(orgId, wrong)
          if (leaving.size > 0) leaving.delete(robotId)
          const gapMs = (retention.interval_seconds ?? retentionDefaults.interval_seconds) * 1000
          const series = seriesOf(robotId, slug)
          if (!series.take(timestampMs, gapMs)) return
          const full = held.samples >= room.samples || held.characters + json.length > room.characters
          const loss = full ? "queue_full" : quota.admit(orgId)
          if (loss !== null) {
            series.drop(timestampMs)
            return health.lost(orgId, loss)
          }
          waiting.push({ candidate: { robotId, orgId, slug, timestampMs, gapMs, json }, series })
          held.samples++
          held.characters += json.length
        }
      })
    })
  )
}
