import { Context, Effect, Layer } from "effect"
import { HistoryStore } from "./HistoryStore.ts"
import { SampleStore } from "./SampleStore.ts"
import { SeriesStore } from "./SeriesStore.ts"

/** What other features ask of recorded samples. */
export class RecordedSamples extends Context.Service<
  RecordedSamples,
  {
    readonly write: typeof SampleStore.Service.write
    readonly seriesOf: typeof HistoryStore.Service.seriesOf
    readonly samples: typeof HistoryStore.Service.samples
    readonly buckets: typeof HistoryStore.Service.buckets
    readonly bytesByOrg: typeof SeriesStore.Service.bytesByOrg
  }
>()("@fleet/server/RecordedSamples") {
  static readonly layer = Layer.effect(
    RecordedSamples,
    Effect.gen(function* () {
      const { write } = yield* SampleStore
      const { buckets, samples, seriesOf } = yield* HistoryStore
      const { bytesByOrg } = yield* SeriesStore
      return RecordedSamples.of({
        write,
        seriesOf,
        samples,
        buckets,
        bytesByOrg
      })
    })
  )
}
