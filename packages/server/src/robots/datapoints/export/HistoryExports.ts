import type { ScopedDatapoint } from "@fleet/domain/api/RobotScope"
import { type ExportFormat, type HistoryExportQuery, rangeOf, valuePathKeys } from "@fleet/domain/Datapoints"
import { InvalidRange, NotRecorded } from "@fleet/domain/Errors"
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { HistoryDays } from "../../../plans/HistoryDays.ts"
import { RobotGraphs } from "../../config/RobotGraphs.ts"
import { dayMs } from "../../history/calendar.ts"
import { RecordedSamples } from "../../history/RecordedSamples.ts"
import { samplePages } from "../../history/samplePages.ts"
import { mcapFile } from "./mcapFile.ts"
import { textFormats } from "./textFormats.ts"
import { valueSchema } from "./valueSchema.ts"

/** A file that is made while it is read. */
export interface HistoryFile {
  readonly format: ExportFormat
  readonly body: Stream.Stream<Uint8Array>
}

/** Recorded samples as files. */
export class HistoryExports extends Context.Service<
  HistoryExports,
  {
    readonly make: (
      datapoint: ScopedDatapoint,
      query: HistoryExportQuery
    ) => Effect.Effect<HistoryFile, InvalidRange | NotRecorded>
  }
>()("@fleet/server/HistoryExports") {
  static readonly layer = Layer.effect(
    HistoryExports,
    Effect.gen(function* () {
      const store = yield* RecordedSamples
      const graphs = yield* RobotGraphs
      const days = yield* HistoryDays

      return HistoryExports.of({
        make: Effect.fn("HistoryExports.make")(function* ({ config, orgId, robotId, slug }, query) {
          if (config?.retention?.enabled !== true) return yield* new NotRecorded()
          const nowMs = yield* Clock.currentTimeMillis
          const span = rangeOf(query, nowMs)
          if (span === null) return yield* new InvalidRange()
          yield* days.load(orgId)
          const fromMs = Math.min(Math.max(span.fromMs, nowMs - days.of(orgId) * dayMs), span.toMs)
          const keys = query.field === undefined ? [] : valuePathKeys(query.field)
          // Nothing is recorded further ahead than a robot's clock may be.
          const toMs = Math.min(span.toMs, Math.max(nowMs + dayMs, fromMs))
          const pages = samplePages(store, { robotId, orgId, slug, fromMs, toMs, keys })

          const { format = "csv" } = query
          if (format !== "mcap") {
            const { head, page } = textFormats[format]()
            const texts = Stream.concat(head === "" ? Stream.empty : Stream.make(head), Stream.map(pages, page))
            return { format, body: Stream.encodeText(texts) }
          }
          const robot = yield* graphs.known(robotId, [config.type])
          const channel = {
            topic: `/${slug}`,
            typeName: config.type,
            value: valueSchema(config, robot?.types.get(config.type), query.field),
            metadata: {
              robot_id: robotId,
              slug,
              ros_topic: config.topic,
              ...(config.field === undefined ? {} : { ros_field: config.field }),
              ...(query.field === undefined ? {} : { field: query.field }),
              ...(config.numeric?.unit === undefined ? {} : { unit: config.numeric.unit })
            }
          }
          return { format, body: mcapFile(pages, channel) }
        })
      })
    })
  )
}
