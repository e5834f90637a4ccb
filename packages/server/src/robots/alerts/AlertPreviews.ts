import { AlertMachine } from "@fleet/domain/AlertMachine"
import { type AlertPreview, type AlertPreviewRequest, previewLimits } from "@fleet/domain/Alerts"
import type { Developer } from "@fleet/domain/Caller"
import { historyLimits, rangeOf } from "@fleet/domain/Datapoints"
import { InvalidRange, NotRecorded, UnknownDatapoint } from "@fleet/domain/Errors"
import { retentionDefaults } from "@fleet/domain/RobotConfig/Datapoint"
import type { Robot } from "@fleet/domain/Robots"
import { isBuiltin } from "@fleet/domain/Slug"
import { Clock, Context, Effect, Layer } from "effect"
import { HistoryDays } from "../../plans/HistoryDays.ts"
import { PublishedConfigs } from "../config/PublishedConfigs.ts"
import { dayMs } from "../history/calendar.ts"
import { RecordedSamples } from "../history/RecordedSamples.ts"
import { alertValueOf } from "./alertValueOf.ts"

type Move = AlertPreview["transitions"][number]

/** Tries conditions on recorded samples. */
export class AlertPreviews extends Context.Service<
  AlertPreviews,
  {
    readonly run: (
      developer: Developer,
      robot: Robot,
      request: AlertPreviewRequest
    ) => Effect.Effect<AlertPreview, InvalidRange | NotRecorded | UnknownDatapoint>
  }
>()("@fleet/server/AlertPreviews") {
  static readonly layer = Layer.effect(
    AlertPreviews,
    Effect.gen(function* () {
      const configs = yield* PublishedConfigs
      const samples = yield* RecordedSamples
      const days = yield* HistoryDays

      return AlertPreviews.of({
        run: Effect.fn("AlertPreviews.run")(function* ({ orgId }, robot, { condition, slug, ...asked }) {
          if (isBuiltin(slug)) return yield* new NotRecorded()
          const exposure = (yield* configs.current(robot.id)).exposures.get(slug)
          if (exposure?.kind !== "datapoint") return yield* new UnknownDatapoint()
          const { retention } = exposure.config
          if (retention?.enabled !== true) return yield* new NotRecorded()
          const nowMs = yield* Clock.currentTimeMillis
          const span = rangeOf(asked, nowMs)
          if (span === null) return yield* new InvalidRange()

          yield* days.load(orgId)
          const { toMs } = span
          let fromMs = Math.min(Math.max(span.fromMs, nowMs - days.of(orgId) * dayMs), toMs)
          const machine = new AlertMachine(condition)
          const transitions: Array<Move> = []
          let left = previewLimits.samples
          let truncated = false
          for (let hasMore = true; hasMore && !truncated;) {
            const limit = Math.min(left, historyLimits.samples)
            const page = { robotId: robot.id, orgId, slug, fromMs, toMs, keys: [], limit, bytes: historyLimits.bytes }
            const rows = yield* samples.samples(page)
            const kept = rows.filter(({ fits }) => fits).slice(0, limit)
            for (const { json, timestamp_ms } of kept) {
              const value = alertValueOf(json ?? "null")
              if (value === undefined || !machine.take(value, timestamp_ms)) continue
              if (transitions.length === previewLimits.transitions) {
                truncated = true
                break
              }
              transitions.push({ state: machine.state, at_ms: timestamp_ms, value })
            }
            left -= kept.length
            hasMore = rows.length > kept.length
            // A sample that is larger than a page alone is passed over by nothing: it ends the preview.
            if (hasMore && (left === 0 || kept.length === 0)) truncated = true
            else if (hasMore) fromMs = kept.at(-1)!.timestamp_ms + 1
          }
          const sample_gap_ms = (retention.interval_seconds ?? retentionDefaults.interval_seconds) * 1000
          return { transitions, sample_gap_ms, truncated }
        })
      })
    })
  )
}
