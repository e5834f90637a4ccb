import type { OrgId, RobotId } from "@fleet/domain/Ids"
import { Transaction } from "@fleet/server/platform/sql/Transaction"
import { Counters } from "@fleet/server/platform/telemetry/Counters"
import type { Candidate } from "@fleet/server/robots/history/Candidate"
import { history } from "@fleet/server/robots/history/Feature"
import { SeriesRenameStore } from "@fleet/server/robots/history/SeriesRenameStore"
import { RecordedSamples } from "@fleet/server/robots/history/RecordedSamples"
import { Series } from "@fleet/server/robots/history/Series"
import { RobotRecords } from "@fleet/server/robots/stored/RobotRecords"
import { Effect, Layer } from "effect"
import { TestDatabase } from "../../support/Database.ts"

/** The recorded samples of a server: what writes and reads them, and their compaction when it is called. */
export const HistoryWorld = history.services.pipe(
  Layer.provideMerge(history.stores),
  Layer.provide(RobotRecords.layer),
  Layer.provideMerge(Counters.layer),
  Layer.provideMerge(TestDatabase)
)

export interface Stamped {
  readonly timestampMs: number
  readonly json: string
}

/** Records as a process does that holds the robot: by what it remembers of each datapoint. */
export const aRecorder = (orgId: OrgId, robotId: RobotId, keepDays: number) => {
  const known = new Map<string, Series>()
  const seriesOf = (slug: string) => {
    const series = known.get(slug) ?? new Series()
    known.set(slug, series)
    return series
  }
  return {
    record: Effect.fnUntraced(function* (slug: string, gapMs: number, samples: ReadonlyArray<Stamped>) {
      const series = seriesOf(slug)
      const taken = samples.filter(({ timestampMs }) => series.take(timestampMs, gapMs))
      const batch = taken.map((sample): Candidate => ({ ...sample, orgId, robotId, slug, gapMs, keepDays, series }))
      for (const { nearMs, timestampMs } of yield* (yield* RecordedSamples).write(batch)) {
        if (nearMs === null) series.drop(timestampMs)
        else series.correct(timestampMs, nearMs)
      }
      series.prune(16)
    }),
    /** Another process holds the robot from now on. */
    forget: () => known.clear(),
    /** What comes before a rename; nothing that can be read changes. */
    prepareRename: (from: string, to: string) =>
      Effect.flatMap(SeriesRenameStore, (store) => store.prepare({ orgId, robotId, from, to })),
    rename: (from: string, to: string) =>
      Effect.gen(function* () {
        const store = yield* SeriesRenameStore
        const rename = Effect.flatMap(store.rename({ orgId, robotId, from, to }), ({ finish, held }) =>
          Effect.as(finish, held)
        )
        const moved = yield* (yield* Transaction).run(rename)
        known.delete(from)
        known.get(to)?.unload()
        return moved
      })
  }
}

/** Samples of a series a step apart. Values are their numbers, with one decimal place. */
export const aRun = (fromMs: number, count: number, stepMs: number): ReadonlyArray<Stamped> =>
  Array.from({ length: count }, (_, at) => ({ timestampMs: fromMs + at * stepMs, json: String(at / 10) }))
