import { Effect, Option, Stream } from "effect"
import { inBackground } from "../../platform/sql/shareConnections.ts"
import type { PageSample, Range } from "./historyRequests.ts"
import type { RecordedSamples } from "./RecordedSamples.ts"

/** What one page holds at most, unless it is one sample. */
const most = { samples: 5_000, bytes: 4 * 1024 * 1024 }
const longest = 2 ** 31 - 1

/** Time that the first statement looks at; the next look at more where they find little. */
const firstSpanMs = 3_600_000
const growth = 4

/**
 * All recorded samples of a range, oldest first, in pages that are read as they are asked for. A statement looks at a part
 * of the range, so that it does not pass over the headers of all that comes after. The stream dies where the samples were given
 * to another name, or deleted, before its end: the pages would lack them without a word.
 */
export const samplePages = (
  store: Pick<RecordedSamples["Service"], "samples" | "seriesOf">,
  range: Range
): Stream.Stream<ReadonlyArray<PageSample>> =>
  Stream.unwrap(
    Effect.map(store.seriesOf(range), (seriesId) => {
      const isThere = Effect.flatMap(store.seriesOf(range), (id) =>
        id === seriesId ? Effect.void : Effect.die(new Error("the samples were renamed or deleted"))
      )
      return Stream.concat(pagesOf(store, range), Stream.drain(Stream.fromEffect(isThere)))
    })
  )

const pagesOf = (
  { samples }: Pick<RecordedSamples["Service"], "samples">,
  range: Range
): Stream.Stream<ReadonlyArray<PageSample>> =>
  Stream.paginate(
    { fromMs: range.fromMs, spanMs: firstSpanMs },
    Effect.fnUntraced(function* ({ fromMs, spanMs }) {
      const toMs = Math.min(fromMs + spanMs, range.toMs)
      let page = { ...range, fromMs, toMs, limit: most.samples, bytes: most.bytes }
      let rows = yield* inBackground(samples(page))
      if (rows[0]?.fits === false) {
        page = { ...page, limit: 1, bytes: longest }
        rows = yield* inBackground(samples(page))
      }
      // One more than the limit says that there is more.
      const found = rows.slice(0, page.limit).filter(({ fits }) => fits)
      const isWhole = found.length === rows.length
      const next = isWhole ? toMs : found.at(-1)!.timestamp_ms + 1
      const isSparse = isWhole && found.length < most.samples / growth
      return [
        [found],
        next >= range.toMs ? Option.none() : Option.some({ fromMs: next, spanMs: isSparse ? spanMs * growth : spanMs })
      ] as const
    })
  ).pipe(Stream.filter((page) => page.length > 0))
